import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf, type Ran, runIn } from '../../test/support/run-command.ts';
import type { TextEdit } from '../edit/text-edit.ts';

const uuid = '8d8fef41-eff1-4e86-8234-39983d648d43';

/** A list of one field that 9.0 takes but for what is written into its queries. */
function list(queries: string, path = 'reference'): string {
  return `{
  "fields": [
    {
      "path": "${path}",
      "keyId": { "$uuid": "${uuid}" },
      "bsonType": "string",
      "queries": ${queries}
    }
  ]
}
`;
}

const legal = list('{ "queryType": "equality" }');
const miscased = list('{ "queryType": "Equality" }');
const preview = list(
  '{ "queryType": "prefixPreview", "strMinQueryLength": 3, "strMaxQueryLength": 6, "caseSensitive": true, "diacriticSensitive": true }',
);

interface Json {
  readonly version: number;
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly file: string;
    readonly fixes: readonly { readonly edits: readonly TextEdit[] }[];
  }[];
  readonly summary: Readonly<Record<string, number>>;
}

function json({ stdout }: Ran): Json {
  return JSON.parse(stdout);
}

test('a clean project answers 0, errors answer 1', async () => {
  expect((await runIn(folderOf({ 'a.json': legal }), ['lint'])).code).toBe(0);
  const { code, stdout } = await runIn(folderOf({ 'a.json': miscased }), ['lint']);
  expect(code).toBe(1);
  expect(stdout).toContain('a.json:7:33  error  mongodb/query-type-name  reference');
});

test('warnings answer 1 only beyond --max-warnings, and --quiet hides them without changing the answer', async () => {
  const folder = folderOf({ 'a.json': preview });
  const lint = (...more: string[]) =>
    runIn(folder, ['lint', '--mongodb', '8.2', '--format', 'json', ...more]);
  const usual = await lint();
  expect(usual.code).toBe(0);
  expect(json(usual).findings.map(({ severity }) => severity)).toEqual(['warning']);
  expect((await lint('--max-warnings', '1')).code).toBe(0);
  expect((await lint('--max-warnings', '0')).code).toBe(1);
  const quiet = await lint('--quiet', '--max-warnings', '0');
  expect(quiet.code).toBe(1);
  expect(json(quiet).findings).toEqual([]);
});

describe('one file of several that belong together', () => {
  const migrations = {
    'package.json': '{ "dependencies": { "@cipherstash/eql": "3.0.4" } }',
    'migrations/001_people.sql':
      'CREATE TABLE people (id bigint PRIMARY KEY, email eql_v3_text_eq NOT NULL, city eql_v3_text_eq NOT NULL);\n',
    'migrations/002_index.sql': 'CREATE INDEX people_email ON people USING hash (eql_v3.eq_term(email));\n',
    'db/report.sql': "SELECT id FROM people WHERE email LIKE 'a%';\n",
    'db/other.sql': 'SELECT id FROM people ORDER BY city;\n',
  };
  const rulesOf = (ran: Ran) => json(ran).findings.map(({ rule, file }) => `${file} ${rule}`);
  const lint = async (...paths: string[]) =>
    rulesOf(await runIn(folderOf(migrations), ['lint', '--format', 'json', '--include-tests', ...paths]));

  test.each(['migrations/001_people.sql', 'db/report.sql', 'migrations/002_index.sql', 'db', 'migrations'])(
    '%s alone has the findings that it has among all',
    async (named) => {
      const all = await lint();
      const alone = await lint(named);
      expect(alone).toEqual(all.filter((one) => one.startsWith(named)));
    },
  );

  test('all of them have some', async () => {
    expect(await lint()).toEqual([
      'db/other.sql eql/order-by-column',
      'db/report.sql eql/like',
      'migrations/001_people.sql eql/missing-index',
    ]);
  });
});

test('--rule sets the severity of a rule, or turns it off', async () => {
  const folder = folderOf({ 'a.json': miscased });
  const info = await runIn(folder, ['lint', '--format', 'json', '--rule', 'mongodb/query-type-name=info']);
  expect(info.code).toBe(0);
  expect(json(info).findings.map(({ severity }) => severity)).toEqual(['info']);
  const off = await runIn(folder, ['lint', '--format', 'json', '--rule', 'mongodb/query-type-name=off']);
  expect(json(off).findings).toEqual([]);
});

