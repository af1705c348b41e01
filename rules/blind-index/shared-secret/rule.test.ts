import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/shared-secret';
const file = 'src/field-encryption.ts';
const sealing = (key: string) => ({
  [file]: `import { createCipheriv, randomBytes } from 'node:crypto';
export const encryptField = (text: string) => createCipheriv('aes-256-gcm', ${key}, randomBytes(12)).update(text);
`,
});

describe('secrets of something else', () => {
  test.each(
    `JWT_SECRET ADMIN_JWT_SECRET JWT_KEY NEXTAUTH_SECRET AUTH_SECRET BETTER_AUTH_SECRET SESSION_SECRET SESSION_PASSWORD
     COOKIE_SECRET APP_KEY SECRET_KEY_BASE PAYLOAD_SECRET ACCESS_TOKEN_SECRET`.split(/\s+/),
  )('%s', async (name) => {
    expect(await ruleFindings(id, sealing(`process.env.${name}!`))).toEqual([`warning process.env.${name}`]);
  });
});

describe('keys of fields, by their names', () => {
  test.each(
    `ENCRYPTION_KEY FIELD_KEY DATA_KEY SECRET_KEY MASTER_SECRET SESSION_DATA_ENCRYPTION_KEY TOKEN_ENCRYPTION_KEY
     TOKEN_KEY JWT_PAYLOAD_CIPHER_KEY COOKIE_NAME KEY`.split(/\s+/),
  )('%s', async (name) => {
    expect(await ruleFindings(id, sealing(`process.env.${name}!`))).toEqual([]);
  });
});

test('a secret that stands in is named with what it stands in for, and has no fix', async () => {
  const [finding, ...others] = await lintFiles(sealing('(process.env.FIELD_KEY ?? process.env.JWT_SECRET!)'));
  expect(others).toEqual([]);
  expect(finding?.message).toContain('where FIELD_KEY is not set');
  expect(finding?.fixes).toEqual([]);
});

test('the fix takes a variable of its own', async () => {
  const title = 'read FIELD_ENCRYPTION_KEY instead: what is stored must then be encrypted anew';
  expect(await afterFix(sealing('process.env.JWT_SECRET!'), file, title)).toBe(
    sealing('process.env.FIELD_ENCRYPTION_KEY!')[file],
  );
});
