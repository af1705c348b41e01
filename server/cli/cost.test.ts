import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';
import { columnsOf } from '../report/cells.ts';

const uuid = (last: number) => `8d8fef41-eff1-4e86-8234-39983d648d4${last}`;
const field = (last: number, path: string, queries: string, bsonType = 'string') =>
  `    { "path": "${path}", "keyId": { "$uuid": "${uuid(last)}" }, "bsonType": "${bsonType}", "queries": ${queries} }`;
const substring =
  '{ "queryType": "substring", "strMinQueryLength": 2, "strMaxQueryLength": 6, "strMaxLength": 50, "caseSensitive": false, "diacriticSensitive": false }';
const people = `{ "fields": [\n${field(1, 'email', substring)},\n${field(2, 'ssn', '{ "queryType": "equality" }')}\n] }\n`;

test('the JSON has the numbers of every field and of all together', async () => {
  const folder = folderOf({ 'people.json': people });
  const { code, stdout } = await runIn(folder, [
    'cost',
    '--format',
    'json',
    '--length',
    '25',
    '--rows',
    '1,000',
  ]);
  expect(code).toBe(0);
  const costs = JSON.parse(stdout);
  expect(costs.version).toBe(1);
  expect(Object.keys(costs.fields[0])).toEqual([
    'system',
    'container',
    'path',
    'file',
    'line',
    'tokens',
    'documentBytes',
    'metadataBytes',
    'insert',
    'guessability',
  ]);
  expect(costs.fields[0]).toMatchObject({
    system: 'mongodb-qe',
    container: 'people.json',
    path: 'email',
    file: 'people.json',
    line: 2,
    tokens: { typical: 121, worst: 236 },
    insert: { ratioToEquality: 14.428, ms: 16.246 },
    guessability: { class: 'email' },
  });
  expect(costs.fields[1].documentBytes).not.toHaveProperty('worst');
  const [email, ssn] = costs.fields;
  const [all] = costs.containers;
  expect(all.tokens).toEqual({ typical: 122, worst: 237 });
  // The header of __safeContent__ counts once, and the index of a token has more digits behind 121 others.
  expect(all.documentBytes.typical).toBe(email.documentBytes.typical + ssn.documentBytes.typical - 22 + 2);
  expect(all.bytesForRows).toBe(1000 * (all.documentBytes.typical + all.metadataBytes.typical));
});

test('the table puts ratios first and says its basis once', async () => {
  const folder = folderOf({ 'people.json': people });
  const { stdout } = await runIn(folder, ['cost', '--length', '25', '--rows', '1000000']);
  const row = stdout.split('\n').find((line) => line.includes('email'));
  expect(row).toMatch(
    /email +substring 2–6 of 50 +14× +121 +\+16\.7 KB +18\.5 KB +236 +\+32\.6 KB +36\.1 KB/,
  );
  expect(stdout).toMatch(/all fields +≈ 16 ms +122/);
  expect(stdout).toContain('1,000,000 documents of typical values');
  expect(stdout.split('Exact: tokens and bytes')).toHaveLength(2);
  expect(stdout).toContain('26 % off');
});

test('a narrow terminal gets a paragraph a field instead of a broken table', async () => {
  const folder = folderOf({ 'people.json': people });
  const { stdout } = await runIn(folder, ['cost'], {
    stdoutIsTerminal: true,
    columns: 72,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toContain('    insert 14× equality');
  for (const line of stdout.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(72);
});

test('what cannot be estimated has no numbers, and its container no total', async () => {
  const text = people.replace('"equality"', '"equalty"');
  const folder = folderOf({ 'people.json': text });
  const { fields, containers } = JSON.parse((await runIn(folder, ['cost', '--format', 'json'])).stdout);
  expect(fields.map((one: object) => 'tokens' in one)).toEqual([true, false]);
  expect(containers).toEqual([]);
  expect((await runIn(folder, ['cost'])).stdout).toContain('1 field cannot be estimated');
});

test('client-side fields have a class and no invented bytes', async () => {
  const folder = folderOf({
    'schema.json': JSON.stringify({
      schemaMap: {
        'shop.people': {
          bsonType: 'object',
          encryptMetadata: { keyId: [{ $uuid: uuid(1) }] },
          properties: {
            ssn: {
              encrypt: { bsonType: 'string', algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic' },
            },
          },
        },
      },
    }),
  });
  const { fields } = JSON.parse((await runIn(folder, ['cost', '--format', 'json'])).stdout);
  expect(fields).toMatchObject([{ system: 'mongodb-csfle', path: 'ssn', guessability: { class: 'ssn' } }]);
  for (const key of ['tokens', 'documentBytes', 'insert']) expect(fields[0]).not.toHaveProperty(key);
  expect((await runIn(folder, ['cost'])).stdout).toMatch(/ssn +equality \(deterministic\)/);
});

test('no field is no error', async () => {
  expect(await runIn(folderOf({ 'a.json': '{}' }), ['cost'])).toEqual({
    code: 0,
    stdout: 'no encrypted field is declared in these files\n',
    stderr: '',
  });
});