test('the JSON has the keys of the contract, in its order, and time goes to stderr only', async () => {
  const ran = await runIn(folderOf({ 'b/a.json': miscased }), ['lint', '--format', 'json', '--statistics']);
  const { version, findings, summary } = json(ran);
  expect(version).toBe(1);
  expect(findings).toHaveLength(1);
  expect(Object.keys(findings[0] ?? {})).toEqual([
    'rule',
    'severity',
    'message',
    'file',
    'line',
    'column',
    'endLine',
    'endColumn',
    'related',
    'fixes',
  ]);
  expect(findings[0]).toMatchObject({
    file: 'b/a.json',
    line: 7,
    column: 33,
    endLine: 7,
    endColumn: 43,
    fixes: [{ title: 'write equality', safe: true, edits: [{ file: 'b/a.json', text: '"equality"' }] }],
  });
  expect(Object.entries(summary)).toEqual(
    Object.entries({ files: 1, fields: 1, lookups: 0, errors: 1, warnings: 0, infos: 0, suppressed: 0 }),
  );
  expect(ran.stdout).not.toMatch(/\bms\b/);
  expect(ran.stderr).toMatch(/files parsed +1\n/);
  expect(ran.stderr).toMatch(/rules +[\d.]+ ms\n/);
});

test('the edits of the JSON make the file right', async () => {
  const folder = folderOf({ 'a.json': `\ufeff${miscased}` });
  const { findings } = json(await runIn(folder, ['lint', '--format', 'json']));
  const [edit] = findings.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits));
  const text = readFileSync(path.join(folder, 'a.json'), 'utf8');
  expect(edit === undefined ? '' : text.slice(0, edit.start) + edit.text + text.slice(edit.end)).toBe(
    `\ufeff${legal}`,
  );
});

test('several formats go to several places', async () => {
  const folder = folderOf({ 'a.json': miscased });
  const { code, stdout } = await runIn(folder, [
    'lint',
    '--format=compact',
    '--format=json=out.json',
    '--format',
    'sarif=out.sarif',
  ]);
  expect(code).toBe(1);
  expect(stdout).toBe(
    'a.json:7:33: error: Equality is written equality: the client ignores case, and the server refuses the name [mongodb/query-type-name]\n',
  );
  const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  expect(read('out.json').findings).toHaveLength(1);
  expect(read('out.sarif').runs[0].results).toHaveLength(1);
});

test('a report that cannot be written is said, and is no success', async () => {
  const ran = await runIn(folderOf({ 'a.json': legal }), ['lint', '--format', 'json=no/such/folder.json']);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('the json report cannot be written to no/such/folder.json: ENOENT');
});

test('in GitHub Actions the log and the changed lines both show findings', async () => {
  const folder = folderOf({ 'packages/api/a.json': miscased });
  const { stdout } = await runIn(path.join(folder, 'packages/api'), ['lint'], {
    env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder },
  });
  expect(stdout).toContain('a.json:7:33  error  mongodb/query-type-name');
  expect(stdout).toContain('\n::error file=packages/api/a.json,line=7,');
});

test('colours follow the terminal, NO_COLOR and FORCE_COLOR', async () => {
  const folder = folderOf({ 'a.json': miscased });
  const colored = async (terminal: boolean, env: Record<string, string>) =>
    (await runIn(folder, ['lint'], { env, stdoutIsTerminal: terminal, columns: 80 })).stdout.includes(
      '\u001b[',
    );
  expect(await colored(true, {})).toBe(true);
  expect(await colored(false, {})).toBe(false);
  expect(await colored(true, { NO_COLOR: '1' })).toBe(false);
  expect(await colored(false, { FORCE_COLOR: '1' })).toBe(true);
  expect(await colored(true, { TERM: 'dumb' })).toBe(false);
  expect(await colored(true, { FORCE_COLOR: '0' })).toBe(false);
});

test('--fix writes what is safe, says it, and reports what is left', async () => {
  const folder = folderOf({ 'a.json': miscased, 'b.json': legal, 'c.json': list('[]', 'voucherCode') });
  const ran = await runIn(folder, ['lint', '--fix', '--mongodb', '9.0']);
  expect(ran.code).toBe(1);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(legal);
  expect(ran.stderr).toContain('fixed 1 finding in 1 file');
  expect(ran.stderr).toContain('  a.json: write equality (mongodb/query-type-name)');
  expect(ran.stdout).not.toContain('mongodb/query-type-name');
  expect(ran.stdout).toContain('c.json:7:7  error  mongodb/query-type-combination');
  const again = await runIn(folder, ['lint', '--fix', '--mongodb', '9.0']);
  expect(again).toMatchObject({ code: 1, stderr: '' });
});

test('--fix repeats until nothing safe is left', async () => {
  const folder = folderOf({
    'a.json': list('{ "queryType": "Equality", "contention": "8" }'),
  });
  const { code } = await runIn(folder, ['lint', '--fix']);
  expect(code).toBe(0);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(
    list('{ "queryType": "equality", "contention": 8 }'),
  );
});

