import { describe, expect, test } from 'vitest';
import type { EncryptionExtension, PrismaClients } from '../../../../rules/model/prisma-clients.ts';
import { analyseFiles, type Files } from '../../../../test/support/lint-files.ts';

const schema = `model Contact {
  id    String @id @default(cuid())
  email String /// @encrypted
  note  String? /// @encrypted
  name  String
}
`;

const head = `import { PrismaClient } from '@prisma/client';
import { fieldEncryptionExtension } from 'prisma-field-encryption';
`;

async function clientsOf(files: Files): Promise<PrismaClients> {
  const all = { 'prisma/schema.prisma': schema, ...files };
  const { project } = await analyseFiles(all, { installed: { 'prisma-field-encryption': '1.6.0' } });
  return project.blindIndex.clients;
}

async function extensionsOf(code: string): Promise<readonly EncryptionExtension[]> {
  return (await clientsOf({ 'src/db.ts': head + code })).extensions;
}

describe('the client that $extends returns is thrown away', () => {
  test.each([
    ['a statement', 'export const db = new PrismaClient();\ndb.$extends(fieldEncryptionExtension());'],
    [
      'without a semicolon',
      'const db = new PrismaClient()\ndb.$extends(fieldEncryptionExtension())\nexport { db }',
    ],
    ['awaited', 'export const db = new PrismaClient();\nawait db.$extends(fieldEncryptionExtension());'],
    ['behind void', 'export const db = new PrismaClient();\nvoid db.$extends(fieldEncryptionExtension());'],
    [
      'the extension by a local name',
      'const db = new PrismaClient();\nconst encryption = fieldEncryptionExtension();\ndb.$extends(encryption);\nexport default db;',
    ],
    [
      'in a function that returns the old client',
      'export function create() {\n  const db = new PrismaClient();\n  db.$extends(fieldEncryptionExtension());\n  return db;\n}',
    ],
    [
      'under a condition',
      'export const db = new PrismaClient();\nif (process.env.KEY) {\n  db.$extends(fieldEncryptionExtension());\n}',
    ],
    [
      'in the middle of a chain that is thrown away',
      "export const db = new PrismaClient();\ndb.$extends(fieldEncryptionExtension()).$extends({ name: 'x', model: {} });",
    ],
    [
      'of a receiver that is replaced later',
      'export let db = new PrismaClient();\ndb.$extends(fieldEncryptionExtension());\ndb = new PrismaClient();',
    ],
    [
      'in a constructor',
      'export class Service extends PrismaClient {\n  constructor() {\n    super();\n    this.$extends(fieldEncryptionExtension());\n  }\n}',
    ],
    [
      'in a hook of the container',
      'export class Service extends PrismaClient {\n  async onModuleInit() {\n    await this.$connect();\n    this.$extends(fieldEncryptionExtension());\n  }\n}',
    ],
    [
      'of a client that somebody hands over',
      'export function setUp(db: PrismaClient) {\n  db.$extends(fieldEncryptionExtension());\n}',
    ],
  ])('%s', async (_shape, code) => {
    expect((await extensionsOf(code)).map(({ result }) => result)).toEqual(['discarded']);
  });
});

