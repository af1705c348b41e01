import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldKeys } from '../../../../rules/model/field-keys.ts';
import type { Place } from '../../../../rules/model/place.ts';
import { analyseFiles, type Files } from '../../../../test/support/lint-files.ts';

async function keysOf(files: Files): Promise<FieldKeys> {
  return (await analyseFiles(files)).project.blindIndex.keys;
}

/** What one key of the first file is: the kind, and the text of its origin. */
async function originOf(setUp: string, key: string, more: Files = {}) {
  const files: Files = {
    'src/field-encryption.ts': `import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
${setUp}
export const encryptField = (text: string) => createCipheriv('aes-256-gcm', ${key}, randomBytes(12)).update(text);
`,
    ...more,
  };
  const { uses } = await keysOf(files);
  const textAt = ({ file, start, end }: Place) => (files[file] ?? '').slice(start, end);
  return uses.map(({ origin, ofFields }) => {
    expect(ofFields).toBe(true);
    const variable = origin.kind === 'literal' ? undefined : origin.variable;
    return [origin.kind, ...(variable === undefined ? [] : [variable]), textAt(origin.place)].join(' ');
  });
}

describe('a key that is written in the source', () => {
  test.each([
    ['a name', `const key = 'a key of thirty-two characters!!';`, 'key'],
    ['bytes of it', `const key = 'a key of thirty-two characters!!';`, `Buffer.from(key, 'utf8')`],
    [
      'a digest of it',
      `const key = 'a key of thirty-two characters!!';`,
      `createHash('sha256').update(key).digest()`,
    ],
    [
      'a slow derivation of it',
      `const key = 'a key of thirty-two characters!!';`,
      `scryptSync(key, 'salt', 32)`,
    ],
    ['a part of it', `const key = 'a key of thirty-two characters!!';`, 'key.padEnd(40, "0").slice(0, 32)'],
    [
      'a property',
      `const settings = { crypto: { key: 'a key of thirty-two characters!!' } } as const;`,
      'settings.crypto.key',
    ],
    ['a function', `function key() { return 'a key of thirty-two characters!!'; }`, 'key()'],
  ])('%s', async (_, setUp, key) => {
    expect(await originOf(setUp, key)).toEqual([`literal 'a key of thirty-two characters!!'`]);
  });

  test('in another file', async () => {
    const more = {
      'src/settings.ts': `export const settings = { key: 'a key of thirty-two characters!!' };`,
    };
    expect(await originOf(`import { settings } from './settings';`, 'settings.key', more)).toEqual([
      `literal 'a key of thirty-two characters!!'`,
    ]);
  });

  test.each([
    ['random bytes', '', 'randomBytes(32)'],
    ['what a package gives', `import { key } from 'somewhere';`, 'key'],
    ['a parameter', '', 'globalThis.key'],
    ['a text with an unknown part', 'declare const part: string;', '`literal-${part}`'],
    ['a placeholder', `const key = '<your key here>';`, 'key'],
    [
      'one of several keys',
      `function key(version: number) { if (version === 1) return 'the key before'; return process.env.FIELD_KEY!; }`,
      'key(1)',
    ],
    ['nothing', `const key = '';`, 'key'],
  ])('unless it is %s', async (_, setUp, key) => {
    expect(await originOf(setUp, key)).toEqual([]);
  });
});

