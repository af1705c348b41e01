import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  preciseDomain,
  type RangeDomain,
  unboundedDomain,
  wholeDomain,
} from '../rules/costs/range-domain.ts';
import { type QuerySettings, trimFactorDefault } from '../rules/costs/settings.ts';
import { rangeTokens, tokens, worstTokens } from '../rules/costs/tokens.ts';
import { utf8Length } from '../rules/costs/utf8.ts';
import { checkQueryText } from '../rules/mongodb/query-text.ts';

/** Each row is what libmongocrypt itself answered: facts/mongodb.md 8.1 says how they were made. */
function oracle(name: string): Record<string, string>[] {
  const text = readFileSync(new URL(`../fixtures/oracles/${name}.csv`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const keys = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? '']));
  });
}

const text = (row: Record<string, string>) => Buffer.from(row.valueUtf8Hex ?? '', 'hex').toString('utf8');

const affix = (kind: 'prefix' | 'suffix', shortest?: string, longest?: string): QuerySettings => ({
  kind,
  strMinQueryLength: Number(shortest),
  strMaxQueryLength: Number(longest),
});

function textQueries(row: Record<string, string>): QuerySettings[] {
  const { strMinQueryLength, strMaxQueryLength } = row;
  switch (row.queryType) {
    case 'prefix':
    case 'suffix':
      return [affix(row.queryType, strMinQueryLength, strMaxQueryLength)];
    case 'prefix+suffix':
      return [
        affix('prefix', strMinQueryLength, strMaxQueryLength),
        affix('suffix', row.suffixMinQueryLength, row.suffixMaxQueryLength),
      ];
    case 'substring':
      return [
        {
          kind: 'substring',
          strMinQueryLength: Number(strMinQueryLength),
          strMaxQueryLength: Number(strMaxQueryLength),
          strMaxLength: Number(row.strMaxLength),
        },
      ];
    default:
      throw new Error(`no query type ${row.queryType}`);
  }
}

function domain(row: Record<string, string>): RangeDomain | undefined {
  const { bsonType = '', min = '', max = '', precision = '' } = row;
  if (bsonType === 'double' || bsonType === 'decimal') {
    return min === '' ? unboundedDomain(bsonType) : preciseDomain(bsonType, min, max, Number(precision));
  }
  const width = bsonType === 'int' ? 31n : 63n;
  return wholeDomain(min === '' ? -(2n ** width) : BigInt(min), max === '' ? 2n ** width - 1n : BigInt(max));
}

describe('libmongocrypt', () => {
  const tokenRows = oracle('mongodb-tokens');
  const rangeRows = oracle('mongodb-range');
  const lengthRows = oracle('mongodb-query-length');

  test('all rows are here', () => {
    expect([tokenRows.length, rangeRows.length, lengthRows.length]).toEqual([1000, 697, 328]);
  });

  test('tokens of every text', () => {
    for (const row of tokenRows) {
      const queries = textQueries(row);
      const bytes = Number(row.byteLen);
      expect(utf8Length(text(row)), row.valueUtf8Hex).toBe(bytes);
      expect(tokens(queries, bytes), JSON.stringify(row)).toBe(Number(row.tags));
      expect(tokens(queries, bytes, 'before 1.19.0'), JSON.stringify(row)).toBe(
        Number(row.tagsLibmongocryptPre1_19),
      );
      expect(worstTokens(queries), JSON.stringify(row)).toBeGreaterThanOrEqual(Number(row.tags));
    }
  });

  test('the padding before 1.19.0 shows at 11, 27, 43 … bytes only', () => {
    for (const row of tokenRows) {
      if (row.tags !== row.tagsLibmongocryptPre1_19) expect(Number(row.byteLen) % 16).toBe(11);
    }
  });

  test('edges of every range', () => {
    for (const row of rangeRows) {
      const bits = domain(row)?.bits;
      expect(bits, JSON.stringify(row)).toBe(Number(row.bits));
      const sparsity = row.sparsity === '' ? 2 : Number(row.sparsity);
      const trimFactor = row.trimFactor === '' ? trimFactorDefault(Number(row.bits)) : Number(row.trimFactor);
      expect(trimFactor, JSON.stringify(row)).toBe(Number(row.usedTrimFactor));
      expect(rangeTokens({ bits: Number(row.bits), sparsity, trimFactor }), JSON.stringify(row)).toBe(
        Number(row.edges),
      );
    }
  });

  test('the folded length of every text, and the verdict on every searched one', () => {
    for (const row of [...lengthRows, ...tokenRows]) {
      const check = checkQueryText(text(row), {
        min: Number(row.strMinQueryLength),
        max: Number(row.strMaxQueryLength),
        caseSensitive: row.caseSensitive === 'true',
        diacriticSensitive: row.diacriticSensitive === 'true',
      });
      expect(check.foldedLength, JSON.stringify(row)).toBe(Number(row.foldedCodepointLen));
      if (row.result !== undefined) expect(check.result, JSON.stringify(row)).toBe(row.result);
    }
  });
});
