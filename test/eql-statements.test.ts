import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Finding, Fix } from '../rules/model/finding.ts';
import { toEdits } from '../server/edit/edits.ts';
import { applyEdits } from '../server/edit/text-edit.ts';
import { caseFiles, caseNames } from './support/case-files.ts';
import { type EqlEngine, openEqlEngine } from './support/eql-engine.ts';
import { type Outcome, runProject } from './support/eql-project.ts';
import { analyseFiles, type Files, lintFiles } from './support/lint-files.ts';
import { readPages } from './support/pages.ts';

let engine: EqlEngine;

beforeAll(async () => {
  engine = await openEqlEngine();
}, 120_000);

afterAll(() => engine.close());

interface Sample {
  readonly name: string;
  readonly files: Files;
}

/** The release that the engine has. */
const options = { eql: '3.0.4' } as const;

/** Every case and every example of a page that has SQL of v3 alone. */
const samples: readonly Sample[] = [
  ...caseNames
    .filter((name) => name.startsWith('eql/'))
    .map((name) => {
      const { 'expect.yaml': expectation = '', ...files } = caseFiles(name);
      return { name, files, args: parse(expectation).args ?? [] };
    }),
  ...readPages()
    .filter(({ id }) => id.startsWith('eql/'))
    .flatMap(({ id, examples }) =>
      examples.map(({ line, files, eql, proxy }) => ({
        name: `${id}, line ${line}`,
        files,
        args: [...(eql === undefined ? [] : ['--eql', eql]), ...(proxy ? ['--proxy'] : [])],
      })),
    ),
].filter(
  ({ files, args }) =>
    !args.some((arg: string) => /^[12]\.|proxy/.test(arg)) &&
    Object.entries(files).some(([file, text]) => file.endsWith('.sql') && text.includes('eql_v3')) &&
    !Object.values(files).some((text) => /eql_v2|cs_/.test(text)),
);

/** What is said of an engine other than this one: without superusers, or before EQL is in it. */
const ofOthers = ['eql/ore-portability', 'eql/install-order'];

function within(findings: readonly Finding[], { file, start, end }: Outcome): Finding[] {
  return findings.filter(({ place }) => place.file === file && place.start >= start && place.start <= end);
}

function codesOf(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ rule }) => !ofOthers.includes(rule))
    .flatMap(({ message }) => {
      const codes = /\(PostgreSQL codes? ([^)]*)\)$/.exec(message)?.[1] ?? '';
      return [...codes.matchAll(/\b[0-9A-Z]{5}\b/g)].map(([code]) => code);
    });
}

/** Where the engine raises what no finding says, or takes what a finding says that it raises. */
function disagreements(outcomes: readonly Outcome[], findings: readonly Finding[]): string[] {
  let broken = false;
  return outcomes.flatMap((outcome) => {
    const { file, text, code } = outcome;
    // What was not made by a statement that failed is missing behind it.
    if (broken && code === '42P01') return [];
    broken ||= code !== undefined;
    const codes = codesOf(within(findings, outcome));
    return code === undefined && codes.length === 0
      ? []
      : code !== undefined && codes.includes(code)
        ? []
        : [`${file}: ${codes.join(', ') || 'nothing'} was said, ${code ?? 'nothing'} is raised: ${text}`];
  });
}

test('every statement raises the code that a finding says, and none where none does', async () => {
  let statements = 0;
  for (const { name, files } of samples) {
    const outcomes = await runProject(engine, files);
    statements += outcomes.length;
    const found = disagreements(outcomes, await lintFiles(files, options));
    expect.soft([name, found]).toEqual([name, []]);
  }
  console.log(`${statements} statements of ${samples.length} samples`);
  expect(statements).toBeGreaterThan(500);
}, 300_000);

/** Of these a query goes through the index that the sample has, but for inequality and for an order that comes second. */
const throughIndex = ['eql/in-list', 'eql/operand-type', 'eql/order-by-column'];
const withoutIndex = /\bNOT IN\b|<>|ORDER BY (?!eql_v3)/;

