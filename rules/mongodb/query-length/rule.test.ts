import { expect, test } from 'vitest';
import { queryFindings, queryMessages } from '../../../test/support/lint-queries.ts';

const id = 'mongodb/query-length';

const asking = (operator: string, path: string, operand: string, text: string) =>
  `people.find({ $expr: { ${operator}: { input: "$${path}", ${operand}: ${text} } } });`;

test.each([
  ['surname', '"ab"'],
  ['surname', '"abcdef"'],
  ['surname', '"^^^"'],
  ['surname', '"e\\u0301a"'],
])('a prefix of %s: %s', async (path, text) => {
  expect(await queryFindings(id, asking('$encStrStartsWith', path, 'prefix', text))).toHaveLength(1);
});

test.each([
  ['$encStrStartsWith', 'surname', 'prefix', '"abc"'],
  ['$encStrStartsWith', 'surname', 'prefix', 'text'],
  // Two code points of two units each, and one more.
  ['$encStrEndsWith', 'phone', 'suffix', '"😀😀a"'],
  // Where diacritics count, so does a combining mark.
  ['$encStrEndsWith', 'phone', 'suffix', '"e\\u0301a"'],
  ['$encStrNormalizedEq', 'phone', 'string', '""'],
  ['$encStrContains', 'unknown', 'substring', '"a"'],
  // That it is the wrong operator is another rule's word.
  ['$encStrContains', 'surname', 'substring', '"a"'],
])('nothing to say of %s on %s, %s: %s', async (operator, path, operand, text) => {
  expect(await queryFindings(id, asking(operator, path, operand, text))).toEqual([]);
});

test('a text in a constant is judged where it is written', async () => {
  const code = `const ending = 'ab';\n${asking('$encStrEndsWith', 'phone', 'suffix', 'ending')}`;
  expect(await queryFindings(id, code)).toEqual(["'ab'"]);
});

test('the message counts what is left after folding', async () => {
  const [message] = await queryMessages(id, asking('$encStrStartsWith', 'surname', 'prefix', '"a^^^"'));
  expect(message).toContain('1 code point after folding');
});
