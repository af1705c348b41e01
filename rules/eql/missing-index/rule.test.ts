import { describe, expect, test } from 'vitest';
import { toEdits } from '../../../server/edit/edits.ts';
import { lint } from '../../../server/lint.ts';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { analyseFiles, type Files, lintFiles, settingsOf } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';
import { catalogue } from '../../catalogue.ts';

const id = 'eql/missing-index';
const table =
  'CREATE TABLE clients (id bigint PRIMARY KEY, label public.eql_v3_text_search, age public.eql_v3_integer_ord);\n';

/** Each fix of the first finding: what it says, and the files that it makes or changes. */
async function fixesOf(files: Files) {
  const { project, facts, texts } = await analyseFiles(files, { eql: '3.0.5' });
  const [first] = lint(project, facts, catalogue, settingsOf({ eql: '3.0.5' })).filter(
    ({ rule }) => rule === id,
  );
  const sourceOf = (name: string) => {
    const own = facts.find((one) => one.file === name);
    const text = texts.get(name);
    return own === undefined || text === undefined ? undefined : { facts: own, text };
  };
  return (first?.fixes ?? []).map((fix) => ({
    title: fix.title,
    safe: fix.safe,
    edits: toEdits(fix, sourceOf),
  }));
}

describe('a new migration', () => {
  test('has the missing indexes of a column, or of its table', async () => {
    const fixes = await fixesOf({ 'db/migrations/0007_clients.sql': table });
    expect(fixes.map(({ title }) => title)).toEqual([
      'create the indexes of label (btree over eql_v3.eq_term, btree over eql_v3.ord_term and gin over eql_v3.match_term) in db/migrations/0008_eql_indexes.sql',
      'create 4 indexes, all that clients lacks, in db/migrations/0008_eql_indexes.sql',
    ]);
    expect(fixes.map(({ safe }) => safe)).toEqual([false, false]);
    expect(fixes[1]?.edits).toEqual([
      {
        file: 'db/migrations/0008_eql_indexes.sql',
        start: 0,
        end: 0,
        creates: true,
        text: [
          'CREATE INDEX clients_label_eq ON clients USING btree (eql_v3.eq_term(label));',
          'CREATE INDEX clients_label_ord ON clients USING btree (eql_v3.ord_term(label));',
          'CREATE INDEX clients_label_match ON clients USING gin (eql_v3.match_term(label));',
          'CREATE INDEX clients_age_ord ON clients USING btree (eql_v3.ord_term(age));',
          'ANALYZE clients;',
          '',
        ].join('\n'),
      },
    ]);
  });

  test('writes names as SQL needs them', async () => {
    const [fix] = await fixesOf({
      'migrations/1_t.sql':
        'CREATE TABLE app."Order" (id bigint PRIMARY KEY, "user" public.eql_v3_json_search);\n',
    });
    expect(fix?.edits?.[0]?.text).toBe(
      'CREATE INDEX "Order_user_json" ON app."Order" USING gin ((eql_v3.to_ste_vec_query("user")::jsonb) jsonb_path_ops);\nANALYZE app."Order";\n',
    );
  });

  test('takes no name that is taken', async () => {
    const [fix] = await fixesOf({
      'migrations/1_t.sql':
        'CREATE TABLE t (id bigint PRIMARY KEY, c public.eql_v3_text_eq, d text);\nCREATE INDEX t_c_eq ON t (d);\n',
    });
    expect(fix?.edits?.[0]?.text).toContain('CREATE INDEX t_c_eq_2 ON t ');
  });
});

test('a script gets its further statements at its end', async () => {
  const script = 'CREATE TABLE t (id bigint PRIMARY KEY, c eql_v3_text_eq);';
  const [fix] = await fixesOf({ 'schema.sql': script });
  expect(fix?.edits).toEqual([
    {
      file: 'schema.sql',
      start: script.length,
      end: script.length,
      text: '\n\nCREATE INDEX t_c_eq ON t USING btree (eql_v3.eq_term(c));\nANALYZE t;\n',
    },
  ]);
});

