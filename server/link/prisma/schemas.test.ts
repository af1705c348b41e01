import { expect, test } from 'vitest';
import type { Files } from '../../../test/support/lint-files.ts';
import { loadReader, syntaxOfText } from '../../read/read.ts';
import { createEvaluator } from '../evaluate.ts';
import { blocksOf, prismaSchemas } from './schemas.ts';

/** The schemas of a table of files, of which those in `unread` are not read yet, and what is wanted. */
async function schemasOf(files: Files, unread: readonly string[] = []) {
  const read = await Promise.all(
    Object.entries(files)
      .filter(([file]) => !unread.includes(file))
      .map(async ([file, text]) => {
        const syntax = syntaxOfText(file, text);
        if (syntax === undefined) throw new Error(`${file} is not read`);
        return (await loadReader(syntax))(file, text);
      }),
  );
  const byName = new Map(read.map((facts) => [facts.file, facts]));
  const host = {
    facts: (file: string) => byName.get(file),
    exists: (file: string) => Object.hasOwn(files, file),
    names: () => Object.keys(files),
    packageOf: (file: string) => /^packages\/[^/]+/.exec(file)?.[0] ?? '',
  };
  const wanted = new Set<string>();
  const schemas = prismaSchemas(read, createEvaluator(host, wanted), host, wanted);
  return {
    schemas,
    names: schemas.map((schema) => schema.files.map(({ file }) => file)),
    wanted: [...wanted].sort(),
  };
}

const base = 'datasource db {\n  provider = "postgresql"\n}\n';
const model = (name: string) => `model ${name} {\n  id Int @id\n}\n`;

test.each<[string, Files]>([
  ['package.json', { 'package.json': '{ "prisma": { "schema": "./db/schema" } }' }],
  ['prisma.config.ts', { 'prisma.config.ts': "export default defineConfig({ schema: './db/schema' });" }],
  ['prisma.config.mjs', { 'prisma.config.mjs': "export default { schema: 'db/schema/' };" }],
  [
    'a path that is joined',
    {
      'prisma.config.ts':
        "import path from 'node:path';\nexport default defineConfig({ schema: path.join(__dirname, 'db', 'schema') });",
    },
  ],
  [
    'a name for the path',
    {
      '.config/prisma.ts':
        "const schema = '../db/schema';\nexport default { schema } satisfies PrismaConfig;",
    },
  ],
])('a folder that %s names is one schema, with the folders in it', async (_, configuration) => {
  const { schemas, names } = await schemasOf({
    ...configuration,
    'db/old.prisma': base + model('Old'),
    'db/schema/base.prisma': base,
    'db/schema/user.prisma': model('User'),
    'db/schema/shop/order.prisma': model('Order'),
  });
  expect(names).toEqual([
    ['db/old.prisma'],
    ['db/schema/base.prisma', 'db/schema/shop/order.prisma', 'db/schema/user.prisma'],
  ]);
  expect(schemas.map((schema) => blocksOf(schema).map(({ block }) => block.name))).toEqual([
    ['db', 'Old'],
    ['db', 'Order', 'User'],
  ]);
});

test('without a configuration the files around the one with the datasource belong together', async () => {
  const { names } = await schemasOf({
    'prisma/schema.prisma': base,
    'prisma/models/user.prisma': model('User'),
    'packages/db/schema.prisma': base + model('Post'),
    'packages/db/more.prisma': model('Tag'),
    'contract.prisma': 'model Member {\n  email cipherstash.TextEq()\n}\n',
  });
  expect(names).toEqual([
    ['contract.prisma'],
    ['packages/db/more.prisma', 'packages/db/schema.prisma'],
    ['prisma/models/user.prisma', 'prisma/schema.prisma'],
  ]);
});

test('two files with a datasource each are two schemas, and a third between them is of neither', async () => {
  const { names } = await schemasOf({
    'prisma/mysql.prisma': base + model('A'),
    'prisma/postgres.prisma': base + model('A'),
    'prisma/user.prisma': model('User'),
  });
  expect(names).toEqual([['prisma/mysql.prisma'], ['prisma/postgres.prisma'], ['prisma/user.prisma']]);
});

test('a configuration names one file of several', async () => {
  const { names } = await schemasOf({
    'package.json': '{ "prisma": { "schema": "prisma/a.prisma" } }',
    'prisma/a.prisma': base,
    'prisma/b.prisma': model('B'),
  });
  expect(names).toEqual([['prisma/a.prisma'], ['prisma/b.prisma']]);
});

test('what was not read is asked for, and until then a schema is not whole', async () => {
  const files = {
    'package.json': '{}',
    'prisma.config.ts': "export default { schema: 'prisma' };",
    'prisma/base.prisma': base,
    'prisma/user.prisma': model('User'),
  };
  const first = await schemasOf(files, ['package.json', 'prisma.config.ts', 'prisma/base.prisma']);
  expect(first.wanted).toEqual(['package.json', 'prisma.config.ts']);
  const second = await schemasOf(files, ['prisma/base.prisma']);
  expect(second.schemas.map(({ whole }) => whole)).toEqual([false]);
  expect(second.wanted).toEqual(['prisma/base.prisma']);
  const last = await schemasOf(files);
  expect(last.schemas.map(({ whole }) => whole)).toEqual([true]);
  expect(last.wanted).toEqual([]);
});

test('a single file asks for nothing', async () => {
  const { names, wanted } = await schemasOf({ 'package.json': '{}', 'a.prisma': model('A') }, [
    'package.json',
  ]);
  expect(names).toEqual([['a.prisma']]);
  expect(wanted).toEqual([]);
});