describe('a literal that stands in', () => {
  test.each([
    ['||', `const key = process.env.FIELD_KEY || 'other';`, 'key'],
    ['??', `const key = process.env['FIELD_KEY'] ?? 'other';`, 'key'],
    [
      'one of two variables',
      `const key = process.env.FIELD_KEY || process.env.KEY_BEFORE || 'other';`,
      'key',
    ],
    ['a call', `const key = config.get('FIELD_KEY', 'other');`, 'key'],
    ['a later assignment', `let key = process.env.FIELD_KEY;\nif (!key) key = 'other';`, 'key!'],
    [
      'a function',
      `function key() { if (process.env.FIELD_KEY) return process.env.FIELD_KEY; return 'other'; }`,
      'key()',
    ],
    [
      'a default of zod',
      `import { z } from 'zod';\nconst env = z.object({ FIELD_KEY: z.string().default('other') }).parse(process.env);`,
      'env.FIELD_KEY',
    ],
    [
      'a schema with a name',
      `import { z } from 'zod';\nconst schema = z.object({ FIELD_KEY: z.string().min(5).default('other') });\nconst { data } = schema.safeParse(process.env);`,
      'data!.FIELD_KEY',
    ],
    [
      't3-env',
      `import { createEnv } from '@t3-oss/env-core';\nconst env = createEnv({ server: { FIELD_KEY: z.string().default('other') }, runtimeEnv: process.env });`,
      'env.FIELD_KEY',
    ],
    [
      'envalid',
      `import { cleanEnv, str } from 'envalid';\nconst env = cleanEnv(process.env, { FIELD_KEY: str({ default: 'other' }) });`,
      'env.FIELD_KEY',
    ],
  ])('%s', async (_, setUp, key) => {
    expect(await originOf(setUp, key)).toEqual([`fallback FIELD_KEY 'other'`]);
  });

  test('in a property of a class', async () => {
    const { uses } = await keysOf({
      'src/field-encryption.ts': `import { createCipheriv } from 'node:crypto';
        export class FieldCipher {
          readonly #key = Buffer.from(process.env.FIELD_KEY || 'other');
          readonly second: string;
          constructor() { this.second = process.env.SECOND_KEY ?? 'other'; }
          encrypt(text: string, iv: Buffer) { return createCipheriv('aes-256-gcm', this.#key, iv).update(text); }
          again(text: string, iv: Buffer) { return createCipheriv('aes-256-gcm', this.second, iv).update(text); }
        }`,
    });
    expect(uses.map(({ origin }) => (origin.kind === 'fallback' ? origin.variable : origin.kind))).toEqual([
      'FIELD_KEY',
      'SECOND_KEY',
    ]);
  });

  test.each([
    ['empty', `const key = process.env.FIELD_KEY || '';`, 'key', 'variable FIELD_KEY process.env.FIELD_KEY'],
    [
      'a call that may throw',
      `const key = process.env.FIELD_KEY ?? fail();`,
      'key',
      'variable FIELD_KEY process.env.FIELD_KEY',
    ],
    [
      'for development',
      `let key = process.env.FIELD_KEY;\nif (!key && process.env.NODE_ENV !== 'production') key = 'other';`,
      'key!',
      'variable FIELD_KEY process.env.FIELD_KEY',
    ],
    [
      'behind what throws in production',
      `function key() { const own = process.env.FIELD_KEY; if (own) return own; if (process.env.NODE_ENV === 'production') throw new Error(); return 'other'; }`,
      'key()',
      'variable FIELD_KEY process.env.FIELD_KEY',
    ],
    [
      'for tests, by envalid',
      `import { cleanEnv, str } from 'envalid';\nconst env = cleanEnv(process.env, { FIELD_KEY: str({ devDefault: 'other' }) });`,
      'env.FIELD_KEY',
      'variable FIELD_KEY env.FIELD_KEY',
    ],
  ])('unless it is %s', async (_, setUp, key, origin) => {
    expect(await originOf(setUp, key)).toEqual([origin]);
  });

  test('unless the start fails', async () => {
    const guarded = `const key = process.env.FIELD_KEY || 'other';\nif (process.env.NODE_ENV === 'production' && key === 'other') throw new Error();`;
    expect(await originOf(guarded, 'key')).toEqual([]);
  });
});

test('a variable that stands in for another', async () => {
  const [use] = (
    await keysOf({
      'src/field-encryption.ts': `import { createCipheriv, randomBytes } from 'crypto';
        const key = process.env.FIELD_KEY ?? process.env.JWT_SECRET!;
        export const encryptField = (text: string) => createCipheriv('aes-256-gcm', key, randomBytes(12)).update(text);`,
    })
  ).uses;
  expect(use?.origin).toMatchObject({ kind: 'variable', variable: 'JWT_SECRET', instead: 'FIELD_KEY' });
});