test('--fix still reports what it could not write', async () => {
  const utf16 = Buffer.from(`\ufeff${miscased}`, 'utf16le');
  const folder = folderOf({ 'good.json': miscased, 'utf16.json': utf16 });
  const { code, stdout, stderr } = await runIn(folder, [
    'lint',
    '--fix',
    '--mongodb',
    '9.0',
    '--format',
    'compact',
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^utf16\.json:7:33: error: .*\[mongodb\/query-type-name\]\n$/);
  expect(stderr).toContain('utf16.json was not fixed');
  expect(readFileSync(path.join(folder, 'utf16.json')).equals(utf16)).toBe(true);
  expect(readFileSync(path.join(folder, 'good.json'), 'utf8')).toBe(legal);
});

test('--fix leaves a fix alone whose verdict rests on an assumed release', async () => {
  const folder = folderOf({ 'a.json': preview });
  await runIn(folder, ['lint', '--fix']);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(preview);
});

test('--fix-dry-run prints a diff and changes nothing', async () => {
  const folder = folderOf({ 'a.json': miscased });
  const ran = await runIn(folder, ['lint', '--fix-dry-run']);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toBe(`--- a/a.json
+++ b/a.json
@@ -4,7 +4,7 @@
       "path": "reference",
       "keyId": { "$uuid": "${uuid}" },
       "bsonType": "string",
-      "queries": { "queryType": "Equality" }
+      "queries": { "queryType": "equality" }
     }
   ]
 }
`);
  expect(ran.stderr).toContain('--fix would fix 1 finding in 1 file');
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(miscased);
});

test('--fix-dry-run shows no secret', async () => {
  const folder = folderOf({
    'client.ts': `import { MongoClient } from 'mongodb';
export const client = new MongoClient('mongodb://localhost', {
  autoEncryption: {
    kmsProviders: { local: { key: 'c2VjcmV0LXRoYXQtbWF5LW5vdC1iZS1zaG93bg==' } },
    keyVaultNamespace: 'keys.vault',
    encryptedFieldsMap: {
      'shop.people': {
        fields: [{ path: 'reference', keyId: new UUID('${uuid}'), bsonType: 'string', queries: { queryType: 'Equality' } }],
      },
    },
  },
});
`,
  });
  const { stdout, stderr } = await runIn(folder, ['lint', '--fix-dry-run']);
  expect(stdout).toContain("+        fields: [{ path: 'reference'");
  expect(stdout).not.toContain('c2Vjc');
  expect(stderr).not.toContain('c2Vjc');
});

test('findings in tests and scripts are left out and counted, unless asked for or named', async () => {
  const schema = `export const encryptedFields = ${legal.replace('"equality"', '"Equality"')};\n`;
  const folder = folderOf({
    'test/schema.ts': schema,
    'scripts/create.ts': schema.replace(uuid, uuid.replace('43', '44')),
  });
  const lint = async (...more: string[]) => {
    const ran = await runIn(folder, ['lint', '--format', 'json', ...more]);
    return { ...ran, files: json(ran).findings.map(({ file }) => file) };
  };
  const usual = await lint();
  expect(usual.files).toEqual([]);
  expect(usual.stderr).toContain('2 findings in tests, scripts and generated code left out');
  expect((await lint('--include-tests')).files).toEqual(['scripts/create.ts', 'test/schema.ts']);
  expect((await lint('scripts/create.ts')).files).toEqual(['scripts/create.ts']);
});

test('a wrong configuration answers 2, and the findings are still there', async () => {
  const folder = folderOf({ 'encsafe.config.json': '{ "targetts": {} }\n', 'a.json': miscased });
  const ran = await runIn(folder, ['lint', '--format', 'json']);
  expect(ran.code).toBe(2);
  expect(json(ran).findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
    'mongodb/query-type-name a.json',
    'encsafe/config encsafe.config.json',
  ]);
});

test('the configuration suppresses a finding with a reason', async () => {
  const folder = folderOf({
    'encsafe.config.json': JSON.stringify({
      suppress: [
        {
          rule: 'mongodb/query-type-name',
          file: 'a.json',
          field: 'reference',
          reason: 'an old driver writes it',
        },
      ],
    }),
    'a.json': miscased,
  });
  const ran = await runIn(folder, ['lint', '--format', 'json']);
  expect({ code: ran.code, ...json(ran).summary }).toMatchObject({ code: 0, errors: 0, suppressed: 1 });
  await runIn(folder, ['lint', '--fix']);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(miscased);
});

