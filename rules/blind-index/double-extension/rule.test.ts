import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

async function doubled(files: Readonly<Record<string, string>>) {
  const found = await lintFiles(files, { installed: { 'prisma-field-encryption': '1.6.0' } });
  return found.filter(({ rule }) => rule === 'blind-index/double-extension');
}

const client =
  "import { PrismaClient } from '@prisma/client';\nimport { fieldEncryptionExtension } from 'prisma-field-encryption';\n";

test('shows the call that extended the client first, in another file', async () => {
  const files = {
    'src/db.ts': `${client}export const db = new PrismaClient().$extends(fieldEncryptionExtension());\n`,
    'src/app.ts': `${client}import { db } from './db';\nexport const app = db.$extends(fieldEncryptionExtension());\n`,
  };
  expect(await doubled(files)).toMatchObject([
    { severity: 'error', place: { file: 'src/app.ts' }, related: [{ place: { file: 'src/db.ts' } }] },
  ]);
});

test('a middleware on a client of a cache is added at each reload', async () => {
  const text = `import { PrismaClient } from '@prisma/client';
import { fieldEncryptionMiddleware } from 'prisma-field-encryption';
declare global { var db: PrismaClient }
if (!global.db) global.db = new PrismaClient();
global.db.$use(fieldEncryptionMiddleware());
`;
  expect(await doubled({ 'src/db.ts': text })).toMatchObject([
    { message: expect.stringContaining('call it only where the client is made') },
  ]);
  const once = text
    .replace('global.db = new PrismaClient();\nglobal', '{\n  global.db = new PrismaClient();\n  global')
    .replace('ware());', 'ware());\n}');
  expect(await doubled({ 'src/db.ts': once })).toEqual([]);
});

test('two packages that encrypt different fields are no double', async () => {
  const text = `${client}import { fieldsealExtension } from '@fieldseal/prisma';
export const db = new PrismaClient().$extends(fieldEncryptionExtension()).$extends(fieldsealExtension({ sealer }));
`;
  expect(await doubled({ 'src/db.ts': text })).toEqual([]);
});
