import { expect, test } from 'vitest';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const file = 'prisma/schema.prisma';
const id = 'blind-index/searchable-secret';
const pfe = { installed: { 'prisma-field-encryption': '1.6.0' } };

const schema = (field: string, hash = '') => ({
  [file]: `model Account {\n  id String @id\n  ${field} String /// @encrypted\n${hash}}\n`,
});

test.each([
  'password',
  'newPassword',
  'passphrase',
  'securityAnswer',
  'pin',
  'pinCode',
  'otp',
  'verificationCode',
])('%s can be decrypted', async (field) => {
  expect(await ruleFindings(id, schema(field), pfe)).toEqual(['warning @encrypted']);
});

test('one finding for a field, searchable or not', async () => {
  const hash = '  pinHash String? @unique /// @encryption:hash(pin)?saltEnv=SALT\n';
  expect(await ruleFindings(id, schema('pin', hash), pfe)).toEqual(['warning @encrypted']);
});

test.each([
  'apiKey',
  'accessToken',
  'totpSecret',
  'webhookSecret',
  'privateKey',
  'passwordHash',
  'hashedPassword',
  'password_digest',
  'passwordHint',
  'passwordResetToken',
  'pinned',
  'otpToken',
  'email',
])('%s is none to hash slowly', async (field) => {
  expect(await ruleFindings(id, schema(field), pfe)).toEqual([]);
});

test('a password that is not encrypted is somebody else’s matter', async () => {
  const files = {
    [file]: 'model Account {\n  id String @id\n  email String /// @encrypted\n  password String\n}\n',
  };
  expect(await ruleFindings(id, files, pfe)).toEqual([]);
});
