import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { estimateDomain } from '../rules/costs/eql/estimate.ts';
import { indexBytes } from '../rules/costs/eql/index-bytes.ts';
import { type JsonShape, jsonbBytes } from '../rules/costs/eql/jsonb.ts';
import { jsonDocumentBytes } from '../rules/costs/eql/payload.ts';
import { columnDomains, type EqlDomain, type EqlExtractor } from '../rules/eql/domains.ts';
import { startEqlEngine } from './support/eql-engine.ts';
import { columnPayload, jsonEntries } from './support/eql-payload.ts';

let engine: PGlite;
beforeAll(async () => {
  engine = await startEqlEngine();
}, 60_000);
afterAll(() => engine.close());

async function sizeOf(value: unknown, type = 'jsonb'): Promise<number> {
  const { rows } = await engine.query<{ size: number }>(`SELECT pg_column_size($1::jsonb::${type}) AS size`, [
    JSON.stringify(value),
  ]);
  return rows[0]?.size ?? Number.NaN;
}

test('the bytes of any JSON value are what PostgreSQL says', async () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
      fc.nat(),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), { maxKeys: 5 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (json) => {
      expect(jsonbBytes(shapeOf(json))).toBe(await sizeOf(json));
    }),
    { numRuns: 300 },
  );
});

describe('the bytes of a row', () => {
  const names = { table: 'users'.length, column: 'email'.length };
  const scalarDomains = columnDomains.filter(
    ({ capability, scalar }) => scalar !== 'json' || capability === '',
  );

  test.each([3, 11, 25, 60])(
    'of every domain are within 2 percent of the engine, %i characters',
    async (length) => {
      const off = [];
      for (const domain of scalarDomains) {
        const predicted = estimateDomain(domain, length, names).rowBytes;
        if (domain.scalar === 'json') {
          expect(predicted).toBeUndefined();
          continue;
        }
        // Longer plaintexts have longer ciphertexts: five characters for four bytes.
        const ciphertext =
          105 + (domain.scalar === 'text' ? Math.max(0, Math.ceil(((length - 25) * 5) / 4)) : 0);
        const size = await sizeOf(columnPayload(domain, { length, ciphertext }), `public.${domain.name}`);
        if (predicted === undefined || Math.abs(predicted / size - 1) > 0.02)
          off.push([domain.name, predicted, size]);
      }
      expect(off).toEqual([]);
      expect(scalarDomains).toHaveLength(50);
    },
  );

  test.each([1, 3, 20])('of a document with %i leaves too', async (leaves) => {
    const domain = columnDomains.find(({ name }) => name === 'eql_v3_json_search') as EqlDomain;
    const payload = { ...columnPayload(domain), sv: jsonEntries(leaves, 105) };
    const predicted = jsonDocumentBytes(leaves, leaves, {
      ...names,
      length: 0,
      ciphertext: 105,
      header: 105,
    });
    const size = await sizeOf(payload, 'public.eql_v3_json_search');
    expect(Math.abs(predicted / size - 1)).toBeLessThan(0.02);
  });
});

describe('the bytes of an index', () => {
  const rows = 5_000;
  const cases: readonly [string, EqlExtractor, number][] = [
    ['eql_v3_text_eq', 'eq_term', 25],
    ['eql_v3_integer_ord', 'ord_term', 0],
    ['eql_v3_text_ord', 'ord_term', 25],
    ['eql_v3_text_ord', 'ord_term', 100],
    ['eql_v3_integer_ord_ore', 'ord_term_ore', 0],
    ['eql_v3_timestamp_ord_ore', 'ord_term_ore', 0],
    ['eql_v3_text_match', 'match_term', 12],
    ['eql_v3_text_match', 'match_term', 40],
  ];

  test.each(cases)(
    '%s by %s, %i characters, are within 6 percent of the engine at 5,000 rows',
    async (name, extractor, length) => {
      const domain = columnDomains.find((one) => one.name === name) as EqlDomain;
      const values = Array.from({ length: rows }, () => JSON.stringify(columnPayload(domain, { length })));
      const method = extractor === 'match_term' ? 'gin' : 'btree';
      await engine.exec(`CREATE TABLE sized (value public.${name})`);
      await engine.query(`INSERT INTO sized SELECT x::jsonb::public.${name} FROM unnest($1::text[]) x`, [
        values,
      ]);
      await engine.exec(`CREATE INDEX sized_index ON sized USING ${method} (eql_v3.${extractor}(value))`);
      const found = await engine.query<{ size: number }>(`SELECT pg_relation_size('sized_index') AS size`);
      await engine.exec('DROP TABLE sized');
      const predicted = indexBytes(domain, extractor, length) ?? Number.NaN;
      expect(predicted / ((found.rows[0]?.size ?? 0) / rows)).toBeCloseTo(1, 1);
      expect(Math.abs(predicted / ((found.rows[0]?.size ?? 0) / rows) - 1)).toBeLessThan(0.06);
    },
    60_000,
  );

  test('a text that is too long for a B-tree is refused by the engine, and has no size', async () => {
    const domain = columnDomains.find(({ name }) => name === 'eql_v3_text_ord') as EqlDomain;
    expect(indexBytes(domain, 'ord_term', 330)).toBeGreaterThan(2_000);
    expect(indexBytes(domain, 'ord_term', 340)).toBeUndefined();
    await engine.exec(
      'CREATE TABLE long (value public.eql_v3_text_ord); CREATE INDEX ON long (eql_v3.ord_term(value))',
    );
    const insert = (length: number) =>
      engine.query('INSERT INTO long VALUES ($1::jsonb::public.eql_v3_text_ord)', [
        JSON.stringify(columnPayload(domain, { length })),
      ]);
    await expect(insert(330)).resolves.toBeDefined();
    await expect(insert(340)).rejects.toMatchObject({ code: '54000' });
    await engine.exec('DROP TABLE long');
  });
});

function shapeOf(value: unknown): JsonShape {
  if (typeof value === 'string') return { kind: 'string', bytes: Buffer.byteLength(value) };
  if (typeof value === 'number') return { kind: 'number', value };
  if (Array.isArray(value)) return { kind: 'array', items: value.map(shapeOf) };
  return {
    kind: 'object',
    members: Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, shapeOf(one)])),
  };
}
