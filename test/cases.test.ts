import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type MongodbVersion, mongodbVersions } from '../rules/model/target.ts';
import { caseFiles, caseNames } from './support/case-files.ts';
import { lintFiles } from './support/lint-files.ts';

interface Wanted {
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  readonly lines?: readonly [number, number];
  readonly severity?: string;
}

interface Expectation {
  readonly about: string;
  readonly args?: readonly string[];
  readonly must?: readonly Wanted[];
  readonly mustNot?: readonly Wanted[];
  readonly errors?: 'none';
}

describe.each(caseNames)('%s', (name) => {
  const files = caseFiles(name);
  const expectation: Expectation = parse(files['expect.yaml'] ?? '');
  const { 'expect.yaml': _, ...project } = files;

  test(expectation.about, async () => {
    const mongodb = argument(expectation, '--mongodb');
    const length = argument(expectation, '--length');
    const version: MongodbVersion | undefined = mongodbVersions.find((one) => one === mongodb);
    const findings = await lintFiles(project, {
      ...(version === undefined ? {} : { mongodb: version }),
      ...(length === undefined ? {} : { length: Number(length) }),
    });
    const found = findings.map(({ rule, place, severity, message }) => ({
      rule,
      file: place.file,
      line: lineOf(project[place.file] ?? '', place.start),
      severity,
      message,
    }));
    const missing = (expectation.must ?? []).filter((want) => !found.some((one) => matches(want, one)));
    const unwanted = (expectation.mustNot ?? []).flatMap((want) => found.filter((one) => matches(want, one)));
    const errors = expectation.errors === 'none' ? found.filter(({ severity }) => severity === 'error') : [];
    expect({ missing, unwanted, errors, found }).toMatchObject({ missing: [], unwanted: [], errors: [] });
  });
});

function argument({ args = [] }: Expectation, name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function matches(
  want: Wanted,
  found: { rule: string; file: string; line: number; severity: string },
): boolean {
  const [first, last] = want.lines ?? [want.line ?? 0, want.line ?? Number.POSITIVE_INFINITY];
  const rule = want.rule ?? '*';
  return (
    (rule.endsWith('*') ? found.rule.startsWith(rule.slice(0, -1)) : found.rule === rule) &&
    (want.file === undefined || want.file === found.file) &&
    (want.severity === undefined || want.severity === found.severity) &&
    found.line >= first &&
    found.line <= last
  );
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}
