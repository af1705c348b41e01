import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeStatement } from './remove-statement.ts';
import { applyEdits } from './text-edit.ts';

function without(text: string, expression: string): string {
  const start = text.indexOf(expression);
  return applyEdits(text, [removeStatement({ file: 'a.ts', start, end: start + expression.length }, text)]);
}

test.each([
  ['a line of its own', 'one();\ntwo();\nthree();\n', 'one();\nthree();\n'],
  ['between empty lines', 'one();\n\ntwo();\n\nthree();\n', 'one();\n\nthree();\n'],
  ['with await', 'one();\n  await two();\nthree();\n', 'one();\nthree();\n'],
  ['without a semicolon', 'one()\ntwo()\nthree()\n', 'one()\nthree()\n'],
  ['beside another', 'one(); two(); three();\n', 'one();  three();\n'],
  ['the last one', 'one();\r\ntwo();', 'one();\r\n'],
  ['with a comment behind it', 'two(); // why\n', ' // why\n'],
])('%s', (_where, before, after) => {
  expect(without(before, 'two()')).toBe(after);
});

test('nothing but white space and the statement goes', () => {
  const space = fc.stringMatching(/^[ \n]{0,4}$/);
  fc.assert(
    fc.property(space, space, fc.constantFrom('', ';'), (before, after, end) => {
      const text = `one();${before === '' ? ' ' : before}two()${end}${after}\nthree();`;
      expect(without(text, 'two()').replaceAll(/\s/g, '')).toBe('one();three();');
    }),
  );
});
