import type { Change, Finding, Fix, RelatedPlace, Severity } from './finding.ts';
import type { Place } from './place.ts';
import type { Project } from './project.ts';
import type { EqlGeneration, EqlTarget } from './target.ts';

/** A rule's options: each with its default, which also says the type. */
export type OptionDefaults = Readonly<Record<string, OptionDefinition>>;

export interface OptionDefinition {
  readonly default: number;
  readonly minimum: number;
  /** For the configuration's schema and the rule's page. */
  readonly description: string;
}

export type Options<Defaults extends OptionDefaults> = { readonly [Name in keyof Defaults]: number };

export interface RuleMeta<Defaults extends OptionDefaults = OptionDefaults> {
  /** `group/name`, fixed for ever: users write it in their configuration. */
  readonly id: string;
  /** The gravest form that the rule knows. */
  readonly severity: Severity;
  /** Half a sentence, for tables: what it finds. */
  readonly title: string;
  /** The first release of encsafe that has it. */
  readonly since: string;
  readonly fix: 'safe' | 'suggestion' | 'none';
  /** Named when the verdict differs between versions of an engine; the engine asks it once a supported version. */
  readonly dependsOn?: 'mongodb' | 'eql';
  readonly options?: Defaults;
}

export interface Rule extends RuleMeta {
  readonly check: (project: Project, context: RuleContext) => Iterable<Finding>;
}

/** What a rule may ask besides the project. */
export interface RuleContext {
  /** The options that hold for a file. */
  readonly options: (file: string) => Readonly<Record<string, number>>;
  /** The release of EQL that counts for what a file says of a generation: where nothing says, its newest is assumed. */
  readonly eql: EqlTargetOf;
}

export type EqlTargetOf = (file: string, generation: EqlGeneration) => EqlTarget;

/** What a rule says of one place; severity and id default to the rule's own. */
export interface Report {
  readonly place: Place;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
  readonly field?: string | undefined;
}

interface RuleDefinition<Defaults extends OptionDefaults> extends RuleMeta<Defaults> {
  readonly check: (
    project: Project,
    context: { readonly options: (file: string) => Options<Defaults>; readonly eql: EqlTargetOf },
  ) => Iterable<Report>;
}

/** Makes a rule of its description and one function that yields what it finds. */
export function defineRule<const Defaults extends OptionDefaults = Record<never, never>>(
  definition: RuleDefinition<Defaults>,
): Rule {
  const { check, ...meta } = definition;
  return {
    ...meta,
    *check(project, context) {
      const options = (file: string) => context.options(file) as Options<Defaults>;
      const { eql } = context;
      for (const report of check(project, { options, eql })) yield toFinding(meta, report);
    },
  };
}

/** A rule that the engine itself reports: it has an id, a page and a severity, and nothing to check in a project. */
export function engineRule(meta: RuleMeta): Rule {
  return { ...meta, check: () => [] };
}

function toFinding(meta: RuleMeta, report: Report): Finding {
  return {
    rule: meta.id,
    severity: report.severity ?? meta.severity,
    message: report.message,
    place: report.place,
    related: report.related ?? [],
    fixes: report.fixes ?? [],
    ...(report.field === undefined ? {} : { field: report.field }),
  };
}

export function safeFix(title: string, ...changes: readonly Change[]): Fix {
  return { title, safe: true, changes };
}

export function suggestion(title: string, ...changes: readonly Change[]): Fix {
  return { title, safe: false, changes };
}
