import { describe, expect, test } from 'vitest';
import { analyseFiles, type Files } from '../../../../test/support/lint-files.ts';

const always: Files = {
  'prisma/schema.prisma': `model Contact {
  id    String @id @default(cuid())
  email String /// @encrypted
  note  String? /// @encrypted
  name  String
}

model Visit {
  id   String @id @default(cuid())
  path String
}
`,
  'src/encrypted.ts': `import { PrismaClient } from '@prisma/client';
import { fieldEncryptionExtension } from 'prisma-field-encryption';
export const encrypted = new PrismaClient().$extends(fieldEncryptionExtension());
`,
};

/** What plain clients write: operation, encrypted fields as far as they are written out, and whether there may be more. */
async function written(code: string | Files, besides: Files = always): Promise<readonly string[]> {
  const files = { ...besides, ...(typeof code === 'string' ? { 'src/a.ts': code } : code) };
  const { project } = await analyseFiles(files, { installed: { 'prisma-field-encryption': '1.6.0' } });
  return project.blindIndex.clients.plain.flatMap(({ writes }) =>
    writes.map(
      ({ operation, fields, open }) =>
        `${operation} ${fields.map(({ name }) => name).join(',')}${open ? '…' : ''}`,
    ),
  );
}

const made = "import { PrismaClient } from '@prisma/client';\nconst db = new PrismaClient();\n";

test.each([
  ['db.contact.create({ data: { email, note: text } });', 'create email,note'],
  ["await db.contact.create({ data: { email: 'a', note: null, name: 'b' } });", 'create email'],
  ['db.contact.createMany({ data: [{ email: one }, { note: other }] });', 'createMany email,note'],
  ['db.contact.createManyAndReturn({ data: { email } });', 'createManyAndReturn email'],
  ['db.contact.update({ where: { id }, data: { note } });', 'update note'],
  ['db.contact.updateMany({ data: { note: { set: text } } });', 'updateMany note'],
  ['db.contact.upsert({ where: { id }, create: { email }, update: { note } });', 'upsert email,note'],
  ['db.contact.create({ data: input });', 'create …'],
  ['db.contact.create({ data: { ...input, email } });', 'create email…'],
  ['const data = { email, name };\ndb.contact.create({ data });', 'create email'],
  ['db.contact.createMany({ data: [...rows, { email }] });', 'createMany email…'],
  ['db.contact.createMany({ data: rows.map(({ email }) => ({ email })) });', 'createMany …'],
  ['db.Contact.create({ data: { email } });', 'create email'],
  ['db.contact.create({ data: { email: encrypt(email), note: text } });', 'create note'],
  ['db.contact.create({ data: encryptAll(input) });', 'create '],
  ['db.contact.createMany({ data: await other.contact.findMany() });', 'createMany '],
  [
    'const rows = await other.contact.findMany();\ndb.contact.createMany({ data: rows.map((row) => ({ ...row })) });',
    'createMany ',
  ],
  ['for (const row of await other.contact.findMany()) db.contact.create({ data: row });', 'create '],
  ['for (const row of rows) db.contact.create({ data: row });', 'create …'],
  [
    'const row = await other.contact.findFirst();\ndb.contact.create({ data: { email: row.email } });',
    'create ',
  ],
  ['const sealed = await vault.seal(email);\ndb.contact.create({ data: { email: sealed } });', 'create '],
  [
    'export const add = (email: string) => db.$transaction(async (tx) => tx.contact.create({ data: { email } }));',
    'create email',
  ],
  ['db.contact.delete({ where: { id } });', undefined],
  ['db.contact.findMany({ where: { email } });', undefined],
  ["db.visit.create({ data: { path: '/' } });", undefined],
  ['db.user.create({ data: { email } });', undefined],
])('what %j writes', async (code, expected) => {
  expect(await written(made + code)).toEqual(expected === undefined ? [] : [expected]);
});

const use = 'export const add = (email: string) => db.contact.create({ data: { email } });\n';