test('what takes keys', async () => {
  const literal = `'a literal of some length'`;
  const { uses } = await keysOf({
    'src/a.ts': `import { EncryptionTransformer } from 'typeorm-encrypted';
      import { Column, Entity } from 'typeorm';
      import { StringProvider } from 'ciphersweet-js';
      import Cryptr from 'cryptr';
      import CryptoJS from 'crypto-js';
      @Entity() export class User {
        @Column({ transformer: new EncryptionTransformer({ key: ${literal}, algorithm: 'aes-256-cbc', ivLength: 16, iv: ${literal} }) })
        ssn!: string;
        @Column({ type: 'varchar', encrypt: { key: ${literal}, algorithm: 'aes-256-cbc', ivLength: 16 } })
        phone!: string;
      }
      export const provider = new StringProvider(${literal});
      export const cryptr = new Cryptr(${literal});
      export const seal = (text: string) => CryptoJS.AES.encrypt(text, ${literal});`,
    'src/b.js': `const encrypt = require('mongoose-encryption');
      const { fieldEncryption } = require('mongoose-field-encryption');
      const EncryptedField = require('sequelize-encrypted');
      schema.plugin(encrypt, { encryptionKey: ${literal}, signingKey: process.env.SIGNING_KEY, encryptedFields: ['age'] });
      schema.plugin(fieldEncryption, { fields: ['a'], secret: process.env.SECRET_KEY, saltGenerator: () => '1234567890123456' });
      schema.plugin(fieldEncryption, { fields: ['b'], secret: process.env.SECRET_KEY, saltGenerator: (secret) => secret.slice(0, 16) });
      schema.plugin(other, { secret: ${literal} });
      const fields = EncryptedField(Sequelize, ${literal});`,
    'src/c.ts': `import { fieldEncryptionExtension } from 'prisma-encryption';
      export const client = base.$extends(fieldEncryptionExtension({ encryptionKey: process.env.ONE_KEY, decryptionKeys: [process.env.TWO_KEY, ${literal}] }));`,
  });
  expect(uses.map(({ taker, purpose, origin }) => `${taker} ${purpose} ${origin.kind}`).sort()).toEqual(
    [
      'typeorm-encrypted encryption literal',
      'typeorm-encrypted iv literal',
      'typeorm-encrypted encryption literal',
      'ciphersweet-js encryption literal',
      'cryptr encryption literal',
      'crypto-js encryption literal',
      'mongoose-encryption encryption literal',
      'mongoose-encryption encryption variable',
      'mongoose-field-encryption encryption variable',
      'mongoose-field-encryption iv literal',
      'mongoose-field-encryption encryption variable',
      'sequelize-encrypted encryption literal',
      'prisma-encryption encryption variable',
      'prisma-encryption encryption variable',
      'prisma-encryption encryption literal',
    ].sort(),
  );
});

describe('initialisation vectors', () => {
  test.each<[string, string, number]>([
    ['a literal', `'0123456789abcdef'`, 1],
    ['zeroes', 'Buffer.alloc(16)', 1],
    ['zeroes with a name', 'zeroes', 1],
    ['a variable', `Buffer.from(process.env.FIELD_IV!, 'hex')`, 1],
    ['random bytes', 'randomBytes(16)', 0],
    ['none', 'null', 0],
    ['filled later', 'filled', 0],
    ['a parameter', 'given', 0],
  ])('%s', async (_, vector, count) => {
    const { uses } = await keysOf({
      'src/a.ts': `import { createCipheriv, randomBytes, randomFillSync } from 'node:crypto';
        const zeroes = Buffer.alloc(16, 0);
        const filled = Buffer.alloc(16);
        randomFillSync(filled);
        export const seal = (text: string, given: Buffer) => createCipheriv('aes-256-cbc', process.env.FIELD_KEY!, ${vector}).update(text);`,
    });
    expect(uses.filter(({ purpose }) => purpose === 'iv')).toHaveLength(count);
  });
});

