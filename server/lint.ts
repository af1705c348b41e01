import { byPlace, type Finding, type Severity } from '../rules/model/finding.ts';
import type { Project } from '../rules/model/project.ts';
import type { Rule } from '../rules/model/rule.ts';
import { type MongodbTarget, type MongodbVersion, mongodbVersions } from '../rules/model/target.ts';
import { listed } from '../rules/model/words.ts';
import type { FileFacts } from './read/facts.ts';

/** What the configuration says to a rule, asked by the file of a finding. */
export interface LintSettings {
  readonly mongodb: (file: string) => MongodbTarget;
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
  const found = [
    ...rules.flatMap((rule) => runRule(rule, project, settings)),
    ...parseFindings(facts, project),
  ];
  const configured = found.flatMap((finding) => {
    const severity = settings.severity(finding.rule, finding.place.file);
    if (severity === 'off') return [];
    return severity === undefined ? [finding] : [{ ...finding, severity }];
  });
  return withoutRepeats(configured.sort(byPlace));
}

function runRule(rule: Rule, project: Project, settings: LintSettings): Finding[] {
  const check = (subject: Project): Finding[] => [
    ...rule.check(subject, { options: (file) => settings.options(rule, file) }),
  ];
  try {
    const findings = check(project);
    if (
      rule.dependsOn === undefined ||
      findings.every(({ place }) => !settings.mongodb(place.file).assumed)
    ) {
      return findings;
    }
    return checkedAgainstOtherVersions(findings, project, check, settings);
  } catch (error) {
    return [crash(rule, error, project)];
  }
}

/**
 * Where nobody says which version runs, a verdict that another supported version would not give is at most a warning,
 * says so, and has no safe fix.
 */
function checkedAgainstOtherVersions(
  findings: readonly Finding[],
  project: Project,
  check: (project: Project) => Finding[],
  settings: LintSettings,
): Finding[] {
  const verdicts = mongodbVersions.map((version) => {
    const found = check(onVersion(project, version));
    return { version, given: new Set(found.flatMap(verdictKeys)), places: new Set(found.map(placeKey)) };
  });
  return findings.map((finding) => {
    const target = settings.mongodb(finding.place.file);
    const others = verdicts.filter(({ given }) => !verdictKeys(finding).some((key) => given.has(key)));
    if (!target.assumed || others.length === 0) return finding;
    const silent = others.filter(({ places }) => !places.has(placeKey(finding)));
    const differing = listed((silent.length > 0 ? silent : others).map(({ version }) => version));
    const verb = silent.length > 0 ? 'would take this' : 'judge this otherwise';
    return {
      ...finding,
      severity: finding.severity === 'error' ? 'warning' : finding.severity,
      message: `${finding.message}; MongoDB ${target.version} is assumed and ${differing} ${verb}: set targets.mongodb`,
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

/** The same project where everything of an assumed version is on this one. */
function onVersion(project: Project, version: MongodbVersion): Project {
  const target = (one: MongodbTarget): MongodbTarget => (one.assumed ? { version, assumed: true } : one);
  const { mongodb } = project;
  const fieldLists = mongodb.fieldLists.map((list) => ({
    ...list,
    target: target(list.target),
    fields: list.fields.map((field) => ({ ...field, target: target(field.target) })),
  }));
  const moved = new Map(mongodb.fieldLists.map((list, index) => [list, fieldLists[index] ?? list]));
  return {
    mongodb: {
      fieldLists,
      csfleSchemas: mongodb.csfleSchemas.map((schema) => ({
        ...schema,
        target: target(schema.target),
        fields: schema.fields.map((field) => ({ ...field, target: target(field.target) })),
      })),
      mongooseSchemas: mongodb.mongooseSchemas.map((schema) => ({
        ...schema,
        target: target(schema.target),
      })),
      clients: mongodb.clients.map((client) => ({ ...client, target: target(client.target) })),
      namespaceMaps: mongodb.namespaceMaps.map((map) => ({ ...map, target: target(map.target) })),
      collectionCommands: mongodb.collectionCommands.map((command) => ({
        ...command,
        target: target(command.target),
        fieldList: moved.get(command.fieldList) ?? command.fieldList,
      })),
    },
  };
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