describe('a client without the extension', () => {
  test.each([
    ['a name', `${made}${use}`],
    [
      'under another name',
      `import { PrismaClient as Client } from '@prisma/client';\nconst db = new Client();\n${use}`,
    ],
    [
      'of a module as a whole',
      `import * as prisma from '@prisma/client';\nconst db = new prisma.PrismaClient();\n${use}`,
    ],
    [
      'of the default export',
      `import pkg from '@prisma/client';\nconst { PrismaClient } = pkg;\nconst db = new PrismaClient();\n${use}`,
    ],
    [
      'of CommonJS',
      `const { PrismaClient } = require('@prisma/client');\nconst db = new PrismaClient();\n${use}`,
    ],
    [
      'that a generator wrote elsewhere',
      `import { PrismaClient } from '../generated/prisma/client';\nconst db = new PrismaClient();\n${use}`,
    ],
    [
      'in a cache',
      `import { PrismaClient } from '@prisma/client';\nconst cache = globalThis as unknown as { db?: PrismaClient };\nconst db = cache.db ?? new PrismaClient();\nif (dev) cache.db = db;\n${use}`,
    ],
    [
      'in a variable',
      `import { PrismaClient } from '@prisma/client';\nlet db: PrismaClient;\nif (production) db = new PrismaClient({ log: [] });\nelse db = new PrismaClient();\n${use}`,
    ],
    [
      'of a function',
      `import { PrismaClient } from '@prisma/client';\nfunction make() {\n  const client = new PrismaClient();\n  client.$on('query', log);\n  return client;\n}\nconst db = make();\n${use}`,
    ],
    [
      'made in place',
      `import { PrismaClient } from '@prisma/client';\nexport const add = (email: string) => new PrismaClient().contact.create({ data: { email } });\n`,
    ],
    [
      'a field of a class',
      `import { PrismaClient } from '@prisma/client';\nexport class Contacts {\n  private readonly db = new PrismaClient();\n  add(email: string) {\n    return this.db.contact.create({ data: { email } });\n  }\n}\n`,
    ],
    [
      'a field that the constructor sets',
      `import { PrismaClient } from '@prisma/client';\nexport class Contacts {\n  readonly #db: PrismaClient;\n  constructor() {\n    this.#db = new PrismaClient();\n  }\n  add(email: string) {\n    return this.#db.contact.create({ data: { email } });\n  }\n}\n`,
    ],
    [
      'a class of its own',
      `import { PrismaClient } from '@prisma/client';\nexport class Contacts extends PrismaClient {\n  readonly log: Console;\n  constructor() {\n    super();\n    this.log = console;\n  }\n  add(email: string) {\n    return this.contact.create({ data: { email } });\n  }\n}\n`,
    ],
    [
      'a member of an object',
      `${made}const all = { db };\nexport const add = (email: string) => all.db.contact.create({ data: { email } });\n`,
    ],
    [
      'the one instance of a class',
      `import { PrismaClient } from '@prisma/client';\nexport class Database {\n  private static instance: PrismaClient;\n  static get() {\n    if (!Database.instance) Database.instance = new PrismaClient();\n    return Database.instance;\n  }\n}\nconst db = Database.get();\n${use}`,
    ],
    [
      'with computed fields',
      `${made.replace('new PrismaClient()', 'new PrismaClient().$extends({ result: { contact: {} } })')}${use}`,
    ],
    [
      'with an extension of Prisma',
      `import { withAccelerate } from '@prisma/extension-accelerate';\n${made.replace('new PrismaClient()', 'new PrismaClient().$extends(withAccelerate())')}${use}`,
    ],
  ])('%s', async (_how, code) => {
    expect(await written(code)).toEqual(['create email']);
  });

  test('of another file, by name, as the default and passed on', async () => {
    const files = {
      'src/db.ts':
        "import { PrismaClient } from '@prisma/client';\nexport const db = new PrismaClient();\nexport default db;\n",
      'src/index.ts': "export { db } from './db';\n",
    };
    for (const line of [
      "import { db } from './db';",
      "import db from './db';",
      "import { db } from '.';",
      "import { db } from './index.js';",
    ]) {
      expect(await written({ ...files, 'src/a.ts': `${line}\n${use}` })).toEqual(['create email']);
    }
  });

  test('injected by its class', async () => {
    const files = {
      'src/prisma.service.ts':
        "import { PrismaClient } from '@prisma/client';\nexport class PrismaService extends PrismaClient {}\n",
      'src/contacts.ts':
        "import { PrismaService } from './prisma.service';\nexport class Contacts {\n  constructor(private readonly prisma: PrismaService) {}\n  add(email: string) {\n    return this.prisma.contact.create({ data: { email } });\n  }\n}\n",
    };
    expect(await written(files)).toEqual(['create email']);
    const bound =
      "import { encrypted } from './encrypted';\nimport { PrismaService } from './prisma.service';\n@Module({ providers: [{ provide: PrismaService, useValue: encrypted }] })\nexport class AppModule {}\n";
    expect(await written({ ...files, 'src/app.module.ts': bound })).toEqual([]);
  });
});

