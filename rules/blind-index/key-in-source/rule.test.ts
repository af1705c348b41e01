import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/key-in-source';
const head = `import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
`;

test('a literal stands at its own place, once, however many take it', async () => {
  const files = {
    'src/key.ts': `export const key = 'a key of thirty-two characters!!';`,
    'src/crypto.ts': `import { createCipheriv, createDecipheriv } from 'node:crypto';
      import { key } from './key';
      export const seal = (iv: Buffer, text: string) => createCipheriv('aes-256-gcm', key, iv).update(text);
      export const open = (iv: Buffer, text: Buffer) => createDecipheriv('aes-256-gcm', key, iv).update(text);`,
  };
  expect(await ruleFindings(id, files)).toEqual([`error 'a key of thirty-two characters!!'`]);
  const [finding] = await lintFiles(files);
  expect(finding?.related.map(({ message }) => message)).toEqual([
    'createCipheriv takes it here',
    'createDecipheriv takes it here',
  ]);
});

test('the key of an HMAC counts where its result is a lookup column', async () => {
  const files = {
    'src/a.ts': `${head}
      const hashEmail = (email: string) => createHmac('sha256', 'a pepper in the source').update(email).digest('hex');
      export const find = (email: string) => prisma.user.findUnique({ where: { emailHash: hashEmail(email) } });
      export const isSigned = (body: string, signature: string) =>
        createHmac('sha256', 'a webhook secret').update(body).digest('hex') === signature;`,
  };
  expect(await ruleFindings(id, files)).toEqual([`error 'a pepper in the source'`]);
});

test('an example of documentation says so', async () => {
  const findings = await lintFiles({
    'src/a.ts': `import Cryptr from 'cryptr';\nexport const cryptr = new Cryptr('myTotallySecretKey');`,
  });
  expect(findings.map(({ message }) => /example of its own documentation/.test(message))).toEqual([true]);
});

test('a vector that is the same for every value', async () => {
  const seal = (vector: string) =>
    `${head}export const seal = (text: string) => createCipheriv('aes-256-cbc', process.env.FIELD_KEY!, ${vector}).update(text);`;
  expect(await ruleFindings(id, { 'src/a.ts': seal(`'0123456789abcdef'`) })).toEqual([
    `error '0123456789abcdef'`,
  ]);
  expect(await ruleFindings(id, { 'src/a.ts': seal('process.env.FIELD_IV!') })).toEqual([
    'error process.env.FIELD_IV',
  ]);
  expect(await ruleFindings(id, { 'src/a.ts': seal('randomBytes(16)') })).toEqual([]);
});