describe('the client that $extends returns is kept', () => {
  test.each([
    ['declared', 'export const db = new PrismaClient().$extends(fieldEncryptionExtension());'],
    ['exported as the default', 'export default new PrismaClient().$extends(fieldEncryptionExtension());'],
    ['for CommonJS', 'module.exports = new PrismaClient().$extends(fieldEncryptionExtension());'],
    [
      'assigned',
      'export let db = new PrismaClient();\ndb = db.$extends(fieldEncryptionExtension()) as never;',
    ],
    [
      'returned',
      'export function create() {\n  return new PrismaClient().$extends(fieldEncryptionExtension());\n}',
    ],
    [
      'the body of an arrow function',
      'export const create = () => new PrismaClient().$extends(fieldEncryptionExtension());',
    ],
    ['an argument', 'register(new PrismaClient().$extends(fieldEncryptionExtension()));'],
    ['a property', 'export const all = { db: new PrismaClient().$extends(fieldEncryptionExtension()) };'],
    ['an item', 'export const all = [new PrismaClient().$extends(fieldEncryptionExtension())];'],
    [
      'one of two',
      'const base = new PrismaClient();\nexport const db = process.env.KEY ? base.$extends(fieldEncryptionExtension()) : base;',
    ],
    [
      'for want of another',
      'export const db = cached ?? new PrismaClient().$extends(fieldEncryptionExtension());',
    ],
    [
      'copied onto itself',
      'export class Service extends PrismaClient {\n  constructor() {\n    super();\n    Object.assign(this, this.$extends(fieldEncryptionExtension()));\n  }\n}',
    ],
    [
      'in a field of a class',
      'export class Service {\n  readonly db = new PrismaClient().$extends(fieldEncryptionExtension());\n}',
    ],
    [
      'extended once more',
      "export const db = new PrismaClient().$extends(fieldEncryptionExtension()).$extends({ name: 'x', model: {} });",
    ],
    [
      'declared and used',
      'const db = new PrismaClient().$extends(fieldEncryptionExtension());\nserve(() => db.contact.count());',
    ],
    ['taken apart', 'export const { contact } = new PrismaClient().$extends(fieldEncryptionExtension());'],
    [
      'yielded',
      'export function* make() {\n  yield new PrismaClient().$extends(fieldEncryptionExtension());\n}',
    ],
  ])('%s', async (_shape, code) => {
    expect((await extensionsOf(code)).map(({ result }) => result)).toEqual(['kept']);
  });
});

test('a client by a name that nothing uses is neither', async () => {
  const code =
    'const base = new PrismaClient();\nconst db = base.$extends(fieldEncryptionExtension());\nexport default base;';
  expect((await extensionsOf(code)).map(({ result }) => result)).toEqual(['unknown']);
});

test.each([
  [
    "import { fieldEncryptionExtension as encrypt } from 'prisma-field-encryption';\ndb.$extends(encrypt());",
    'prisma-field-encryption',
  ],
  [
    "import * as encryption from 'prisma-field-encryption';\ndb.$extends(encryption.fieldEncryptionExtension());",
    'prisma-field-encryption',
  ],
  [
    "const { fieldEncryptionExtension } = require('prisma-field-encryption');\ndb.$extends(fieldEncryptionExtension());",
    'prisma-field-encryption',
  ],
  [
    "import { fieldEncryptionExtension } from '@jrangulod/prisma-field-encryption';\ndb.$extends(fieldEncryptionExtension());",
    'prisma-field-encryption',
  ],
  [
    "import { fieldEncryptionExtension } from 'prisma-encryption';\ndb.$extends(fieldEncryptionExtension());",
    'prisma-encryption',
  ],
  [
    "import { fieldsealExtension } from '@fieldseal/prisma';\ndb.$extends(fieldsealExtension({ sealer }));",
    'fieldseal',
  ],
])('the package that %j is of', async (code, name) => {
  const { extensions } = await clientsOf({ 'src/a.ts': `import { db } from './db';\n${code}\n` });
  expect(extensions.map((one) => one.package)).toEqual([name]);
});

test.each([
  ["import { withAccelerate } from '@prisma/extension-accelerate';\ndb.$extends(withAccelerate());"],
  ["import { fieldEncryptionExtension } from './own';\ndb.$extends(fieldEncryptionExtension());"],
  ["import { fieldEncryptionExtension } from '@/lib/own';\ndb.$extends(fieldEncryptionExtension());"],
  [
    "import { Prisma } from '@prisma/client';\nimport { fieldEncryptionExtension } from 'prisma-field-encryption';\nconst own = Prisma.defineExtension((db) => db.model);\ndb.$extends(own);",
  ],
  ['const fieldEncryptionExtension = () => ({});\ndb.$extends(fieldEncryptionExtension());'],
])('another extension: %j', async (code) => {
  expect((await clientsOf({ 'src/a.ts': `import { db } from './db';\n${code}\n` })).extensions).toEqual([]);
});

