import { expect, test } from 'vitest';
import { type Files, lintFiles } from '../../../test/support/lint-files.ts';
import type { Finding } from '../../model/finding.ts';

const always: Files = {
  'prisma/schema.prisma': `model Contact {
  id    String @id @default(cuid())
  email String /// @encrypted
  note  String? /// @encrypted
}
`,
  'src/encrypted.ts': `import { PrismaClient } from '@prisma/client';
import { fieldEncryptionExtension } from 'prisma-field-encryption';
export const encrypted = new PrismaClient().$extends(fieldEncryptionExtension());
`,
};

async function findings(files: Files): Promise<readonly Finding[]> {
  const all = await lintFiles({ ...always, ...files }, { installed: { 'prisma-field-encryption': '1.6.0' } });
  return all.filter(({ rule }) => rule === 'blind-index/unextended-client');
}

const made = "import { PrismaClient } from '@prisma/client';\nconst db = new PrismaClient();\n";

test('a field that no new row can do without is written, whatever is given', async () => {
  expect(
    await findings({
      'src/a.ts': `${made}export const add = (input: object) => db.contact.create({ data: input });`,
    }),
  ).toMatchObject([
    {
      severity: 'warning',
      place: { file: 'src/a.ts' },
      message: expect.stringContaining('writes email of Contact as plain text'),
    },
  ]);
});

test.each([
  ['an update of what is not written out', 'db.contact.update({ where: { id }, data: input });'],
  ['other fields', 'db.contact.update({ where: { id }, data: { id: other } });'],
  ['null', 'db.contact.update({ where: { id }, data: { note: null } });'],
])('says nothing of %s', async (_what, code) => {
  expect(await findings({ 'src/a.ts': made + code })).toEqual([]);
});

test('a client that other files write with is reported in each of them', async () => {
  const files = {
    'src/db.ts': `${made}export { db };\n`,
    'src/one.ts':
      "import { db } from './db';\ndb.contact.create({ data: { email } });\ndb.contact.update({ where: { id }, data: { note } });\n",
    'src/two.ts': "import { db } from './db';\ndb.contact.create({ data: { email } });\n",
  };
  const found = await findings(files);
  expect(found.map(({ place }) => place.file)).toEqual(['src/one.ts', 'src/two.ts']);
  expect(found[0]?.related.map(({ place: { file } }) => file)).toEqual([
    'src/db.ts',
    'src/one.ts',
    'src/encrypted.ts',
    'prisma/schema.prisma',
  ]);
});

test('a client is reported once, where it is made', async () => {
  const text = `${made}db.contact.create({ data: { email } });\ndb.contact.update({ where: { id }, data: { note } });\n`;
  const found = await findings({ 'src/a.ts': text });
  expect(found.map(({ place: { start, end } }) => text.slice(start, end))).toEqual(['PrismaClient']);
  expect(found[0]?.message).toContain('email of Contact');
});
