import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { caseFiles, caseNames } from '../../test/support/case-files.ts';
import { lintFiles } from '../../test/support/lint-files.ts';
import { readPages } from '../../test/support/pages.ts';
import { mongodbVersions } from '../model/target.ts';
import { encryptedFieldsSchema } from './encrypted-fields-schema.ts';

const validator = new Validator(encryptedFieldsSchema() as Schema, '7');

/** The lists of all cases and pages that stand in JSON, whole files and parts of them. */
const lists = [
  ...caseNames.flatMap((name) =>
    Object.entries(caseFiles(name)).map(([file, text]) => ({ name: `${name}/${file}`, file, text })),
  ),
  ...readPages().flatMap(({ id, examples }) =>
    examples.flatMap(({ files, line }) =>
      Object.entries(files).map(([file, text]) => ({ name: `${id}:${line}`, file, text })),
    ),
  ),
].flatMap(({ name, file, text }) =>
  file.endsWith('.json') ? listsIn(parse(text)).map((list, at) => ({ name: `${name} ${at}`, list })) : [],
);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'fields' in value && Array.isArray(value.fields) && value.fields.some(isField) ? [value] : [];
  return [...own, ...Object.values(value).flatMap(listsIn)];
}

function isField(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    ('keyId' in value || 'keyAltName' in value)
  );
}

/** What no release takes, or what the rules refuse for its shape alone. */
async function refused(list: object): Promise<boolean> {
  const files = { 'encryptedFields.json': JSON.stringify({ encryptedFields: list }) };
  for (const mongodb of mongodbVersions) {
    const findings = await lintFiles(files, { mongodb });
    if (!findings.some(({ severity }) => severity === 'error')) return false;
  }
  return true;
}

describe('lists that some release takes', () => {
  test('there are some of either kind', () => {
    expect(lists.length).toBeGreaterThan(20);
  });

  test.each(lists.map(({ name, list }) => [name, list] as const))('%s', async (_name, list) => {
    if (await refused(list)) return;
    expect(validator.validate(list).errors).toEqual([]);
  });
});

describe('what every release takes, in any form', () => {
  const keyId = { $uuid: '8d8fef41-eff1-4e86-8234-39983d648d43' };
  test.each([
    [{ $schema: './schema.json', fields: [] }],
    [{ fields: [{ path: 'a', keyId: null, bsonType: 'string' }] }],
    [{ fields: [{ path: 'a', keyAltName: 'k', bsonType: 'string', queries: null }] }],
    [{ fields: [{ path: 'a', keyId: { $binary: { base64: 'x', subType: '04' } } }] }],
    [{ fields: [{ path: 'a', keyId: { $binary: 'x', $type: '4' } }] }],
    [
      {
        fields: [
          {
            path: 'a',
            keyId,
            bsonType: 'long',
            queries: { queryType: 'range', min: { $numberLong: '0' }, max: 9, sparsity: { $numberInt: '2' } },
          },
        ],
      },
    ],
    [
      {
        fields: [
          {
            path: 'a',
            keyId,
            bsonType: 'date',
            queries: {
              queryType: 'range',
              min: { $date: '2000-01-01T00:00:00Z' },
              max: { $date: { $numberLong: '1' } },
            },
          },
        ],
      },
    ],
    [
      {
        fields: [
          {
            path: 'a',
            keyId,
            bsonType: 'int',
            queries: [{ queryType: 'equality', contention: { $numberLong: '4' } }],
          },
        ],
      },
    ],
    [{ fields: [], strEncodeVersion: 1, escCollection: 'enxcol_.a.esc' }],
  ])('%j', (list) => {
    expect(validator.validate(list).errors).toEqual([]);
  });
});

describe('what none takes', () => {
  test.each([
    [{ fields: [{ path: 'a', keyId: 'name' }] }],
    [{ fields: [{ path: 'a', type: 'string' }] }],
    [{ fields: [{ path: 'a', bsonType: 'integer' }] }],
    [{ fields: [{ path: 'a', bsonType: 'int', queries: { queryType: 'Equality' } }] }],
    [{ fields: [{ path: 'a', bsonType: 'int', queries: { queryType: 'equality', contention: -1 } }] }],
    [{ fields: [{ path: 'a', bsonType: 'int', queries: { queryType: 'equality', contentionFactor: 1 } }] }],
    [{ fields: [{ path: 'a', bsonType: 'int', queries: [] }] }],
    [{ queryPatterns: [] }],
  ])('%j', (list) => {
    expect(validator.validate(list).valid).toBe(false);
  });
});
