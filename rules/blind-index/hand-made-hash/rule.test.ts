import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';

const file = 'src/players.ts';
const title = 'take createHmac with a key from LOOKUP_KEY: the stored digests must then be made anew';
const key = `process.env.LOOKUP_KEY ?? (() => { throw new Error('LOOKUP_KEY is not set'); })()`;
const finding = (imports: string, made: string) => ({
  [file]: `${imports}
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
const hashEmail = (email: string) => ${made}.update(email.trim()).digest('hex');
export const find = (email: string) => prisma.player.findUnique({ where: { emailHash: hashEmail(email) } });
export const byPhone = (phone: string) => prisma.player.findMany({ where: { phoneHash: hashEmail(phone) } });
`,
});

test('one finding a function that makes it, with every use, the class, the bits and the time', async () => {
  const findings = await lintFiles(
    finding(`import { createHash } from 'node:crypto';`, `createHash('sha256')`),
  );
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    'warning blind-index/hand-made-hash',
  ]);
  const [only] = findings;
  expect(only?.message).toMatch(/e-mail address, 33 bits.*859 ms \(HMAC-SHA-256 on one GPU\)/);
  expect(only?.related.map(({ message }) => message)).toEqual([
    'it goes into emailHash here',
    'it goes into phoneHash here',
  ]);
});

test.each([
  [`import { createHash } from 'node:crypto';`, `import { createHash, createHmac } from 'node:crypto';`],
  [
    `import { createHash, createHmac } from 'node:crypto';`,
    `import { createHash, createHmac } from 'node:crypto';`,
  ],
  [
    `import { createHash, randomBytes } from 'crypto';`,
    `import { createHash, createHmac, randomBytes } from 'crypto';`,
  ],
  [`const { createHash } = require('crypto');`, `const { createHash, createHmac } = require('crypto');`],
])('the fix of %s', async (before, after) => {
  expect(await afterFix(finding(before, `createHash('sha256')`), file, title)).toBe(
    finding(after, `createHmac('sha256', ${key})`)[file],
  );
});

test('the fix of a member', async () => {
  const imports = `import crypto from 'node:crypto';`;
  expect(await afterFix(finding(imports, `crypto.createHash('md5')`), file, title)).toBe(
    finding(imports, `crypto.createHmac('md5', ${key})`)[file],
  );
});

test('a digest of another package has no fix', async () => {
  const files = {
    [file]: `import { sha256 } from 'js-sha256';
import { createHash } from 'node:crypto';
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const find = (email: string) => prisma.player.findUnique({ where: { emailHash: sha256(email) } });`,
  };
  const [only] = await lintFiles(files);
  expect(only?.rule).toBe('blind-index/hand-made-hash');
  expect(only?.fixes).toEqual([]);
});