describe('digests in lookup columns', () => {
  const found = async (files: Files) => {
    const { hashes } = await keysOf(files);
    return hashes.map(
      ({ place, algorithm, model, column }) =>
        `${algorithm} ${model ?? '?'}.${column} ${(files[place.file] ?? '').slice(place.start, place.end)}`,
    );
  };
  const head = `import { createHash } from 'node:crypto';\nimport { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();\n`;

  test.each([
    [
      'of Prisma',
      'export const f = (email: string) => prisma.user.create({ data: { emailHash: createHash("sha256").update(email).digest("hex") } });',
      'sha256 user.emailHash createHash("sha256")',
    ],
    [
      'through a name',
      'export async function f(email: string) { const emailHash = createHash("md5").update(email.toLowerCase()).digest("hex"); await prisma.user.findFirst({ where: { emailHash } }); }',
      'md5 user.emailHash createHash("md5")',
    ],
    [
      'in a comparison',
      'export const f = (phone: string) => prisma.user.findMany({ where: { OR: [{ phone_bidx: { in: [createHash("sha512").update(phone).digest("base64")] } }] } });',
      'sha512 user.phone_bidx createHash("sha512")',
    ],
    [
      'of what a form sends',
      'export async function f(form: FormData) { const email = String(form.get("email")); await prisma.user.create({ data: { emailHash: createHash("sha256").update(email).digest("hex") } }); }',
      'sha256 user.emailHash createHash("sha256")',
    ],
    [
      'of Drizzle',
      'export const f = (email: string) => db.select().from(users).where(eq(users.emailHash, createHash("sha256").update(email).digest("hex")));',
      'sha256 users.emailHash createHash("sha256")',
    ],
    [
      'of Knex',
      'export const f = (email: string) => knex("users").where("email_hash", createHash("sha256").update(email).digest("hex"));',
      'sha256 users.email_hash createHash("sha256")',
    ],
    [
      'of a document before it is saved',
      'schema.pre("save", function () { this.emailHash = createHash("sha256").update(this.email).digest("hex"); });',
      'sha256 ?.emailHash createHash("sha256")',
    ],
    [
      'through a helper for anything',
      'const sha = (data: string) => createHash("sha256").update(data).digest("hex");\nexport const f = (email: string, file: Buffer) => prisma.user.create({ data: { emailHash: sha(email), photoHash: sha(file) } });',
      'sha256 user.emailHash sha',
    ],
    [
      'through a helper that may give nothing',
      'function hashEmail(email?: string) { if (!email) return null; return createHash("sha256").update(email).digest("hex"); }\nexport const f = (email: string) => prisma.user.create({ data: { emailHash: hashEmail(email) } });',
      'sha256 user.emailHash createHash("sha256")',
    ],
    [
      'behind a function that brings it into one form',
      'import { normalizeEmail } from "validator";\nexport const f = (email: string) => prisma.user.create({ data: { emailHash: createHash("sha256").update(normalizeEmail(email)).digest("hex") } });',
      'sha256 user.emailHash createHash("sha256")',
    ],
    [
      'of Supabase',
      'export const f = (email: string) => supabase.from("users").select("id").eq("email_hash", createHash("sha256").update(email).digest("hex"));',
      'sha256 users.email_hash createHash("sha256")',
    ],
    [
      'through relations',
      'export const f = (email: string) => prisma.post.create({ data: { author: { connectOrCreate: { where: { emailHash: createHash("sha256").update(email).digest("hex") }, create: {} } } } });',
      'sha256 ?.emailHash createHash("sha256")',
    ],
    [
      'in a column without a name of its own',
      'export const f = (email: string) => prisma.user.create({ data: { lookupHash: createHash("sha256").update(email).digest("hex") } });',
      'sha256 user.lookupHash createHash("sha256")',
    ],
  ])('%s', async (_, code, expected) => {
    expect(await found({ 'src/a.ts': head + code })).toEqual([expected]);
  });

  test('by a service that is handed in', async () => {
    const files = {
      'src/hashing.service.ts': `import { createHash } from 'crypto';
        export class HashingService { hashEmail(value: string) { return createHash('sha256').update(value.trim()).digest('hex'); } }`,
      'src/users.service.ts': `import { PrismaService } from './prisma.service';
        import { HashingService } from './hashing.service';
        export class UsersService {
          constructor(private readonly prisma: PrismaService, private readonly hashing: HashingService) {}
          find(email: string) { return this.prisma.user.findUnique({ where: { emailHash: this.hashing.hashEmail(email) } }); }
        }`,
    };
    expect(await found(files)).toEqual([`sha256 user.emailHash hashEmail`]);
  });

  test.each([
    [
      'of a token',
      'export const f = (token: string) => prisma.session.create({ data: { tokenHash: createHash("sha256").update(token).digest("hex") } });',
    ],
    [
      'in the parameters of an address',
      'export const f = (url: URL, email: string) => url.searchParams.set("email_hash", createHash("sha256").update(email).digest("hex"));',
    ],
    [
      'in a document of a log',
      'export const f = (email: string) => prisma.log.create({ data: { event: "login", details: { emailHash: createHash("sha256").update(email).digest("hex") } } });',
    ],
    [
      'of a token in a column for addresses',
      'export const f = (token: string) => prisma.session.create({ data: { emailHash: createHash("sha256").update(token).digest("hex") } });',
    ],
    [
      'with a secret in front',
      'export const f = (email: string) => prisma.user.create({ data: { emailHash: createHash("sha256").update(process.env.PEPPER + email).digest("hex") } });',
    ],
    [
      'with a secret first',
      'export const f = (email: string) => prisma.user.create({ data: { emailHash: createHash("sha256").update(process.env.PEPPER!).update(email).digest("hex") } });',
    ],
    [
      'of random bytes',
      'import { randomBytes } from "crypto";\nexport const f = () => { const value = randomBytes(32); return prisma.user.create({ data: { emailHash: createHash("sha256").update(value).digest("hex") } }); };',
    ],
    [
      'of a picture',
      'export const f = (photo: Buffer) => prisma.user.create({ data: { photoHash: createHash("sha256").update(photo).digest("hex") } });',
    ],
    [
      'that nobody stores',
      'export const f = (email: string) => log.info({ emailHash: createHash("sha256").update(email).digest("hex") });',
    ],
    [
      'with a key on another way',
      'function hashEmail(email: string) { if (process.env.KEY) return hmac(email); return createHash("sha256").update(email).digest("hex"); }\nexport const f = (email: string) => prisma.user.create({ data: { emailHash: hashEmail(email) } });',
    ],
  ])('but none %s', async (_, code) => {
    expect(await found({ 'src/a.ts': head + code })).toEqual([]);
  });
});

