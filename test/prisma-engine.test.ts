import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getDMMF } from '@prisma/internals';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPrisma } from '../server/read/prisma/read-prisma.ts';
import { root } from './support/pages.ts';
import {
  forPrisma7,
  modelsByEngine,
  modelsByReader,
  modelsOf,
  type PrismaModels,
} from './support/prisma-engine.ts';

const folder = path.join(root, 'fixtures');
const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.prisma'))
  .sort()
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  // Those of Prisma Next are none to these engines.
  .filter(({ text }) => !text.includes('cipherstash.'));

function models(text: string): PrismaModels {
  const { prisma } = readPrisma('schema.prisma', text);
  if (prisma === undefined) throw new Error('no facts');
  return modelsByReader(prisma, text);
}

describe.each(schemas)('$name', ({ text }) => {
  test('the reader sees what the engines of Prisma 6 and 7 see', async () => {
    const seventh = forPrisma7(text);
    const { datamodel } = await getDMMF({ datamodel: seventh });
    expect(models(seventh)).toEqual(modelsOf(datamodel));
    // The sixth refuses a datasource without an address.
    const sixth = text.replace(/(datasource \w+ \{\n)(?![^}]*\burl\s*=)/, '$1  url = "x"\n');
    expect(models(sixth)).toEqual(modelsByEngine(6, sixth));
  });

  test('nothing in it is called unreadable, but for what stands behind a brace', () => {
    expect(readPrisma('schema.prisma', text).problems).toEqual([]);
  });
});

const pieces = [
  ...['/// a', '// b', '/* c */', '/* c\n d */', '/**/', '///', '//', '////x', '/*', '*/', '/** e */ '],
  ...[
    ' /// behind',
    ' // behind',
    ' /* behind */',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '\u00a0',
    '\u2003',
    '\r\n',
    '\r',
  ],
  ...['{', '}', '"', '@', '@@', '(', ')', '[]', '?', ' {}', '\\"', '-', '_', 'é', '日'],
  ...['  extra String', '  extra Int?\n', '  @@index([id])\n', '@default("a // b")', '@ignore', '"//"'],
  ...[
    'enum E {\n a\n b // c\n}\n',
    'model X {\n id Int @id\n}\n',
    'modelX {\n id Int @id\n}',
    'generator g {\n provider = "x"\n}\n',
  ],
];

/** A schema in which something was added, doubled, moved or left out. */
const mutant = fc
  .record({
    schema: fc.constantFrom(...schemas.map(({ text }) => forPrisma7(text))),
    changes: fc.array(
      fc.record({
        how: fc.constantFrom('line', 'line', 'line', 'behind', 'insert', 'cut', 'move', 'indent', 'carriage'),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        to: fc.double({ min: 0, max: 1, noNaN: true }),
        piece: fc.constantFrom(...pieces),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ schema, changes }) => {
    let text = schema;
    for (const { how, at, to, piece } of changes) {
      const lines = text.split('\n');
      const line = Math.min(lines.length - 1, Math.floor(at * lines.length));
      const offset = Math.floor(at * text.length);
      if (how === 'insert') text = text.slice(0, offset) + piece + text.slice(offset);
      else if (how === 'cut') text = text.slice(0, offset) + text.slice(offset + 1 + Math.floor(to * 3));
      else if (how === 'carriage') text = text.replaceAll('\n', '\r\n');
      else {
        if (how === 'line') lines.splice(line, 0, piece);
        else if (how === 'behind') lines[line] += piece;
        else if (how === 'indent') lines[line] = ` ${lines[line]}`;
        else lines.splice(Math.floor(to * lines.length), 0, ...lines.splice(line, 1));
        text = lines.join('\n');
      }
    }
    return text;
  });

test('whatever the engine accepts of a changed schema, the reader sees the same', () => {
  let compared = 0;
  fc.assert(
    fc.property(mutant, (text) => {
      const expected = modelsByEngine(7, text);
      const found = models(text);
      if (expected === undefined) return;
      compared += 1;
      expect(found).toEqual(expected);
    }),
    { numRuns: 6000 },
  );
  expect(compared).toBeGreaterThan(2000);
});