describe('silent about', () => {
  const extension =
    "import { fieldEncryptionExtension, fieldEncryptionMiddleware } from 'prisma-field-encryption';\n";
  test.each([
    [
      'a client that is extended',
      `${extension}${made.replace('new PrismaClient()', 'new PrismaClient().$extends(fieldEncryptionExtension())')}${use}`,
    ],
    [
      'a client that an extended one is made of',
      `${extension}${made}export const other = db.$extends(fieldEncryptionExtension());\n${use}`,
    ],
    ['a client with the middleware', `${extension}${made}db.$use(fieldEncryptionMiddleware());\n${use}`],
    [
      'a client with a middleware that is not known',
      `${made}db.$use(async (params, next) => next(params));\n${use}`,
    ],
    [
      'an extension that is not known',
      `import { own } from './own';\n${made.replace('new PrismaClient()', 'new PrismaClient().$extends(own)')}${use}`,
    ],
    [
      'an extension that changes queries',
      `${made.replace('new PrismaClient()', 'new PrismaClient().$extends({ query: {} })')}${use}`,
    ],
    [
      'a client that becomes an extended one',
      `${extension}${made}Object.assign(db, db.$extends(fieldEncryptionExtension()));\n${use}`,
    ],
    [
      'a client that a function may change',
      `import { encryptFields } from './own';\n${made}encryptFields(db);\n${use}`,
    ],
    [
      'a client that a function changes',
      `${made}function set(client: PrismaClient) {\n  client.$use(own);\n}\nset(db);\n${use}`,
    ],
    [
      'a parameter',
      "import type { PrismaClient } from '@prisma/client';\nexport const add = (db: PrismaClient, email: string) => db.contact.create({ data: { email } });\n",
    ],
    [
      'a client that is sometimes extended',
      `${extension}${made.replace('const db', 'const base')}const db = process.env.KEY ? base.$extends(fieldEncryptionExtension()) : base;\n${use}`,
    ],
    [
      'a client of another package',
      `import { PrismaClient } from '@acme/db';\nconst db = new PrismaClient();\n${use}`,
    ],
    [
      'a class that extends itself',
      `${extension}import { PrismaClient } from '@prisma/client';\nclass Service extends PrismaClient {\n  constructor() {\n    super();\n    Object.assign(this, this.$extends(fieldEncryptionExtension()));\n  }\n}\nconst db = new Service();\n${use}`,
    ],
    [
      'a class that returns another',
      `import { PrismaClient } from '@prisma/client';\nimport { extend } from './own';\nclass Service extends PrismaClient {\n  constructor() {\n    super();\n    return extend(this) as this;\n  }\n}\nconst db = new Service();\n${use}`,
    ],
    [
      'a client that gets another model',
      `${made}import { encrypted } from './encrypted';\n(db as any).contact = encrypted.contact;\n${use}`,
    ],
    [
      'a client whose model is defined anew',
      `${made}import { encrypted } from './encrypted';\nObject.defineProperty(db, 'contact', { get: () => encrypted.contact });\n${use}`,
    ],
    [
      'a member that becomes an extended client',
      `${extension}${made}const all: any = { db };\nall.db = all.db.$extends(fieldEncryptionExtension());\nexport const add = (email: string) => all.db.contact.create({ data: { email } });\n`,
    ],
    [
      'a member that a function sets',
      `import { encrypted } from './encrypted';\n${made}const all: any = { db };\nfunction set(to: any) {\n  to.db = encrypted;\n}\nset(all);\nexport const add = (email: string) => all.db.contact.create({ data: { email } });\n`,
    ],
    [
      'a member by a computed name',
      `import { encrypted } from './encrypted';\n${made}const all: any = { db };\nfor (const one of Object.keys(all)) all[one] = encrypted;\nexport const add = (email: string) => all.db.contact.create({ data: { email } });\n`,
    ],
    [
      'the client of another schema',
      `import { PrismaClient } from './generated/billing';\nconst db = new PrismaClient();\n${use}`,
    ],
    [
      'something that only looks like a client',
      `import { api } from './api';\nexport const add = (email: string) => api.contact.create({ data: { email } });\n`,
    ],
  ])('%s', async (_what, code) => {
    expect(await written(code)).toEqual([]);
  });

  test('a project that extends no client', async () => {
    const { 'src/encrypted.ts': _, ...rest } = always;
    expect(await written(made + use, rest)).toEqual([]);
  });

  test('a client that another file gives a middleware', async () => {
    const files = {
      'src/db.ts': `${made}export { db };\n`,
      'src/a.ts': `import { db } from './db';\n${use}`,
      'src/set.ts': "import { db } from './db';\nimport { own } from './own';\ndb.$use(own);\n",
    };
    expect(await written(files)).toEqual([]);
    expect(await written({ ...files, 'src/set.ts': '' })).toEqual(['create email']);
  });

  test('a project that throws its extended client away', async () => {
    const thrown = `import { fieldEncryptionExtension } from 'prisma-field-encryption';\nexport const other = new PrismaClient();\nother.$extends(fieldEncryptionExtension());\n`;
    expect(await written(made + use, { ...always, 'src/encrypted.ts': thrown })).toEqual([]);
  });

  test('a package with two databases', async () => {
    const database = 'datasource db {\n  provider = "postgresql"\n  url      = env("URL")\n}\n';
    const first = { ...always, 'prisma/schema.prisma': `${database}${always['prisma/schema.prisma']}` };
    const other = `${database}model Contact {\n  id    String @id\n  email String\n}\n`;
    expect(await written(made + use, first)).toEqual(['create email']);
    expect(await written(made + use, { ...first, 'analytics/schema.prisma': other })).toEqual([]);
  });
});