describe('a client that is extended already', () => {
  const again = async (files: Files) => {
    const { extensions } = await clientsOf(files);
    return extensions.flatMap(({ extendedBefore, namePlace }) =>
      extendedBefore === undefined
        ? []
        : [(files[namePlace.file] ?? '').slice(0, namePlace.start).split('\n').length],
    );
  };

  test.each([
    [
      'in one chain',
      'export const db = new PrismaClient()\n  .$extends(fieldEncryptionExtension())\n  .$extends(fieldEncryptionExtension());',
      [5],
    ],
    [
      'through names',
      'const one = new PrismaClient().$extends(fieldEncryptionExtension());\nconst two = one;\nexport const three = two.$extends(fieldEncryptionExtension());',
      [5],
    ],
    [
      'by a class that extends itself',
      'class Service extends PrismaClient {\n  constructor() {\n    super();\n    Object.assign(this, this.$extends(fieldEncryptionExtension()));\n  }\n}\nexport const db = new Service().$extends(fieldEncryptionExtension());',
      [9],
    ],
    [
      'by a function',
      'const make = () => new PrismaClient().$extends(fieldEncryptionExtension());\nexport const db = make().$extends(fieldEncryptionExtension());',
      [4],
    ],
    [
      'in a cache',
      'const cache = globalThis as unknown as { db?: PrismaClient };\nconst base = cache.db || new PrismaClient();\nconst db = base.$extends(fieldEncryptionExtension()) as never;\ncache.db = db;\nexport default db;',
      [5],
    ],
    [
      'in the cache itself',
      'if (!global.db) global.db = new PrismaClient();\nglobal.db = global.db.$extends(fieldEncryptionExtension());\nexport const { db } = global;',
      [4],
    ],
  ])('%s', async (_how, code, lines) => {
    expect(await again({ 'src/db.ts': head + code })).toEqual(lines);
  });

  test.each([
    [
      'once, from two names',
      'const base = new PrismaClient();\nexport const one = base.$extends(fieldEncryptionExtension());\nexport const two = base.$extends(fieldEncryptionExtension());',
    ],
    [
      'once, where it is assigned',
      'export let db = new PrismaClient();\ndb = db.$extends(fieldEncryptionExtension()) as never;',
    ],
    [
      'only where it is made',
      'const cache = globalThis as unknown as { db?: PrismaClient };\nif (!cache.db) {\n  cache.db = new PrismaClient().$extends(fieldEncryptionExtension()) as never;\n}\nexport const { db } = cache;',
    ],
    [
      'the cache keeps the base',
      'const cache = globalThis as unknown as { db?: PrismaClient };\ncache.db ??= new PrismaClient();\nexport const db = cache.db.$extends(fieldEncryptionExtension());',
    ],
    [
      'only for a new one',
      'const cache = globalThis as unknown as { db?: PrismaClient };\nlet db = cache.db;\nif (!db) {\n  db = new PrismaClient();\n  db = db.$extends(fieldEncryptionExtension()) as never;\n  cache.db = db;\n}\nexport default db;',
    ],
    [
      'of a parameter',
      'export const encrypt = (db: PrismaClient) => db.$extends(fieldEncryptionExtension());',
    ],
    [
      'under a condition',
      'const base = process.env.KEY ? new PrismaClient().$extends(fieldEncryptionExtension()) : new PrismaClient();\nexport const db = base.$extends(fieldEncryptionExtension());',
    ],
  ])('is not one: %s', async (_how, code) => {
    expect(await again({ 'src/db.ts': head + code })).toEqual([]);
  });
});
