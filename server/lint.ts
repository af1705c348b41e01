import { byPlace, type Finding, type Severity } from '../rules/model/finding.ts';
import type { Project } from '../rules/model/project.ts';
import type { Rule, RuleContext } from '../rules/model/rule.ts';
import {
  type EqlGeneration,
  type EqlTarget,
  eqlReleases,
  eqlTargetFor,
  generationOf,
  type MongodbTarget,
  type MongodbVersion,
  mongodbVersions,
} from '../rules/model/target.ts';
import { listed } from '../rules/model/words.ts';
import type { FileFacts } from './read/facts.ts';

/** What the configuration says to a rule, asked by the file of a finding. */
export interface LintSettings {
  readonly mongodb: (file: string) => MongodbTarget;
  readonly eql: (file: string) => EqlTarget;
  /** The severity that the project set for all findings of a rule; undefined when it set none. */
  readonly severity: (rule: string, file: string) => Severity | 'off' | undefined;
  readonly options: (rule: Rule, file: string) => Readonly<Record<string, number>>;
}

/** Project to findings: the one function that the command line and the language server both call. */
export function lint(
  project: Project,
  facts: readonly FileFacts[],
  rules: readonly Rule[],
  settings: LintSettings,
): readonly Finding[] {
  return finish(lintInSteps(project, facts, rules, settings));
}

/** The same, a step a rule: between two of them a caller may do something else, or leave the rest. */
export function* lintInSteps(
  project: Project,
  facts: readonly FileFacts[],
  rules: readonly Rule[],
  settings: LintSettings,
): Generator<void, readonly Finding[]> {
  const found: Finding[] = [];
  const versions = onVersions(project);
  for (const rule of rules) {
    yield;
    for (const finding of runRule(rule, project, versions, settings)) found.push(finding);
  }
  for (const finding of parseFindings(facts, project)) found.push(finding);
  const configured = found.flatMap((finding) => {
    const severity = settings.severity(finding.rule, finding.place.file);
    if (severity === 'off') return [];
    return severity === undefined ? [finding] : [{ ...finding, severity }];
  });
  return withoutRepeats(configured.sort(byPlace));
}

/** All steps at once. */
export function finish<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function runRule(rule: Rule, project: Project, versions: OnVersion, settings: LintSettings): Finding[] {
  const { dependsOn } = rule;
  const options = optionsOf(rule, settings);
  const eql: RuleContext['eql'] = (file, generation) => eqlTargetFor(generation, settings.eql(file));
  const check = (subject: Project, targetOf = eql): Finding[] => [
    ...rule.check(subject, { options, eql: targetOf }),
  ];
  try {
    if (dependsOn === undefined) return check(project);
    if (dependsOn === 'mongodb') {
      const findings = check(project);
      if (findings.every(({ place }) => !settings.mongodb(place.file).assumed)) return findings;
      return checkedAgainst(findings, {
        engine: 'MongoDB',
        setting: 'targets.mongodb',
        versions: mongodbVersions,
        on(version) {
          const moved = versions(version);
          // A project that is on a version already was checked on it.
          return moved === project ? findings : check(moved);
        },
        assumed({ place }) {
          const target = settings.mongodb(place.file);
          return target.assumed ? target.version : undefined;
        },
      });
    }
    const generations = new Set<EqlGeneration>();
    const findings = check(project, (file, generation) => {
      const target = eql(file, generation);
      if (target.assumed) generations.add(generation);
      return target;
    });
    if (findings.length === 0) return findings;
    return checkedAgainst(findings, {
      engine: 'EQL',
      setting: 'targets.eql',
      versions: [...generations].flatMap(eqlReleases),
      on: (version) =>
        check(project, (file, generation) => {
          const target = eql(file, generation);
          return target.assumed && generationOf(version) === generation ? { version, assumed: true } : target;
        }),
      assumed: ({ place }, [other]) =>
        other === undefined ? undefined : eql(place.file, generationOf(other)).version,
    });
  } catch (error) {
    return [crash(rule, error, project)];
  }
}

/** Asked for each field, and worked out once a file. */
function optionsOf(rule: Rule, settings: LintSettings): RuleContext['options'] {
  const known = new Map<string, Readonly<Record<string, number>>>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const options = settings.options(rule, file);
    known.set(file, options);
    return options;
  };
}

/** How a rule is asked about the versions of an engine that may run where nobody says which. */
interface OtherVersions<Version extends string> {
  readonly engine: string;
  /** The key of the configuration that says which version runs. */
  readonly setting: string;
  readonly versions: readonly Version[];
  readonly on: (version: Version) => readonly Finding[];
  /** The version that a finding assumes where these others judge otherwise; undefined where it assumes none. */
  readonly assumed: (finding: Finding, others: readonly Version[]) => Version | undefined;
}

/**
 * Where nobody says which version runs, a verdict that another supported version would not give is at most a warning,
 * says so, and has no safe fix.
 */
