import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPrisma } from '../../read/prisma/read-prisma.ts';
import { fieldOverrides } from './field-override.ts';

/** What the comments of a model say, by field, and what is wrong, with the text that it stands at. */
function overridesIn(lines: readonly string[]) {
  const text = `model Person {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
  const { prisma } = readPrisma('schema.prisma', text);
  const { overrides, problems } = fieldOverrides(prisma ?? { lineBreak: '\n', blocks: [], comments: [] });
  return {
    fields: Object.fromEntries([...overrides].map(([{ name }, override]) => [name, override])),
    problems: problems.map(({ message, start, end }) => `${text.slice(start, end)}: ${message}`),
  };
}

const random = { class: 'random-id', saidBy: 'comment', length: 40, rows: 100_000 };

test.each<[string, string[]]>([
  ['behind it', ['email String /// @encrypted encsafe-field: class=random-id length=40 rows=100000']],
  ['behind it, plain', ['email String // encsafe-field: class=random-id length=40 rows=100000']],
  ['above it', ['// encsafe-field: class=random-id, length=40, rows=100000', 'email String /// @encrypted']],
  [
    'above it, and more between',
    ['/// encsafe-field: class=random-id length=40 rows=100000', '', '// @encrypted', 'email String'],
  ],
  [
    'in a block',
    ['/**', ' * Invented.', ' * encsafe-field: class=random-id length=40 rows=100000', ' */', 'email String'],
  ],
  ['in two', ['// encsafe-field: class=random-id', 'email String // encsafe-field: length=40 rows=100000']],
  [
    'with a reason',
    ['// encsafe-field: class=random-id length=40 rows=100000 -- made by us', 'email String'],
  ],
  ['without a colon', ['// encsafe-field class=random-id length=40 rows=100000', 'email String']],
])('a comment %s says what a field holds', (_, lines) => {
  const other = ['id Int @id // not encsafe-field-like', ...lines, 'name String', '@@index([name])'];
  expect(overridesIn(other)).toEqual({ fields: { email: random }, problems: [] });
});

test.each<[string, string]>([
  ['clas=email', 'clas=email: clas says nothing of a field; did you mean class?'],
  ['colour=red', 'colour=red: colour says nothing of a field; class, length and rows do'],
  ['class=emial', 'class=emial: there is no class emial; did you mean email?'],
  ['class', 'class: class names a class of values: "class=email"'],
  ['rows=many', 'rows=many: rows is a whole number: "rows=100"'],
  ['length=-1', 'length=-1: length is a whole number: "length=100"'],
])('%s means nothing, and the rest counts', (written, problem) => {
  expect(overridesIn([`// encsafe-field: ${written} rows=7`, 'email String'])).toEqual({
    fields: { email: { rows: 7 } },
    problems: [problem],
  });
});

test.each<[string[]]>([
  [['email String', '// encsafe-field: rows=7']],
  [['email String', '// encsafe-field: rows=7', '@@index([email])', 'name String']],
  [['email String', '@@index([email]) // encsafe-field: rows=7', 'name String']],
])('a comment that no field follows says so', (lines) => {
  expect(overridesIn(lines)).toEqual({
    fields: {},
    problems: ['// encsafe-field: rows=7: this comment says something of a field, and none follows it'],
  });
});

test('problems lie inside of their comment, whatever it says', () => {
  const piece = fc.oneof(
    fc.constantFrom('class=email', 'rows=', '=', '--', ',', 'class=constructor', 'toString=1'),
    fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/[\r\n]/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const written = pieces.join(' ');
      for (const problem of overridesIn([`// encsafe-field: ${written}`, 'email String']).problems) {
        expect(written).toContain(problem.slice(0, problem.indexOf(': ')));
      }
    }),
  );
});
