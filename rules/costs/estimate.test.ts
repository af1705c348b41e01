import { describe, expect, test } from 'vitest';
import type { QueryableField, QueryType } from '../model/mongodb.ts';
import { isQueryTypeName, queryTypeNames } from '../model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../model/value.ts';
import { estimateContainer, estimateField, estimateSettings, estimateValue, worstTags } from './estimate.ts';
import { readFieldSettings } from './settings.ts';

const place = { file: 'encryptedFields.json', start: 0, end: 0 };

type Literal = string | number | bigint | boolean | null | Date | Unknown | { readonly decimal: string };
interface Unknown {
  readonly unknown: true;
}
const unknown: Unknown = { unknown: true };

function value(literal: Literal): Value {
  if (literal === null) return { kind: 'null', place, undefined: false };
  if (typeof literal === 'string') return { kind: 'string', place, value: literal };
  if (typeof literal === 'boolean') return { kind: 'boolean', place, value: literal };
  if (typeof literal === 'bigint') return { kind: 'number', place, digits: String(literal), types: ['long'] };
  if (typeof literal === 'number') return { kind: 'number', place, digits: String(literal), types: ['int'] };
  if (literal instanceof Date) return { kind: 'date', place, milliseconds: literal.getTime() };
  if ('unknown' in literal) return { kind: 'unknown', place };
  return { kind: 'number', place, digits: literal.decimal, types: ['decimal'] };
}

function object(literal: Record<string, Literal>, open = false): ObjectValue {
  const properties = Object.entries(literal).map(
    ([key, inner]): Property => ({ key, keyPlace: place, value: value(inner), place }),
  );
  return { kind: 'object', place, properties, open };
}

function query(literal: Record<string, Literal>, open = false): QueryType {
  const name = literal.queryType;
  if (typeof name !== 'string') return { object: object(literal, open) };
  const kind = isQueryTypeName(name) ? { kind: queryTypeNames[name].kind } : {};
  return { object: object(literal, open), nameValue: value(name), name, ...kind };
}

function field(
  path: string,
  bsonType: string | undefined,
  queries: readonly QueryType[] | undefined,
  more: Partial<QueryableField> = {},
): QueryableField {
  const array: Value = { kind: 'array', place, items: queries?.map((one) => one.object) ?? [], open: false };
  return {
    system: 'mongodb-qe',
    container: { system: 'mongodb-qe', file: place.file },
    path,
    place,
    target: { version: '9.0', assumed: false },
    assumptions: {},
    budgets: {},
    override: {},
    element: object({ path }),
    ...(bsonType === undefined ? {} : { bsonType: value(bsonType) }),
    ...(queries === undefined
      ? {}
      : { queriesProperty: { key: 'queries', keyPlace: place, value: array, place } }),
    queries: queries ?? [],
    queriesKnown: true,
    ...more,
  };
}

const text = (
  queryType: string,
  strMinQueryLength: Literal,
  strMaxQueryLength: Literal,
  strMaxLength?: Literal,
) =>
  query({
    queryType,
    strMinQueryLength,
    strMaxQueryLength,
    ...(strMaxLength === undefined ? {} : { strMaxLength }),
    caseSensitive: false,
    diacriticSensitive: false,
  });
const equality = query({ queryType: 'equality' });
const seed = field('email', 'string', [text('substringPreview', 3, 10, 40)]);
const range = (bsonType: string, settings: Record<string, Literal> = {}, path = 'x') =>
  field(path, bsonType, [query({ queryType: 'range', ...settings })]);

describe('the measured field', () => {
  test('173 tokens, 277 at most, 23,640 bytes more than equality', () => {
    const estimate = estimateField(seed);
    expect(estimate?.tokens).toEqual({ typical: 173, worst: 277 });
    const other = estimateField(field('email', 'string', [equality]));
    expect((estimate?.documentBytes?.typical ?? 0) - (other?.documentBytes?.typical ?? 0)).toBe(23_640);
    expect(estimate?.equality?.documentBytes).toBe(263);
    expect(estimate?.metadataBytes).toEqual({ typical: 173 * 153, worst: 42_381 });
    expect(estimate?.documentBytes?.worst).toBeCloseTo(38_340, -3);
    expect(estimate?.insert.ratioToEquality).toBeCloseTo(20.2, 1);
  });

  test('the widest substring of 9.0, as on the hover card', () => {
    const estimate = estimateField(field('address', 'string', [text('substring', 2, 6, 50)]));
    expect(estimate?.tokens).toEqual({ typical: 121, worst: 236 });
    expect(estimate?.documentBytes).toEqual({ typical: 16_727, worst: 32_604 });
    expect(estimate?.metadataBytes?.worst).toBe(36_580);
    expect(estimate?.typical).toMatchObject({ length: 25, plainBytes: 30 });
    expect(estimate?.worst).toMatchObject({ length: 50, plainBytes: 55 });
  });

  test('prefix and suffix: 17 tokens', () => {
    const pair = field('email', 'string', [text('suffixPreview', 3, 10), text('prefixPreview', 3, 10)]);
    expect(estimateField(pair)?.tokens).toEqual({ typical: 17, worst: 17 });
    expect(estimateField(pair)?.documentBytes?.typical).toBe(1774 + 5 - 30 + 709);
    // The tokens have a most although the value has not; padding then adds a whole block.
    expect(estimateField(pair)?.documentBytes?.worst).toBe(110 + 16 + 96 * 17 + 5 + 709);
  });
});