test('a baseline hides what is known, reports what is new, and is found by its name', async () => {
  const folder = folderOf({ 'a.json': miscased });
  const first = await runIn(folder, ['lint', '--update-baseline']);
  expect(first.code).toBe(0);
  expect(first.stderr).toContain('encsafe.baseline.json now holds 1 known finding');
  expect((await runIn(folder, ['lint'])).code).toBe(0);
  const other = folderOf({
    'a.json': miscased,
    'b.json': list('[]', 'voucherCode').replace(uuid, uuid.replace('43', '44')),
    'known.json': readFileSync(path.join(folder, 'encsafe.baseline.json'), 'utf8'),
  });
  const ran = await runIn(other, [
    'lint',
    '--mongodb',
    '9.0',
    '--format',
    'json',
    '--baseline',
    'known.json',
  ]);
  expect(ran.code).toBe(1);
  expect(json(ran).findings.map(({ rule }) => rule)).toEqual(['mongodb/query-type-combination']);
  expect(ran.stderr).toContain('1 known finding left out by known.json');
});

test('a baseline can only shrink', async () => {
  const folder = folderOf({ 'a.json': legal });
  await runIn(folder, ['lint', '--update-baseline']);
  const grown = folderOf({
    'a.json': miscased,
    'encsafe.baseline.json': readFileSync(path.join(folder, 'encsafe.baseline.json'), 'utf8'),
  });
  expect((await runIn(grown, ['lint', '--update-baseline'])).code).toBe(1);
  expect((await runIn(grown, ['lint'])).code).toBe(1);
});

test('--print-config says every value with its origin', async () => {
  const folder = folderOf({
    'encsafe.config.json': '{ "targets": { "mongodb": "8.2" } }\n',
    'src/a.json': legal,
  });
  const { code, stdout } = await runIn(folder, ['lint', '--print-config', 'src/a.json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    file: 'src/a.json',
    targets: { mongodb: { value: '8.2', origin: expect.stringContaining('encsafe.config.json') } },
  });
});

test('a file of another kind is said to be none that is read', async () => {
  const { code, stderr } = await runIn(folderOf({ 'picture.png': '' }), ['lint', 'picture.png']);
  expect(code).toBe(0);
  expect(stderr).toContain('picture.png is not a kind of file that encsafe reads');
});

test('nothing is written where nothing was asked for', async () => {
  const folder = folderOf({ 'a.json': miscased });
  await runIn(folder, ['lint']);
  expect(existsSync(path.join(folder, 'encsafe.baseline.json'))).toBe(false);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(miscased);
});

describe('what surrounds a named file counts', () => {
  const reference = (keyId: string) =>
    `export const config = { fields: [{ path: 'reference', bsonType: 'string', keyId: ${keyId}, queries: { queryType: 'rangePreview' } }] };\n`;

  test('the version comes from the compose file beside it', async () => {
    const folder = folderOf({
      'docker-compose.yml': 'services:\n  database:\n    image: mongo:6\n',
      'src/schema.ts': reference("new UUID('8d8fef41-eff1-4e86-8234-39983d648d43')"),
    });
    const { stderr } = await runIn(folder, ['lint', 'src/schema.ts']);
    expect(stderr).toMatch(/mongo:6/);
  });

  test('its imports are followed, and only it is reported', async () => {
    const folder = folderOf({
      'src/schema.ts': `import { keys } from './keys.js';\n${reference('keys.reference')}`,
      'src/keys.ts': `export const keys = { reference: 'a string' };\n`,
      'src/other.ts': reference('null'),
    });
    const { stdout } = await runIn(folder, ['lint', 'src/schema.ts', '--format', 'json']);
    const { findings }: { findings: { rule: string; file: string }[] } = JSON.parse(stdout);
    expect(findings.map(({ rule, file }) => `${file} ${rule}`)).toContain('src/keys.ts mongodb/key-id');
    expect(findings.filter(({ file }) => file === 'src/other.ts')).toEqual([]);
  });

  test('a version that nothing depends on is not mentioned', async () => {
    const folder = folderOf({
      'docker-compose.yml': 'services:\n  database:\n    image: mongo:6\n',
      'src/index.ts': 'export const one = 1;\n',
    });
    expect((await runIn(folder, ['lint', '.'])).stderr).toBe('');
  });
});

test('SQL that is passed over is counted by its reason', async () => {
  const script =
    '\\set ON_ERROR_STOP on\nCREATE TABLE t (a public.eql_v3_text);\nGRANT SELECT ON t TO app;\n';
  const ran = await runIn(folderOf({ 'setup.sql': script }), ['lint', '--statistics']);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/^SQL passed over: commands of psql +1$/m);
  expect(ran.stderr).toMatch(/^SQL passed over: statements about something else +1$/m);
});
