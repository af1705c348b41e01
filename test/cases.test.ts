import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { caseNames, casesFolder } from './support/case-files.ts';
import { runIn } from './support/run-command.ts';

/** What `expect.yaml` of a case says. */
interface Expectation {
  readonly about: string;
  readonly args?: readonly string[];
  readonly must?: readonly Wanted[];
  readonly mustNot?: readonly Wanted[];
  readonly errors?: 'none';
  readonly cost?: readonly WantedCost[];
}

interface Wanted {
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  readonly lines?: readonly [number, number];
  readonly severity?: string;
}

type WantedCost = { readonly file: string; readonly path: string } & Readonly<Record<string, unknown>>;

interface Found {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly severity: string;
  readonly message: string;
}

describe.each(caseNames)('%s', (name) => {
  const folder = path.join(casesFolder, name);
  const expectation: Expectation = parse(readFileSync(path.join(folder, 'expect.yaml'), 'utf8'));
  const json = async (command: string) => {
    const { stdout } = await runIn(folder, [command, '--format', 'json', ...(expectation.args ?? []), '.']);
    return JSON.parse(stdout);
  };

  test(expectation.about, async () => {
    const { findings }: { findings: readonly Found[] } = await json('lint');
    const found = findings.map(({ rule, file, line, severity, message }) => ({
      rule,
      file,
      line,
      severity,
      message,
    }));
    const missing = (expectation.must ?? []).filter((want) => !found.some((one) => matches(want, one)));
    const unwanted = (expectation.mustNot ?? []).flatMap((want) => found.filter((one) => matches(want, one)));
    const errors = expectation.errors === 'none' ? found.filter(({ severity }) => severity === 'error') : [];
    expect({ missing, unwanted, errors, found }).toMatchObject({ missing: [], unwanted: [], errors: [] });
  });

  if (expectation.cost === undefined) return;

  test.each(expectation.cost.map((wanted) => [wanted.file, wanted.path, wanted] as const))(
    'costs of %s, %s',
    async (file, field, wanted) => {
      const { fields }: { fields: readonly Record<string, unknown>[] } = await json('cost');
      const got = fields.find((one) => one.file === file && one.path === field);
      expect(got).toMatchObject(closeTo(wanted));
    },
  );
});

/** `{ about, within }` as a matcher, everything else as it is. */
function closeTo(wanted: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => {
      if (value === null || typeof value !== 'object') return [key, value];
      const { about, within } = value as { about?: number; within?: number };
      if (about === undefined || within === undefined) return [key, closeTo(value)];
      const asymmetricMatch = (got: unknown) =>
        typeof got === 'number' && Math.abs(got - about) <= Math.abs(about) * within;
      return [key, { asymmetricMatch, toString: () => `${about} within ${within}` }];
    }),
  );
}

function matches(want: Wanted, found: Found): boolean {
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
