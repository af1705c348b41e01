import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SheetContainer, SheetField } from '../../rules/costs/sheet.ts';
import { estimateSupposed, isSupposed, type Supposed, slidersOf } from './suppose.ts';
import { totalsOf } from './totals.ts';

const at = { uri: 'file:///a.json', line: 0, character: 0 };
const limits = { strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50 };
const substring: SheetField = {
  path: 'email',
  searched: 'substring 2–6 of 50',
  at,
  settings: {
    bsonType: 'string',
    pathBytes: 5,
    queries: [{ kind: 'substring', strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50 }],
  },
  length: 25,
  limits,
};
const affixes: SheetField = {
  path: 'phone',
  searched: 'prefix 3–12 + suffix 3–6',
  at,
  settings: {
    bsonType: 'string',
    pathBytes: 5,
    queries: [
      { kind: 'prefix', strMinQueryLength: 3, strMaxQueryLength: 12 },
      { kind: 'suffix', strMinQueryLength: 3, strMaxQueryLength: 6 },
    ],
  },
  length: 25,
};
const range: SheetField = {
  path: 'salary',
  searched: 'range, 20 bits',
  at,
  settings: {
    bsonType: 'int',
    pathBytes: 6,
    queries: [{ kind: 'range', bits: 20, sparsity: 2, trimFactor: 6 }],
  },
};
const illegal: SheetField = { path: 'broken', searched: '?', at, length: 25 };

const tokensOf = (field: SheetField, supposed: Supposed) => estimateSupposed(field, supposed)?.tokens;

describe('what is supposed of a field', () => {
  test('nothing supposed is what is declared', () => {
    expect(tokensOf(substring, {})).toEqual({ typical: 121, worst: 236 });
    expect(isSupposed(substring, {})).toBe(false);
    expect(slidersOf(substring, {}).map(({ key, value }) => [key, value])).toEqual([
      ['length', 25],
      ['substring.strMinQueryLength', 2],
      ['substring.strMaxQueryLength', 6],
      ['substring.strMaxLength', 50],
    ]);
  });

  test('a shorter whole lowers the worst value, and the typical one once it is cut', () => {
    expect(tokensOf(substring, { 'substring.strMaxLength': 30 })).toEqual({ typical: 121, worst: 136 });
    expect(tokensOf(substring, { 'substring.strMaxLength': 20 })?.typical).toBeLessThan(121);
  });

  test('a typical value that a small whole cuts comes back with a larger one', () => {
    const short = { ...substring, settings: shortened(20) };
    expect(tokensOf(short, {})?.typical).toBeLessThan(121);
    expect(tokensOf(short, { 'substring.strMaxLength': 50 })).toEqual({ typical: 121, worst: 236 });
  });

  test('each of two query types has sliders of its own', () => {
    expect(slidersOf(affixes, {}).map(({ label }) => label)).toEqual([
      'length of a value, bytes',
      'prefix: strMinQueryLength',
      'prefix: strMaxQueryLength',
      'suffix: strMinQueryLength',
      'suffix: strMaxQueryLength',
    ]);
    expect(tokensOf(affixes, { 'suffix.strMaxQueryLength': 7 })?.typical).toBe(
      (tokensOf(affixes, {})?.typical ?? 0) + 1,
    );
  });

  test('a number has no length to try, a range its tuning', () => {
    expect(slidersOf(range, {}).map(({ key }) => key)).toEqual(['range.sparsity', 'range.trimFactor']);
  });

  test('a field without numbers has nothing to try', () => {
    expect(slidersOf(illegal, {})).toEqual([]);
    expect(estimateSupposed(illegal, {})).toBeUndefined();
  });

  test('no slider lets another leave its bounds, in whatever order they are moved', () => {
    const moves = fc.array(fc.tuple(fc.nat(4), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(substring, affixes, range), moves, (field, all) => {
        let supposed: Supposed = {};
        for (const [which, share] of all) {
          const sliders = slidersOf(field, supposed);
          const slider = sliders[which % sliders.length];
          if (slider === undefined) continue;
          const value = Math.round(slider.least + share * (slider.most - slider.least));
          supposed = { ...supposed, [slider.key]: value };
          for (const { least, most, value: now } of slidersOf(field, supposed)) {
            expect(least <= now && now <= most).toBe(true);
          }
          expect(estimateSupposed(field, supposed)).toBeDefined();
        }
      }),
    );
  });

  function shortened(strMaxLength: number) {
    return {
      ...substring.settings,
      queries: [{ kind: 'substring', strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength } as const],
    };
  }
});

describe('totals', () => {
  const container: SheetContainer = {
    name: 'people',
    system: 'mongodb-qe',
    target: { version: '9.0', assumed: false },
    file: 'a.json',
    at,
    fields: [substring, affixes],
    whole: true,
  };

  test('grow with the documents, and follow what is supposed', () => {
    const one = totalsOf(container, () => ({}), 1);
    const many = totalsOf(container, () => ({}), 1_000_000);
    expect(many?.bytes).toBe((one?.bytes ?? 0) * 1_000_000);
    expect(many?.bytes).toBe((many?.collectionBytes ?? 0) + (many?.metadataBytes ?? 0));
    const supposed = totalsOf(container, (path) => (path === 'email' ? { length: 10 } : {}), 1);
    expect(supposed?.bytes).toBeLessThan(one?.bytes ?? 0);
  });

  test('are absent where a field is missing from them', () => {
    expect(totalsOf({ ...container, whole: false }, () => ({}), 1)).toBeUndefined();
    expect(totalsOf({ ...container, fields: [substring, illegal] }, () => ({}), 1)).toBeUndefined();
  });
});
