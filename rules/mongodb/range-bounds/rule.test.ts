import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { findingsOf, lines, oneField } from '../../../test/support/one-field.ts';

const id = 'mongodb/range-bounds';

const range = (bsonType: string, options: string, before = '') =>
  oneField(`bsonType: '${bsonType}', `, `queries: { queryType: 'range'${options} }`, before);

describe('a bound of another type', () => {
  test.each([
    ['long', '0', 'Long.fromNumber(0)'],
    ['long', '3_000_000_000', "Long.fromString('3000000000')"],
    ['double', '0', 'new Double(0)'],
    ['decimal', '0', "Decimal128.fromString('0')"],
    ['decimal', '-0.25', "Decimal128.fromString('-0.25')"],
    ['int', 'new Long(0)', 'new Int32(0)'],
    ['double', 'new Int32(4)', 'new Double(4)'],
  ])('of a %s, %s, is wrapped by --fix', async (bsonType, written) => {
    const legal = {
      int: '9',
      long: 'new Long(9e9)',
      double: 'new Double(9)',
      decimal: "Decimal128.fromString('9')",
    };
    const max = legal[bsonType as keyof typeof legal];
    const precision = bsonType === 'double' || bsonType === 'decimal' ? ', precision: 2' : '';
    const [found, ...more] = await findingsOf(
      id,
      range(bsonType, `, min: ${written}, max: ${max}${precision}`),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', at: written, fixes: [{ safe: true, left: [] }] });
    expect(found?.message.endsWith('(server code 7018200)')).toBe(true);
  });

  test('by max ends with the code of max', async () => {
    const [found] = await findingsOf(id, range('long', ', min: new Long(0), max: 9'));
    expect(found?.message.endsWith('(server code 7018201)')).toBe(true);
  });

  test.each([
    ['int', '3_000_000_000'],
    ['int', '0.5'],
    ['long', '0.5'],
    ['long', '1e30'],
    ['double', "Decimal128.fromString('0.1')"],
    ['double', 'new Long(9007199254740993n)'],
  ])('of a %s, %s, is wrapped by nobody where the number would change', async (bsonType, written) => {
    const found = await findingsOf(id, range(bsonType, `, min: ${written}`));
    expect(found.find(({ at }) => at === written)).toMatchObject({ severity: 'error', fixes: [] });
  });

  test('of a date may count anything, so that it is only offered', async () => {
    const [found] = await findingsOf(id, range('date', ", min: 0, max: new Date('2030-01-01')"));
    expect(found).toMatchObject({ at: '0', fixes: [{ safe: false, left: [] }] });
  });

  test('in JSON is offered in Extended JSON, never applied', async () => {
    const files = {
      'encryptedFields.json':
        '{ "fields": [{ "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "long", "queries": { "queryType": "range", "min": 0, "max": { "$numberLong": "9" } } }] }',
    };
    const [found] = await findingsOf(id, files);
    expect(found).toMatchObject({ at: '0', fixes: [{ safe: false, left: [] }] });
    expect(found?.fixes[0]?.text).toContain('"min": { "$numberLong": "0" }');
  });

  test.each([
    ['double', '0.0'],
    ['long', '3000000000'],
  ])('in JSON is not certain for a %s of %s', async (bsonType, written) => {
    const files = {
      'encryptedFields.json': `{ "fields": [{ "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "${bsonType}", "queries": { "queryType": "range", "min": ${written}, "max": { "$${bsonType === 'long' ? 'numberLong' : 'numberDouble'}": "9000000000" }${bsonType === 'double' ? ', "precision": 0' : ''} } }] }`,
    };
    expect(await findingsOf(id, files)).toEqual([]);
  });

  test('by a constant is offered, since other code may read it', async () => {
    const files = range('long', ', min: lowest, max: new Long(9)', 'const lowest = 0;\n');
    expect(await findingsOf(id, files)).toMatchObject([{ at: '0', fixes: [{ safe: false, left: [] }] }]);
  });

  test('that an int field shares is not made a long behind its back', async () => {
    const field = (path: string, key: string, bsonType: string) =>
      `{ path: '${path}', keyId: new UUID('${key}'), bsonType: '${bsonType}', queries }`;
    const files = {
      'src/schema.ts': `import { UUID } from 'mongodb';
const queries = { queryType: 'range', min: 0, max: 9 };
export const encryptedFields = { fields: [
  ${field('one', '8d8fef41-eff1-4e86-8234-39983d648d43', 'int')},
  ${field('other', '5a6f2c86-3c1d-4f0e-9d5c-0f0f5b5b7c21', 'long')},
] };
`,
    };
    const found = await findingsOf(id, files);
    expect(found).toHaveLength(2);
    expect(found.flatMap(({ fixes }) => fixes.map(({ safe }) => safe))).toEqual([false, false]);
  });

  test('whatever whole numbers bound a long, --fix leaves the same bounds and nothing to say', async () => {
    const number = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    await fc.assert(
      fc.asyncProperty(number, fc.integer({ min: 1, max: 2 ** 40 }), async (min, width) => {
        let files = range('long', `, min: ${min}, max: ${min + width}`);
        for (let pass = 0; pass < 2; pass += 1) {
          const [found] = await findingsOf(id, files);
          expect(found?.fixes[0]?.safe).toBe(true);
          files = { 'src/schema.ts': found?.fixes[0]?.text ?? '' };
        }
        expect((await lintFiles(files)).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(await findingsOf(id, files)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a bound that is no number', () => {
  test('is offered as what it says', async () => {
    const [date] = await findingsOf(id, range('date', ", min: '2000-01-01', max: new Date('2030-01-01')"));
    expect(date).toMatchObject({
      at: "'2000-01-01'",
      fixes: [{ title: 'make min a date', safe: false, left: [] }],
    });
    const [int] = await findingsOf(id, range('int', ", min: '1', max: 9"));
    expect(int).toMatchObject({ at: "'1'", fixes: [{ title: 'make min an int', left: [] }] });
    const [local] = await findingsOf(id, range('date', ", min: '01.02.2000', max: new Date('2030-01-01')"));
    expect(local?.fixes).toEqual([]);
  });
});

describe('bounds in the wrong order', () => {
  test.each([
    ['int', '9', '3'],
    ['long', 'new Long(9007199254740993n)', 'new Long(9007199254740992n)'],
    ['date', "new Date('2030-01-01')", "new Date('2020-01-01')"],
    ['int', '5', '5'],
  ])('of %s: %s and %s', async (bsonType, min, max) => {
    const [found] = await findingsOf(id, range(bsonType, `, min: ${min}, max: ${max}`));
    expect(found).toMatchObject({ severity: 'error', at: min });
    expect(found?.message.endsWith('(server code 6720005)')).toBe(true);
    if (min !== max) expect(found?.fixes).toMatchObject([{ safe: false, left: [] }]);
  });
});

describe('double and decimal', () => {
  test.each(['double', 'decimal'])('%s has all of min, max and precision or none', async (bsonType) => {
    const wrap = (digits: string) =>
      bsonType === 'double' ? `new Double(${digits})` : `Decimal128.fromString('${digits}')`;
    const options = { min: wrap('0'), max: wrap('9.5'), precision: '1' };
    const keys = Object.keys(options) as (keyof typeof options)[];
    for (let mask = 1; mask < 7; mask += 1) {
      const given = keys.filter((_, index) => (mask >> index) & 1);
      const written = given.map((key) => `, ${key}: ${options[key]}`).join('');
      const [found, ...more] = await findingsOf(id, range(bsonType, written));
      expect(more).toEqual([]);
      expect(found).toMatchObject({ severity: 'error', at: "'range'" });
      expect(found?.message.endsWith('(server code 6967100)')).toBe(true);
      for (const key of keys) if (!given.includes(key)) expect(found?.message).toContain(key);
    }
  });

  test('the precision that is added is two, or what the bounds have', async () => {
    const add = async (max: string) => {
      const [found] = await findingsOf(id, range('double', `, min: new Double(0), max: new Double(${max})`));
      return found?.fixes.filter(({ title }) => title.startsWith('add'));
    };
    expect(await add('9999')).toMatchObject([
      { title: 'add precision 2 (8 tokens a value)', left: [] },
      { title: 'add precision 0 (5 tokens a value)', left: [] },
    ]);
    expect(await add('0.125')).toMatchObject([{ title: 'add precision 3 (4 tokens a value)', left: [] }]);
  });

  test.each([
    ['0.57', '6966806'],
    ['0.29', '6966806'],
    ['1.1', '9178802'],
    ['1.234', '6966806'],
  ])('%s does not fit two decimals of a double', async (max, code) => {
    const [found, ...more] = await findingsOf(
      id,
      range('double', `, min: new Double(0), max: ${max}, precision: 2`),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', at: max });
    expect(found?.message.endsWith(`(server code ${code})`)).toBe(true);
    expect(found?.fixes.length).toBeGreaterThan(0);
    for (const { left } of found?.fixes ?? []) expect(left).toEqual([]);
  });

  test('a decimal counts the decimals that are written', async () => {
    const decimal = (max: string) =>
      range(
        'decimal',
        `, min: Decimal128.fromString('0'), max: Decimal128.fromString('${max}'), precision: 2`,
      );
    expect(await findingsOf(id, decimal('0.57'))).toEqual([]);
    expect(await findingsOf(id, decimal('0.570'))).toEqual([]);
    const [found] = await findingsOf(id, decimal('0.571'));
    expect(found?.message.endsWith('(server code 6966808)')).toBe(true);
  });

  test.each([
    ['2251799813685.248', 3, undefined],
    ['4503600000000', 3, ''],
    ['1000000', 9, undefined],
    ['10', 15, ''],
    ['1000000000', 14, '9157100'],
  ])('0 to %s with precision %i', async (max, precision, code) => {
    const files = range('double', `, min: new Double(0), max: new Double(${max}), precision: ${precision}`);
    const [found] = await findingsOf(id, files);
    if (code === undefined) expect(found).toBeUndefined();
    else {
      expect(found).toMatchObject({ severity: 'error', at: String(precision), fixes: [{ left: [] }] });
      expect(/server code (\d+)\)$/.exec(found?.message ?? '')?.[1] ?? '').toBe(code);
    }
  });
});

describe('missing bounds', () => {
  test.each([
    ['long', '', 30],
    ['date', '', 30],
    ['double', '', 30],
    ['decimal', '', 62],
    ['int', ', min: 0', 14],
    ['long', ', max: new Long(5), sparsity: 1', 59],
    ['long', ', sparsity: 4', 15],
  ])('%s%s leaves %i tokens', async (bsonType, options, tokens) => {
    const found = lines(await findingsOf(id, range(bsonType, options)));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^warning .*each value leaves ${tokens} tokens`));
  });

  test.each([
    ['int', ''],
    ['long', ', min: lowest(1)'],
    ['long', ', min: new Long(lowest(1)), max: new Long(5)'],
    ['date', ', min: new Date(), max: new Date(2100, 1)'],
    ['string', ', min: 0'],
    ['double', ', min: new Double(0), max: new Double(1), precision: places(1)'],
    ['int', ', min: undefined, max: undefined'],
  ])('nothing is said of %s%s', async (bsonType, options) => {
    expect(await findingsOf(id, range(bsonType, options))).toEqual([]);
  });

  test('nothing is said of bounds that a spread may bring', async () => {
    const files = oneField("bsonType: 'long', ", "queries: { ...bounds(), queryType: 'range' }");
    expect(await findingsOf(id, files)).toEqual([]);
  });
});

test('what libmongocrypt takes is no error', async () => {
  const [header = '', ...rows] = readFileSync(
    new URL('../../../fixtures/oracles/mongodb-range.csv', import.meta.url),
    'utf8',
  )
    .trim()
    .split(/\r?\n/);
  const keys = header.split(',');
  const wrap = (bsonType: string, digits: string) =>
    bsonType === 'date'
      ? `{ "$date": { "$numberLong": "${digits}" } }`
      : `{ "$number${bsonType[0]?.toUpperCase()}${bsonType.slice(1)}": "${digits}" }`;
  const fields = rows.map((row, index) => {
    const cells = row.split(',');
    const cell = (key: string) => cells[keys.indexOf(key)] ?? '';
    const bsonType = cell('bsonType');
    const bounds = ['min', 'max'].map((key) =>
      cell(key) === '' ? '' : `, "${key}": ${wrap(bsonType, cell(key))}`,
    );
    const rest = ['precision', 'sparsity'].map((key) => (cell(key) === '' ? '' : `, "${key}": ${cell(key)}`));
    return `{ "path": "f${index}", "bsonType": "${bsonType}", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-${String(index).padStart(12, '0')}" }, "queries": { "queryType": "range"${[...bounds, ...rest].join('')} } }`;
  });
  const files = { 'encryptedFields.json': `{ "fields": [${fields.join(',\n')}] }` };
  const findings = await lintFiles(files, { mongodb: '9.0' });
  expect(
    findings
      .filter(({ rule, severity }) => rule === id && severity === 'error')
      .map(({ message }) => message),
  ).toEqual([]);
  expect(findings.filter(({ rule }) => rule === id)).toHaveLength(20 + 26 + 37 + 44);
});
