import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnDomains } from '../rules/eql/domains.ts';
import { codeOf, type EqlEngine, openEqlEngine } from './support/eql-engine.ts';
import { lintFiles } from './support/lint-files.ts';

let engine: EqlEngine;

beforeAll(async () => {
  engine = await openEqlEngine();
}, 120_000);

afterAll(() => engine.close());

const indexes = [
  'USING btree (eql_v3.eq_term(c))',
  'USING btree (eql_v3.ord_term(c))',
  'USING btree (eql_v3.ord_term_ore(c))',
  'USING gin (eql_v3.match_term(c))',
  'USING gin ((eql_v3.to_ste_vec_query(c)::jsonb) jsonb_path_ops)',
];

test.each(columnDomains.map((domain) => [domain.name, domain] as const))(
  'what PostgreSQL refuses as an index of %s is reported with its code, and nothing else',
  async (name, { extractors }) => {
    const table = `t_${name}`;
    const create = `CREATE TABLE ${table} (id bigint PRIMARY KEY, c public.${name});`;
    await engine.exec(create);
    for (const index of indexes) {
      const statement = `CREATE INDEX ON ${table} ${index};`;
      const code = await codeOf(engine, statement);
      const found = await lintFiles({ 'migrations/1_t.sql': `${create}\n${statement}\n` }, { eql: '3.0.5' });
      const said = found.filter(({ rule }) => rule === 'eql/useless-index').map(({ message }) => message);
      expect([statement, said]).toEqual([
        statement,
        code === undefined ? [] : [expect.stringContaining(`(PostgreSQL code ${code})`)],
      ]);
      expect(code === undefined).toBe(extractors.some((extractor) => index.includes(`.${extractor}(`)));
    }
  },
);

test('the statement that mends a missing index is one that PostgreSQL runs', async () => {
  const columns = columnDomains.map(({ name }, at) => `"c ${at}" public.${name}`).join(', ');
  const create = `CREATE TABLE "All of them" (id bigint PRIMARY KEY, ${columns});`;
  const found = await lintFiles({ 'migrations/1_t.sql': create }, { eql: '3.0.5' });
  const [finding] = found.filter(({ rule }) => rule === 'eql/missing-index');
  const change = finding?.fixes.at(-1)?.changes[0];
  if (change?.kind !== 'create-file') throw new Error('no new file is offered');
  await engine.exec(create);
  await engine.exec(change.text);
  const after = await lintFiles(
    { 'migrations/1_t.sql': create, [change.file]: change.text },
    { eql: '3.0.5' },
  );
  expect(after.filter(({ rule }) => rule === 'eql/missing-index' || rule === 'eql/useless-index')).toEqual(
    [],
  );
});
