import { describe, expect, test } from 'vitest';
import { findingsOf, oneField } from '../../../test/support/one-field.ts';
import { mongodbVersions } from '../../model/target.ts';

const id = 'mongodb/range-tuning';

const range = (options: string, bsonType = 'long', bounds = ', min: new Long(0), max: new Long(1_000_000)') =>
  oneField(`bsonType: '${bsonType}', `, `queries: { queryType: 'range'${bounds}${options} }`);

const codeOf = (message: string | undefined) => /server code (\d+)\)$/.exec(message ?? '')?.[1];

describe('sparsity', () => {
  test.each(['1', '2', '4', '5', '8', 'new Long(8)', '3n', 'level(1)'])('%s is taken', async (sparsity) => {
    for (const mongodb of mongodbVersions) {
      expect(await findingsOf(id, range(`, sparsity: ${sparsity}`), { mongodb })).toEqual([]);
    }
  });

  test.each(['0', '9', '-1', 'new Long(12)'])('%s is not', async (sparsity) => {
    const [found] = await findingsOf(id, range(`, sparsity: ${sparsity}`), { mongodb: '9.0' });
    expect(found).toMatchObject({ severity: 'error', at: sparsity });
    expect(codeOf(found?.message)).toBe('6775214');
    expect(found?.fixes[0]?.title).toBe('set sparsity to 2 (8 tokens a value)');
    for (const { left, safe } of found?.fixes ?? [])
      expect({ left, safe }).toEqual({ left: [], safe: false });
  });

  test('past the end is brought to the end that the release is known to have', async () => {
    const [on9] = await findingsOf(id, range(', sparsity: 9'), { mongodb: '9.0' });
    const [on8] = await findingsOf(id, range(', sparsity: 9'), { mongodb: '8.0' });
    expect([on9, on8].map((found) => found?.fixes[1]?.title)).toEqual([
      'set sparsity to 8 (3 tokens a value)',
      'set sparsity to 4 (4 tokens a value)',
    ]);
  });
});

describe('trimFactor', () => {
  test.each([
    ['int', ', min: 0, max: 100', 7],
    ['int', ', min: 0, max: 1', 1],
    ['int', '', 32],
    ['double', ', min: new Double(0), max: new Double(1), precision: 1', 5],
    ['date', ", min: new Date('1900-01-01'), max: new Date('2020-01-01')", 42],
  ])('of %s%s stays below %i bits', async (bsonType, bounds, bits) => {
    const [found] = await findingsOf(id, range(`, trimFactor: ${bits}`, bsonType, bounds));
    expect(found).toMatchObject({ severity: 'error', at: String(bits) });
    expect(codeOf(found?.message)).toBe('8574000');
    const small = Math.min(bits - 1, 6);
    expect(await findingsOf(id, range(`, trimFactor: ${small}`, bsonType, bounds))).toEqual([]);
    expect(await findingsOf(id, range(', trimFactor: 0', bsonType, bounds))).toEqual([]);
  });

  test('below zero is refused whatever the domain', async () => {
    const [found] = await findingsOf(id, range(', trimFactor: -1', 'long', ', min: lowest(1)'));
    expect(found).toMatchObject({
      at: '-1',
      fixes: [{ title: 'set trimFactor to 0' }, { title: 'remove trimFactor' }],
    });
  });

  test('of a domain that is not known says nothing', async () => {
    for (const bounds of [', min: new Long(9), max: new Long(1)', ', min: lowest(1)']) {
      expect(await findingsOf(id, range(', trimFactor: 63', 'long', bounds))).toEqual([]);
    }
  });
});

describe('both together', () => {
  // The sum of 2^sparsity × (2^trimFactor + …) passes 300,000 between 2^18 and 2^19.
  test.each([
    [', trimFactor: 18, sparsity: 2', '9203504'],
    [', trimFactor: 12, sparsity: 8', '9203504'],
    [', trimFactor: 18, sparsity: 1', '9203508'],
    [', trimFactor: 17, sparsity: 2', '9203508'],
    [', trimFactor: 17, sparsity: 1', undefined],
    [', trimFactor: 16, sparsity: 2', undefined],
  ] as const)('%s', async (options, code) => {
    const found = await findingsOf(id, range(options), { mongodb: '9.0' });
    expect(found.map(({ message }) => codeOf(message))).toEqual(code === undefined ? [] : [code]);
    for (const { left } of found.flatMap(({ fixes }) => fixes)) {
      expect(left.filter((line) => line.startsWith(id))).toEqual([]);
    }
  });

  test('a domain below 300,000 values is not held to it', async () => {
    const bounds = (max: number) => `, min: new Long(0), max: new Long(${max})`;
    expect(await findingsOf(id, range(', trimFactor: 17, sparsity: 3', 'long', bounds(262_143)))).toEqual([]);
    expect(await findingsOf(id, range(', trimFactor: 17, sparsity: 3', 'long', bounds(299_999)))).toEqual([]);
    expect(
      await findingsOf(id, range(', trimFactor: 17, sparsity: 3', 'long', bounds(300_000))),
    ).toHaveLength(1);
  });

  test('without a written trimFactor the server asks nothing', async () => {
    expect(await findingsOf(id, range(', sparsity: 8'), { mongodb: '9.0' })).toEqual([]);
  });
});