test('a fix of SQL is accepted, ends its finding, and reaches the index', async () => {
  let plans = 0;
  const fixes: Record<string, number> = {};
  for (const { name, files } of samples) {
    const findings = await lintFiles(files, options);
    if (!findings.some((one) => one.fixes.length > 0)) continue;
    const before = await runProject(engine, files);
    for (const [finding, fix] of findings.flatMap((one) => one.fixes.map((fix) => [one, fix] as const))) {
      const fixed = await withFix(files, fix);
      if (fixed === undefined) continue;
      fixes[finding.rule] = (fixes[finding.rule] ?? 0) + 1;
      const left = await lintFiles(fixed, options);
      const queries = indexQueries(files, fixed);
      const after = await runProject(engine, { ...fixed, ...queries.files });
      const changed = judged(after).filter(
        ({ file, text }) => !before.some((one) => one.file === file && one.text === text),
      );
      const unserved = changed.flatMap(({ file, text, plan }) => {
        const index = queries.indexes.get(text);
        const reaches = throughIndex.includes(finding.rule) && file in files && !withoutIndex.test(text);
        if (plan === undefined || (index === undefined && !reaches)) return [];
        // A table without the column's type, or without partitions.
        if (after.some(fails) || plan.includes('One-Time Filter: false')) return [];
        plans += 1;
        return plan.includes(index ?? 'Index') ? [] : [`${text}\n${plan}`];
      });
      const count = (all: readonly Finding[]) => all.filter((one) => same(one, finding)).length;
      expect
        .soft({
          name,
          rule: finding.rule,
          fix: fix.title,
          again: count(left),
          wrong: disagreements(judged(after), left),
          refused: refusedIn(changed, left),
          unserved,
        })
        .toMatchObject({ again: count(findings) - 1, wrong: [], refused: [], unserved: [] });
    }
  }
  console.log(fixes, `${plans} plans`);
  expect(Object.keys(fixes).length).toBeGreaterThan(10);
}, 300_000);

const same = (one: Finding, other: Finding) =>
  one.rule === other.rule && one.message === other.message && one.place.file === other.place.file;

/** Statements that the engine refuses though nothing else is said to be wrong with them. */
function refusedIn(outcomes: readonly Outcome[], findings: readonly Finding[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.code === undefined || codesOf(within(findings, outcome)).includes(outcome.code)
      ? []
      : [`${outcome.code}: ${outcome.text}`],
  );
}

/** Without what fails because a statement of the schema before it, that the fix left alone, did. */
function judged(outcomes: readonly Outcome[]): readonly Outcome[] {
  const broken = outcomes.findIndex(fails);
  return outcomes.filter(({ code }, at) => code === undefined || broken === -1 || at <= broken);
}

const fails = ({ code, text }: Outcome) => code !== undefined && /^(?:CREATE|ALTER)/i.test(text);

/** The files after a fix; undefined where it changes others than SQL. */
async function withFix(files: Files, fix: Fix): Promise<Files | undefined> {
  const { facts, texts } = await analyseFiles(files, options);
  const edits = toEdits(fix, (name) => {
    const own = facts.find((one) => one.file === name);
    const text = texts.get(name);
    return own === undefined || text === undefined ? undefined : { facts: own, text };
  });
  if (edits === undefined || !edits.every(({ file }) => file.endsWith('.sql'))) return undefined;
  const fixed = { ...files };
  for (const file of new Set(edits.map((edit) => edit.file))) {
    fixed[file] = applyEdits(
      files[file] ?? '',
      edits.filter((edit) => edit.file === file),
    );
  }
  return fixed;
}

const searches: Readonly<Record<string, string>> = {
  eq_term: '=',
  ord_term: '>',
  ord_term_ore: '>',
  match_term: '@@',
  to_ste_vec_query: '@>',
};

/** For each index that the fix makes a query that it serves. */
function indexQueries(files: Files, fixed: Files): { files: Files; indexes: ReadonlyMap<string, string> } {
  const indexes = new Map<string, string>();
  for (const [file, text] of Object.entries(fixed)) {
    for (const [, name = '', table = '', extractor = '', column = ''] of text.matchAll(creation)) {
      const operator = searches[extractor];
      const had = files[file] ?? '';
      // Of two indexes over one term PostgreSQL takes either.
      if (operator === undefined || had.includes(`eql_v3.${extractor}(${column})`)) continue;
      indexes.set(`SELECT 1 FROM ${table} WHERE ${column} ${operator} $1`, name.replaceAll('"', ''));
    }
  }
  return {
    files: { 'queries/of the fix.sql': [...indexes.keys()].map((one) => `${one};\n`).join('') },
    indexes,
  };
}

const identifier = '(?:"[^"]+"|\\w+)';
const creation = new RegExp(
  `CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(${identifier})\\s+ON ((?:${identifier}\\.)?${identifier})(?: USING \\w+)?\\s*\\(\\(?eql_v3\\.(\\w+)\\((${identifier})\\)`,
  'gi',
);
