import { expect, test } from 'vitest';
import { toEdits } from '../../../server/edit/edits.ts';
import { applyEdits } from '../../../server/edit/text-edit.ts';
import { finish, lintInSteps } from '../../../server/lint.ts';
import { analyseFiles, settingsOf } from '../../../test/support/lint-files.ts';
import { rule } from './rule.ts';

const head = `import { PrismaClient } from '@prisma/client';
import { fieldEncryptionExtension } from 'prisma-field-encryption';

`;

/** What the finding underlines, and the code after its suggestion; undefined where it offers none. */
async function suggested(code: string): Promise<readonly (string | undefined)[]> {
  const text = head + code;
  const options = { installed: { 'prisma-field-encryption': '1.6.0' } };
  const { project, facts } = await analyseFiles({ 'src/db.ts': text }, options);
  const findings = finish(lintInSteps(project, facts, [rule], settingsOf(options)));
  return findings.map(({ fixes: [fix], place }) => {
    expect(text.slice(place.start, place.end)).toBe('$extends');
    const own = facts.find(({ file }) => file === 'src/db.ts');
    const edits = fix && own && toEdits(fix, () => ({ facts: own, text }));
    expect(fix?.safe ?? false).toBe(false);
    return edits && applyEdits(text, edits).slice(head.length);
  });
}

test.each([
  [
    'a name that is bound again',
    'let db = new PrismaClient();\ndb.$on("query", log);\nif (test) db = other;\ndb.$extends(fieldEncryptionExtension());\nexport default db;\n',
    'let db = new PrismaClient();\ndb.$on("query", log);\nif (test) db = other;\ndb = db.$extends(fieldEncryptionExtension());\nexport default db;\n',
  ],
  [
    'a name for a new client',
    'export const db = new PrismaClient();\n\ndb.$extends(\n  fieldEncryptionExtension({ encryptionKey: process.env.KEY }),\n);\n\nexport default db;\n',
    'export const db = new PrismaClient().$extends(\n  fieldEncryptionExtension({ encryptionKey: process.env.KEY }),\n);\n\nexport default db;\n',
  ],
  [
    'a client of a cache, which is extended only where it is made',
    'const db = cache.db ?? new PrismaClient({ log: [] });\nif (dev) cache.db = db;\nawait db.$extends(fieldEncryptionExtension());\nexport default db;\n',
    'const db = cache.db ?? new PrismaClient({ log: [] }).$extends(fieldEncryptionExtension());\nif (dev) cache.db = db;\nexport default db;\n',
  ],
  [
    'in a function',
    'export function make() {\n  const db = new PrismaClient();\n  db.$extends(fieldEncryptionExtension());\n  return db;\n}\n',
    'export function make() {\n  const db = new PrismaClient().$extends(fieldEncryptionExtension());\n  return db;\n}\n',
  ],
  [
    'a class',
    'export class Service extends PrismaClient {\n  constructor() {\n    super();\n    this.$extends(fieldEncryptionExtension());\n  }\n}\n',
    'export class Service extends PrismaClient {\n  constructor() {\n    super();\n    Object.assign(this, this.$extends(fieldEncryptionExtension()));\n  }\n}\n',
  ],
])('keeps the client: %s', async (_how, before, after) => {
  expect(await suggested(before)).toEqual([after]);
});

test.each([
  [
    'another client would lack $on',
    'export const db = new PrismaClient();\ndb.$on("query", log);\ndb.$extends(fieldEncryptionExtension());\n',
  ],
  [
    'the extension is not there yet',
    'export const db = new PrismaClient();\nconst own = fieldEncryptionExtension();\ndb.$extends(own);\n',
  ],
  [
    'it depends',
    'export const db = new PrismaClient();\nif (process.env.KEY) db.$extends(fieldEncryptionExtension());\n',
  ],
  [
    'the client is somebody else’s',
    'export function setUp(db: PrismaClient) {\n  db.$extends(fieldEncryptionExtension());\n}\n',
  ],
  [
    'the client was used before',
    'export const db = new PrismaClient();\nexport function setUp() {\n  db.$extends(fieldEncryptionExtension());\n}\n',
  ],
  ['it is imported', "import { db } from './client';\ndb.$extends(fieldEncryptionExtension());\n"],
])('offers nothing: %s', async (_why, code) => {
  expect(await suggested(code)).toEqual([undefined]);
});
