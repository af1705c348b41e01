import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

const folder = () =>
  folderOf({
    'package.json': '{ "dependencies": { "@cipherstash/eql": "3.0.4" } }\n',
    'migrations/1.sql': `CREATE TABLE shop.people (
  id      bigint PRIMARY KEY,
  email   public.eql_v3_text_eq,
  bonus   public.eql_v3_bigint_ord_ore,
  profile public.eql_v3_json_search
);
CREATE TABLE old (name eql_v2_encrypted);
SELECT eql_v2.add_search_config('old', 'name', 'match', 'text');
`,
  });

test('a row a column: bytes, indexes, insert and search, with the basis below', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--rows', '1000', '--length', '40']);
  expect(stdout).toMatch(/^shop\.people {2}migrations\/1\.sql:3 {2}EQL 3\.0\.4$/m);
  expect(stdout).toMatch(/^ {2}email +equality +280 B +41 B +96 B +1× +equality 0\.12 ms +1\.3× +1 s/m);
  expect(stdout).toMatch(
    /^ {2}bonus +equality \+ order \(block ORE\) +1\.0 KB +8 B +644 B +5\.3× +block-ore order 0\.52 ms +5\.2× +44 s/m,
  );
  expect(stdout).toMatch(/^ {2}profile +json +– +– +– +2\.5×/m);
  expect(stdout).toMatch(/^ {2}name +match +– +– +– +–/m);
  expect(stdout).toContain('Nothing is published about the sizes of this generation.');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '43 ms with one request to ZeroKMS, in 314 ms with a request a value',
  );
});

test('for programs the same numbers by column, and the sum for the rows', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--format', 'json', '--rows', '1000']);
  const { fields, containers } = JSON.parse(stdout);
  expect(fields[0]).toMatchObject({
    system: 'eql-v3',
    container: 'shop.people',
    path: 'email',
    file: 'migrations/1.sql',
    line: 3,
    rowBytes: 260,
    indexBytes: 96,
    insert: { ratioToEquality: 1 },
    search: { ms: 0.124, ratioToPlaintext: 1.3 },
    guessability: { class: 'email' },
  });
  expect(fields[3]).toEqual({
    system: 'eql-v2',
    container: 'old',
    path: 'name',
    file: 'migrations/1.sql',
    line: 7,
    guessability: fields[3].guessability,
  });
  expect(containers.map(({ container }: { container: string }) => container)).toEqual(['shop.people', 'old']);
});

test('a terminal that is too narrow for the table gets a paragraph a column', async () => {
  const { stdout } = await runIn(folder(), ['cost'], {
    stdoutIsTerminal: true,
    columns: 60,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toContain('value 260 B, indexes 96 B a row');
  expect(stdout.split('\n').filter((line) => line.length > 60)).toEqual([]);
});