function checkedAgainst<Version extends string>(
  findings: readonly Finding[],
  { engine, setting, versions, on, assumed }: OtherVersions<Version>,
): Finding[] {
  const verdicts = versions.map((version) => {
    const found = on(version);
    return { version, given: new Set(found.flatMap(verdictKeys)), places: new Set(found.map(placeKey)) };
  });
  return findings.map((finding) => {
    const others = verdicts.filter(({ given }) => !verdictKeys(finding).some((key) => given.has(key)));
    const own = assumed(
      finding,
      others.map(({ version }) => version),
    );
    if (own === undefined || others.length === 0) return finding;
    const silent = others.filter(({ places }) => !places.has(placeKey(finding)));
    const differing = listed((silent.length > 0 ? silent : others).map(({ version }) => version));
    const verb = silent.length > 0 ? 'would take this' : 'judge this otherwise';
    return {
      ...finding,
      severity: finding.severity === 'error' ? 'warning' : finding.severity,
      message: `${finding.message}; ${engine} ${own} is assumed and ${differing} ${verb}: set ${setting}`,
      fixes: finding.fixes.map((fix) => ({ ...fix, safe: false })),
    };
  });
}

/** Two versions give the same verdict when they are as grave about the same place, or about the same field. */
function verdictKeys(finding: Finding): string[] {
  const { place, field, severity } = finding;
  const atPlace = `${placeKey(finding)} ${severity}`;
  return field === undefined ? [atPlace] : [atPlace, `${place.file} field ${field} ${severity}`];
}

function placeKey({ place: { file, start, end } }: Finding): string {
  return `${file} ${start} ${end}`;
}

type OnVersion = (version: MongodbVersion) => Project;

/** The project on each version, made once for all rules that ask. */
function onVersions(project: Project): OnVersion {
  const made = new Map<MongodbVersion, Project>();
  return (version) => {
    const before = made.get(version);
    if (before !== undefined) return before;
    const moved = onVersion(project, version);
    made.set(version, moved);
    return moved;
  };
}

/** The same project where everything of an assumed version is on this one; itself where everything is already. */
function onVersion(project: Project, version: MongodbVersion): Project {
  let same = true;
  const move = <Targeted extends { readonly target: MongodbTarget }>(one: Targeted): Targeted => {
    if (!one.target.assumed || one.target.version === version) return one;
    same = false;
    return { ...one, target: { version, assumed: true } };
  };
  const { mongodb } = project;
  const fieldLists = mongodb.fieldLists.map((list) => {
    const fields = list.fields.map(move);
    const moved = move(list);
    return fields.every((field, at) => field === list.fields[at]) ? moved : { ...moved, fields };
  });
  const movedLists = new Map(mongodb.fieldLists.map((list, index) => [list, fieldLists[index] ?? list]));
  const moved: Project = {
    ...project,
    mongodb: {
      fieldLists,
      csfleSchemas: mongodb.csfleSchemas.map((schema) => ({
        ...move(schema),
        fields: schema.fields.map(move),
      })),
      mongooseSchemas: mongodb.mongooseSchemas.map(move),
      clients: mongodb.clients.map(move),
      namespaceMaps: mongodb.namespaceMaps.map(move),
      collectionCommands: mongodb.collectionCommands.map((command) => ({
        ...move(command),
        fieldList: movedLists.get(command.fieldList) ?? command.fieldList,
      })),
      queries: {
        ...mongodb.queries,
        operations: mongodb.queries.operations.map(({ fieldList, ...operation }) => ({
          ...move(operation),
          ...(fieldList === undefined ? {} : { fieldList: movedLists.get(fieldList) ?? fieldList }),
        })),
      },
    },
  };
  return same ? project : moved;
}

/** Files about encryption, by their words or by what they declare, that could not be read whole; all others are only counted. */
function parseFindings(facts: readonly FileFacts[], { mongodb }: Project): Finding[] {
  const declaring = new Set([
    ...mongodb.fieldLists.map(({ document }) => document.place.file),
    ...mongodb.csfleSchemas.map(({ schema }) => schema.place.file),
  ]);
  return facts
    .filter(({ aboutEncryption, file }) => aboutEncryption || declaring.has(file))
    .flatMap(({ file, problems }) =>
      problems.map(({ start, end, message, kind }) => ({
        rule: 'encsafe/parse',
        severity: 'error',
        message: `${message}; ${kind === 'syntax' ? 'what could be read of it is still checked' : 'it is not checked'}`,
        place: { file, start, end },
        related: [],
        fixes: [],
      })),
    );
}

function crash(rule: Rule, error: unknown, project: Project): Finding {
  const file =
    project.mongodb.fieldLists[0]?.document.place.file ?? project.mongodb.csfleSchemas[0]?.schema.place.file;
  const reason = error instanceof Error ? error.message : String(error);
  return {
    rule: 'encsafe/rule-crashed',
    severity: 'error',
    message: `the rule ${rule.id} failed and was left out: ${reason}; all other rules were applied, please report this`,
    place: { file: file ?? '.', start: 0, end: 0 },
    related: [],
    fixes: [],
  };
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, place, message }) => {
    const key = JSON.stringify([rule, place.file, place.start, place.end, message]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