describe('a write of 6 bytes by query type', () => {
  const six = { override: { length: 6 } };
  test.each([
    [field('code', 'string', [equality], six), { typical: 1, worst: 1 }, 149],
    [field('encryptedText', 'string', [text('prefix', 3, 30)], six), { typical: 10, worst: 29 }, 4669],
    [field('plate', 'string', [text('substring', 2, 4, 12)], six), { typical: 28, worst: 31 }, 31 * 153],
    [
      range('date', { min: new Date('1900-01-01'), max: new Date('2020-01-01') }, 'born'),
      { typical: 19, worst: 19 },
      2850,
    ],
    [
      range('int', { min: 0, max: 200, sparsity: 1, trimFactor: 1 }, 'height'),
      { typical: 8, worst: 8 },
      8 * 152,
    ],
    [range('int', { min: 0 }, 'visits'), { typical: 14, worst: 14 }, 14 * 152],
    [range('long', {}, 'ledgerId'), { typical: 30, worst: 30 }, 4620],
    [range('int', { min: 0, max: 200 }, 'age'), { typical: 2, worst: 2 }, 298],
    [range('double', { min: 0, max: 9999, precision: 2 }, 'salary'), { typical: 8, worst: 8 }, 1216],
    [
      field('reference', 'string', [text('prefix', 4, 10), text('suffix', 4, 10)]),
      { typical: 15, worst: 15 },
      2355,
    ],
  ])('%#', (declared, tokens, metadata) => {
    const estimate = estimateField(declared);
    expect(estimate?.tokens).toEqual(tokens);
    expect(estimate?.metadataBytes?.worst).toBe(metadata);
    expect(worstTags(declared)).toBe(tokens.worst);
  });
});

describe('lengths', () => {
  test('what a person says of the field, then of the project, then 25', () => {
    const lengthOf = (more: Partial<QueryableField>) =>
      estimateField(field('email', 'string', [equality], more))?.typical.length;
    expect(lengthOf({ override: { length: 7 }, assumptions: { length: 9 } })).toBe(7);
    expect(lengthOf({ assumptions: { length: 9 } })).toBe(9);
    expect(lengthOf({})).toBe(25);
  });

  test('cut to strMaxLength', () => {
    expect(estimateField(field('plate', 'string', [text('substring', 2, 4, 12)]))?.typical.length).toBe(12);
  });

  test('a value without a longest length has tokens but no bytes at worst', () => {
    for (const declared of [
      field('code', 'string', [equality]),
      field('code', 'binData', [equality]),
      field('code', 'string', undefined),
    ]) {
      const estimate = estimateField(declared);
      expect(estimate?.documentBytes?.typical).toBeGreaterThan(0);
      expect(estimate?.documentBytes).not.toHaveProperty('worst');
      expect(estimate?.metadataBytes?.worst).toBe(estimate?.metadataBytes?.typical);
    }
    expect(estimateField(field('on', 'bool', [equality]))?.documentBytes).toEqual({
      typical: 276,
      worst: 276,
    });
  });
});

test('a field that is not queried has no tokens', () => {
  const estimate = estimateField(field('remarks', 'string', undefined));
  expect(estimate?.tokens).toEqual({ typical: 0, worst: 0 });
  expect(estimate?.metadataBytes).toEqual({ typical: 0, worst: 0 });
  expect(estimate?.documentBytes?.typical).toBe(66 + 32 + 5 - 30);
  expect(worstTags(field('remarks', 'string', undefined))).toBe(0);
  expect(estimateField(field('notes', undefined, undefined))?.tokens.typical).toBe(0);
  expect(estimateField(field('notes', 'object', undefined))).not.toHaveProperty('documentBytes');
});

