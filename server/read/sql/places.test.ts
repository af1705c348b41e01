import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions, expressions, queries } from '../../../test/support/sql-corpus.ts';
import { misplaced } from '../../../test/support/sql-places.ts';
import { loadReader } from '../read.ts';

const reader = await loadReader('sql');
const read = (text: string) => reader('a.sql', text);

const understood = (text: string) => {
  const facts = read(text);
  return {
    problems: facts.problems,
    notUnderstood: facts.sql?.skipped['statements that are not understood'],
  };
};

test.each(expressions)('what is in the expression %s stands where it is said to', (expression) => {
  for (const text of [
    `SELECT ${expression}`,
    `SELECT 'ä😀', ${expression} AS x FROM t WHERE (${expression}) IS NULL`,
    `UPDATE t SET a = f((${expression}), 1) WHERE b = (${expression}) AND c`,
  ]) {
    expect(understood(text)).toEqual({ problems: [], notUnderstood: undefined });
    expect(misplaced(text, read(text), read)).toEqual([]);
  }
});

test.each([...queries, ...definitions])(
  'what is in the statement %s stands where it is said to',
  (statement) => {
    const text = `/* ä */ ${statement} -- é\n;`;
    expect(understood(text)).toEqual({ problems: [], notUnderstood: undefined });
    expect(misplaced(text, read(text), read)).toEqual([]);
  },
);

test('expressions put together at random stand where they are said to', () => {
  const leaf = fc.constantFrom(...expressions);
  const binary = fc.constantFrom('=', '<', '+', '->', '||', 'AND', 'OR', 'LIKE', 'IS DISTINCT FROM', '@>');
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.tuple(tie('node'), binary, tie('node')).map(([one, by, other]) => `(${one}) ${by} (${other})`),
      tie('node').map((one) => `(${one})`),
      tie('node').map((one) => `NOT (${one})`),
      tie('node').map((one) => `(${one})::s.t[]`),
      fc.tuple(tie('node'), tie('node')).map(([one, other]) => `s.f(${one}, (${other}))`),
      fc.tuple(tie('node'), tie('node')).map(([one, other]) => `((${one})) IN (${other}, 1)`),
      tie('node').map((one) => `(SELECT a FROM t WHERE (${one}) ORDER BY b)`),
    ),
  }));
  fc.assert(
    fc.property(node, (expression) => {
      const text = `SELECT ${expression} FROM t`;
      const facts = read(text);
      // Not every row of operators is legal: PostgreSQL's grammar says which.
      fc.pre(facts.problems.length === 0);
      expect(misplaced(text, facts, read)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
