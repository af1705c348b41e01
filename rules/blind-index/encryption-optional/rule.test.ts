import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/encryption-optional';
const file = 'src/field-encryption.ts';
const head = `import { createCipheriv, randomBytes } from 'node:crypto';
const key = process.env.FIELD_KEY;
const enabled = process.env.FIELD_ENCRYPTION === 'on';
const settings = { encryptionEnabled: process.env.ENCRYPT_FIELDS === 'true' };
const isEncryptionDisabled = () => process.env.DISABLE_ENCRYPTION === '1';
const seal = (text: string) => createCipheriv('aes-256-gcm', key!, randomBytes(12)).update(text, 'utf8', 'hex');
`;
const withBody = (body: string) => ({
  [file]: `${head}export function encryptField(text: string) {\n  ${body}\n}\n`,
});

describe('ways on which a value leaves as it came', () => {
  test.each([
    'if (!key) return text; return seal(text);',
    'if (key === undefined) { return text; } return seal(text);',
    `if (typeof key === 'undefined') return text; return seal(text);`,
    'if (key) { return seal(text); } return text;',
    'if (key) { return seal(text); } else { return text; }',
    'if (!text || !key) return text; return seal(text);',
    'return key ? seal(text) : text;',
    'return !key ? text : seal(text);',
    'if (!process.env.FIELD_KEY) return text; return seal(text);',
    'if (!settings.encryptionEnabled) return text; return seal(text);',
    'if (isEncryptionDisabled()) return text; return seal(text);',
    'if (!enabled) return text; return seal(text);',
    'if (text !== "" && !key) return text; return seal(text);',
  ])('%s', async (body) => {
    expect(await ruleFindings(id, withBody(body))).toEqual(['error text']);
  });
});

describe('other ways', () => {
  test.each([
    'if (!text) return text; return seal(text);',
    'if (text == null || text === "") return text; return seal(text);',
    'if (text.startsWith("enc:")) return text; return seal(text);',
    'if (isEncrypted(text)) return text; return seal(text);',
    'if (!key) throw new Error(); return seal(text);',
    'if (!key) return null; return seal(text);',
    'if (!key && process.env.NODE_ENV !== "production") return text; return seal(text);',
    'if (!key && unknown()) return text; return seal(text);',
    'if (key) return text; return seal(text);',
    'if (mode === "read") return text; return seal(text);',
    'if (!field.encrypted) return text; return seal(text);',
    'if (!shouldEncrypt(text)) return text; return seal(text);',
    'return text.length > 0 ? seal(text) : text;',
    'return text;',
  ])('%s', async (body) => {
    expect(await ruleFindings(id, withBody(body))).toEqual([]);
  });

  test('of what decrypts, and of what is no field', async () => {
    const decrypting = withBody('if (!key) return text; return seal(text);')[file] ?? '';
    expect(await ruleFindings(id, { [file]: decrypting.replace('encryptField', 'decryptField') })).toEqual(
      [],
    );
    const ofFiles = decrypting.replace('encryptField', 'encryptArchive');
    expect(await ruleFindings(id, { 'src/archive.ts': ofFiles })).toEqual([]);
  });
});

test('a start that fails without the key leaves nothing to say, and what decrypts is no start', async () => {
  const body = withBody('if (!key) return text; return seal(text);')[file] ?? '';
  const start = `if (process.env.NODE_ENV === 'production' && !key) throw new Error('FIELD_KEY is not set');\n`;
  expect(await ruleFindings(id, { [file]: body + start })).toEqual([]);
  const decrypting = `export function decryptField(text: string) {\n  if (!key) throw new Error();\n  return text;\n}\n`;
  expect(await ruleFindings(id, { [file]: body + decrypting })).toEqual(['error text']);
});

test('the fix throws instead', async () => {
  const title = 'throw where FIELD_KEY is not set';
  const before = withBody('if (!key) return text;\n  return seal(text);');
  const after = withBody(`if (!key) throw new Error('FIELD_KEY is not set');\n  return seal(text);`);
  expect(await afterFix(before, file, title)).toBe(after[file]);
  const choosing = withBody('return key ? seal(text) : text;');
  const chosen = withBody(
    `return key ? seal(text) : (() => { throw new Error('FIELD_KEY is not set'); })();`,
  );
  expect(await afterFix(choosing, file, title)).toBe(chosen[file]);
});
