import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/key-fallback';
const file = 'src/field-encryption.ts';
const sealing = (setUp: string, key: string) => ({
  [file]: `import { createCipheriv, randomBytes } from 'node:crypto';
${setUp}
export const encryptField = (text: string) => createCipheriv('aes-256-gcm', ${key}, randomBytes(12)).update(text);
`,
});

test('the fix throws where the literal stood, whatever stands around it', async () => {
  const title = 'throw where FIELD_KEY is not set';
  const throwing = `(() => { throw new Error('FIELD_KEY is not set'); })()`;
  for (const around of ['*', 'Buffer.from(*)', '(*) as string', '`${*}`']) {
    const setUp = (other: string) =>
      `const key = ${around.replace('*', `process.env.FIELD_KEY || ${other}`)};`;
    expect(await afterFix(sealing(setUp(`'other'`), 'key'), file, title)).toBe(
      sealing(setUp(throwing), 'key')[file],
    );
  }
});

test('the default of a settings schema goes', async () => {
  const setUp = (schema: string) =>
    `import { z } from 'zod';\nconst env = z.object({ FIELD_KEY: ${schema} }).parse(process.env);`;
  const title = 'take the default away, so that FIELD_KEY must be set';
  const before = sealing(setUp(`z.string().min(32).default('other')`), 'env.FIELD_KEY');
  expect(await afterFix(before, file, title)).toBe(
    sealing(setUp('z.string().min(32)'), 'env.FIELD_KEY')[file],
  );
});

test.each([
  [`process.env.FIELD_KEY ? process.env.FIELD_KEY : 'other'`, [`error 'other'`]],
  [`process.env.FIELD_KEY === undefined ? 'other' : process.env.FIELD_KEY`, [`error 'other'`]],
  [`process.env.NODE_ENV === 'production' ? process.env.FIELD_KEY : 'other'`, []],
  [`process.env.OLD_KEYS ? process.env.FIELD_KEY : 'other'`, []],
])('one of two, by what the condition asks: %s', async (key, findings) => {
  expect(await ruleFindings(id, sealing(`const key = ${key};`, 'key'))).toEqual(findings);
});

test('an argument is worked out in any case, so that no fix is offered', async () => {
  const files = sealing(`const key = config.get('FIELD_KEY', 'other');`, 'key');
  expect(await ruleFindings(id, files)).toEqual([`error 'other'`]);
  expect(await afterFix(files, file, 'throw where FIELD_KEY is not set')).toBeUndefined();
});

test('a cipher of anything else than fields is another matter', async () => {
  const code = sealing(`const key = process.env.COOKIE_KEY || 'other';`, 'key')[file] ?? '';
  expect(await ruleFindings(id, { 'src/cookies.ts': code.replace('encryptField', 'sealCookie') })).toEqual(
    [],
  );
});

test.each([
  ['a column of ciphertexts', `db.user.create({ data: { phoneEncrypted: seal(phone) } })`],
  [
    'a column of whatever name',
    `db.page.upsert({ where: { id }, create: { accessToken: encryptToken(phone) } })`,
  ],
  ['a path of Mongoose', `new Schema({ phone: { type: String, set: seal, get: open } })`],
  ['a column of TypeORM', `Column({ transformer: { to: (value: string) => seal(value), from: open } })`],
  [
    'a custom type of Drizzle',
    `customType({ dataType: () => 'text', toDriver: (value: string) => seal(value) })`,
  ],
])('what writes %s serves fields', async (_, use) => {
  const files = {
    'src/crypto.ts': `import { createCipheriv, randomBytes } from 'node:crypto';
      const key = process.env.DATA_KEY || 'other';
      export function seal(text: string) { return createCipheriv('aes-256-gcm', key, randomBytes(12)).update(text); }
      export const encryptToken = (text: string) => seal(text);`,
    'src/users.ts': `import { PrismaClient } from '@prisma/client';
      import { encryptToken, seal } from './crypto';
      const db = new PrismaClient();
      export const use = (id: string, phone: string) => ${use};`,
  };
  expect(await ruleFindings(id, files)).toEqual([`error 'other'`]);
});
