import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

const list =
  '{ "fields": [{ "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "equality" } }] }\n';

test('the release that the project runs goes into the configuration, which lint then takes', async () => {
  const folder = folderOf({
    'compose.yaml': 'services:\n  db:\n    image: mongo:8.2\n',
    'encryptedFields.json': list,
  });
  const { code, stdout } = await runIn(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain('wrote encsafe.config.json');
  expect(stdout).toContain('1 encrypted field');
  expect(stdout).toContain('The project runs MongoDB 8.2.');
  const written = JSON.parse(readFileSync(path.join(folder, 'encsafe.config.json'), 'utf8'));
  expect(written).toMatchObject({ root: true, targets: { mongodb: '8.2' } });
  expect(written.$schema).toMatch(/encsafe\/schemas\/.*\.json$/);
  expect((await runIn(folder, ['lint'])).code).toBe(0);
});

test('where nothing says the release, none is written and that is said', async () => {
  const folder = folderOf({ 'encryptedFields.json': list });
  const { stdout } = await runIn(folder, ['init']);
  expect(stdout).toContain('Nothing says which MongoDB release runs, so 9.0 is assumed');
  expect(JSON.parse(readFileSync(path.join(folder, 'encsafe.config.json'), 'utf8'))).not.toHaveProperty(
    'targets',
  );
});

test.each([
  ['encsafe.config.json', '{}\n'],
  ['encsafe.config.yaml', '{}\n'],
  ['package.json', '{ "encsafe": {} }\n'],
])('a configuration in %s is never overwritten', async (file, text) => {
  const folder = folderOf({ [file]: text });
  const { code, stdout, stderr } = await runIn(folder, ['init']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`there is ${file} already`);
  expect(readFileSync(path.join(folder, file), 'utf8')).toBe(text);
});

test('the release of EQL goes in where columns are encrypted, and nothing is said of MongoDB', async () => {
  const folder = folderOf({
    'package.json': '{ "dependencies": { "@cipherstash/eql": "3.0.4" } }\n',
    'migrations/1.sql': 'CREATE TABLE people (id bigint PRIMARY KEY, memo public.eql_v3_text);\n',
  });
  const { code, stdout } = await runIn(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain('1 encrypted field in 1 table: people.');
  expect(stdout).toContain('EQL 3.0.4 is installed.');
  expect(stdout).not.toContain('MongoDB');
  expect(JSON.parse(readFileSync(path.join(folder, 'encsafe.config.json'), 'utf8'))).toMatchObject({
    targets: { eql: '3.0.4' },
  });
});

test('the models of a Prisma schema are named, and nothing is said of MongoDB', async () => {
  const folder = folderOf({
    'package.json': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }\n',
    'prisma/schema.prisma': `model Patient {
  id  Int    @id
  ssn String /// @encrypted
}
`,
  });
  const { code, stdout } = await runIn(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain('1 encrypted field in 1 model: Patient.\n\nNext:');
  expect(stdout).not.toContain('MongoDB');
});