test('a Drizzle schema gets the line that makes all of them', async () => {
  const schema = (rest: string) =>
    `import { encryptedIndexes, types } from '@cipherstash/stack-drizzle';\nimport { integer, pgTable } from 'drizzle-orm/pg-core';\n\nexport const t = pgTable('t', { id: integer('id').primaryKey(), c: types.TextEq('c') }${rest});\n`;
  const title = 'add ...encryptedIndexes(t), every index that t needs';
  expect(await afterFix({ 'src/schema.ts': schema('') }, 'src/schema.ts', title)).toBe(
    schema(', (t) => [...encryptedIndexes(t)]'),
  );
});

describe('what serves', () => {
  const column = (type: string, ...indexes: string[]) => ({
    'migrations/1_t.sql': `CREATE TABLE t (id bigint PRIMARY KEY, tenant int, c ${type});\n${indexes.join('\n')}\n`,
  });

  test.each([
    [
      'an order index serves equality of a number',
      'eql_v3_integer_ord',
      'CREATE INDEX ON t (eql_v3.ord_term(c));',
    ],
    ['a unique index', 'eql_v3_text_eq', 'CREATE UNIQUE INDEX ON t (eql_v3.eq_term(c));'],
    ['one of two keys', 'eql_v3_text_eq', 'CREATE INDEX ON t (tenant, eql_v3.eq_term(c));'],
    ['a hash index', 'eql_v3_text_eq', 'CREATE INDEX ON t USING hash (eql_v3.eq_term(c));'],
    [
      'the JSON index without a class',
      'eql_v3_json_search',
      'CREATE INDEX ON t USING gin (eql_v3.to_ste_vec_query(c));',
    ],
    ['an index of one field', 'eql_v3_json_search', "CREATE INDEX ON t (eql_v3.ord_term(c -> 'ab'::text));"],
    ['nothing, for storage only', 'eql_v3_text', ''],
  ])('%s', async (_what, type, index) => {
    expect(await ruleFindings(id, column(type, index), { eql: '3.0.5' })).toEqual([]);
  });

  test('nothing that was dropped again', async () => {
    const files = column('eql_v3_text_eq', 'CREATE INDEX i ON t (eql_v3.eq_term(c));', 'DROP INDEX i;');
    expect(await ruleFindings(id, files, { eql: '3.0.5' })).toEqual(['warning c']);
  });

  test('a useless index is said to be useless, and not to be missing', async () => {
    const files = column('eql_v3_text_match', 'CREATE INDEX i ON t (eql_v3.match_term(c));');
    const rules = (await lintFiles(files, { eql: '3.0.5' })).map(({ rule }) => rule);
    expect(rules).toEqual(['eql/useless-index']);
  });
});

test('a table of a few rows needs none', async () => {
  const files = { 'migrations/1_t.sql': 'CREATE TABLE t (id bigint PRIMARY KEY, c eql_v3_text_eq);\n' };
  expect(await ruleFindings(id, files, { overrides: { c: { rows: 999 } } })).toEqual([]);
  expect(await ruleFindings(id, files, { overrides: { c: { rows: 1000 } } })).toEqual(['warning c']);
});

describe('EQL v2', () => {
  const files = (...rest: string[]) => ({
    'db/schema.sql': `CREATE TABLE t (id bigint PRIMARY KEY, c eql_v2_encrypted);\nSELECT eql_v2.add_search_config('t', 'c', 'unique', 'text');\n${rest.join('\n')}\n`,
  });

  test.each([
    ['nothing', [], ['warning c']],
    ['an index over its term', ['CREATE INDEX ON t (eql_v2.hmac_256(c));'], []],
    ['its operator class', ['CREATE INDEX ON t (c eql_v2.encrypted_operator_class);'], []],
    ['a unique constraint', ['ALTER TABLE t ADD UNIQUE (c);'], []],
  ])('a configured search with %s', async (_what, rest, found) => {
    expect(await ruleFindings(id, files(...rest), { eql: '2.3.1' })).toEqual(found);
  });
});