describe('no number where none would be right', () => {
  test.each([
    ['queries without bsonType', field('a', undefined, [equality])],
    ['equality on a double', field('a', 'double', [equality])],
    ['text on an int', field('a', 'int', [text('prefix', 1, 2)])],
    ['a type that is none', field('a', 'number', [equality])],
    ['null, which is never encrypted', field('a', 'null', undefined)],
    ['an empty list', field('a', 'string', [])],
    ['substring and equality', field('a', 'string', [text('substring', 2, 6, 20), equality])],
    ['two prefixes', field('a', 'string', [text('prefix', 2, 6), text('prefix', 2, 6)])],
    ['an unknown query type', field('a', 'string', [query({ queryType: 'contains' })])],
    ['no strMaxLength', field('a', 'string', [text('substring', 2, 6)])],
    ['a length known at run time', field('a', 'string', [text('substring', 2, 6, unknown)])],
    ['a length as text', field('a', 'string', [text('substring', 2, '6', 20)])],
    ['a fraction', field('a', 'string', [text('substring', 2, 6.5, 20)])],
    ['zero', field('a', 'string', [text('prefix', 0, 6)])],
    ['min over max', field('a', 'string', [text('prefix', 7, 6)])],
    ['max over strMaxLength', field('a', 'string', [text('substring', 2, 21, 20)])],
    ['queries that cannot be read', field('a', 'string', [equality], { queriesKnown: false })],
    ['a spread that may set the bounds', field('a', 'int', [query({ queryType: 'range' }, true)])],
    ['bounds in no order', range('int', { min: 5, max: 5 })],
    ['an int beyond its type', range('int', { max: 3_000_000_000 })],
    ['a number for a date', range('date', { min: 0 })],
    ['a double without precision', range('double', { min: 0, max: 9999 })],
    ['a double with one bound', range('double', { min: 0, precision: 2 })],
    ['trimFactor of all bits', range('int', { min: 0, max: 100, trimFactor: 7 })],
    ['sparsity 9', range('int', { sparsity: 9 })],
  ])('%s', (_, declared) => {
    expect(estimateField(declared)).toBeUndefined();
    expect(worstTags(declared)).toBeUndefined();
  });
});

test('what only another release takes is computed', () => {
  expect(estimateField(field('email', 'string', [text('substring', 3, 10, 40)]))?.tokens.typical).toBe(173);
});

test('an unknown bsonType beside text search can only be string', () => {
  const declared = field('a', undefined, [text('prefix', 3, 10)], { bsonType: value(unknown) });
  expect(estimateField(declared)?.documentBytes?.typical).toBeGreaterThan(0);
  const other = field('a', undefined, [equality], { bsonType: value(unknown) });
  expect(estimateField(other)?.tokens.typical).toBe(1);
  expect(estimateField(other)).not.toHaveProperty('documentBytes');
});

test('decimals are exact', () => {
  const bounds = { min: { decimal: '0.1' }, max: { decimal: '1000000000000000.1' }, precision: 1 };
  expect(readFieldSettings(range('decimal', bounds))?.queries).toEqual([
    { kind: 'range', bits: 54, sparsity: 2, trimFactor: 6 },
  ]);
});

test('a path known at run time leaves the metadata open', () => {
  const { path: _, ...rest } = seed;
  const estimate = estimateField(rest);
  expect(estimate?.tokens.typical).toBe(173);
  expect(estimate).not.toHaveProperty('metadataBytes');
});

test('supposed settings: the numbers of a smaller strMaxLength', () => {
  const settings = readFieldSettings(seed) ?? { queries: [] };
  const smaller = settings.queries.map((one) =>
    one.kind === 'substring' ? { ...one, strMaxLength: 20 } : one,
  );
  expect(estimateSettings({ ...settings, queries: smaller }).tokens).toEqual({ typical: 117, worst: 117 });
  expect(estimateValue(settings, 8).tokens).toBe(1 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2);
});

describe('a container', () => {
  const email = estimateField(seed);
  const code = estimateField(field('code', 'string', [equality]));
  const remarks = estimateField(field('remarks', 'string', undefined));
  const all = [email, code, remarks].filter((one) => one !== undefined);

  test('counts the header once and the digits over the whole document', () => {
    const container = estimateContainer(all, 500);
    expect(container.tokens).toEqual({ typical: 174, worst: 278 });
    const blobs = 16_750 + 5 - 30 + (226 + 5 - 30) + (98 + 5 - 30);
    const safeContent = 22 + 39 * 174 + (10 + 2 * 90 + 3 * 74);
    expect(container.documentBytes?.typical).toBe(blobs + safeContent);
    expect(container.metadataBytes?.typical).toBe(173 * 153 + 149);
    expect(container.bytesForRows).toBe(500 * (blobs + safeContent + 173 * 153 + 149));
  });

  test('of one field is that field', () => {
    const one = all.slice(0, 1);
    expect(estimateContainer(one).documentBytes).toEqual(one[0]?.documentBytes);
    expect(estimateContainer(one).metadataBytes).toEqual(one[0]?.metadataBytes);
  });

  test('without fields costs an insert and nothing else', () => {
    expect(estimateContainer([]).documentBytes).toEqual({ typical: 0, worst: 0 });
  });
});