test('any code can be read, also such as goes in circles', async () => {
  const lines = [
    `import { createCipheriv, createHash, createHmac } from 'crypto';`,
    'let a = a;',
    'const b = b || "x";',
    'const c = d; const d = c;',
    'function f(x) { if (x) return f(x); return g(f); }',
    'function g(y) { return f(y) ?? g(y) ?? process.env.FIELD_KEY; }',
    'class K { key = this.key; constructor() { this.key = this.key || "x"; } encryptField(v) { return this.encryptField(v); } }',
    'const key = f(g(f(1)));',
    'let e = process.env.FIELD_KEY; e ||= "x"; e = e + e;',
    'export const encryptField = (v) => (e ? createCipheriv("aes-256-gcm", key, f(v)) : v);',
    'export const hashEmail = (email) => createHash("sha256").update(f(email)).digest("hex");',
    'db.user.create({ data: { emailHash: hashEmail(hashEmail(a)), ...c, x: f(g(b)) } });',
    'db.user.create({ data: { emailHash: createHmac("sha256", e).update(f(c)).digest("hex") } });',
    'createCipheriv("aes-256-gcm", b, c); createCipheriv("aes-256-gcm", new K().key, e);',
    'if (e === b) { throw f(e); }',
  ];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: 1 }), async (some) => {
      await keysOf({ 'src/field-encryption.ts': some.join('\n') });
    }),
    { numRuns: 60 },
  );
});
