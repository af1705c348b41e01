import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../../rules/model/value.ts';
import { jsonText } from './json-text.ts';

const plain = [{ at: 0, start: 0 }];

describe('JSON inside of a string', () => {
  test('reads what JSON.stringify writes, with each value where it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(3), (json, indent) => {
        const text = JSON.stringify(json, undefined, indent);
        const value = jsonText(text, plain, 'a.sql');
        expect(value).toBeDefined();
        if (value === undefined) return;
        expect(toJson(value)).toEqual(JSON.parse(text));
        for (const part of parts(value)) {
          expect(toJson(part)).toEqual(JSON.parse(text.slice(part.place.start, part.place.end)));
        }
      }),
    );
  });

  test('takes what JSON.parse takes, and nothing else', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '01',
      '-',
      'true',
      'nul',
      ' ',
      '"',
      '1e3',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (list) => {
        const text = list.join('');
        expect(jsonText(text, plain, 'a.sql') !== undefined).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('follows the way back into the file across stretches', () => {
    // '{"k": ''6''}' has a doubled quote: the text is shorter than what stands in the file.
    const value = jsonText(
      '{"k": 6}',
      [
        { at: 0, start: 100 },
        { at: 6, start: 108 },
      ],
      'a.sql',
    );
    expect(value).toMatchObject({
      place: { start: 100, end: 110 },
      properties: [
        { key: 'k', keyPlace: { start: 101, end: 104 }, value: { place: { start: 108, end: 109 } } },
      ],
    });
  });

  test('a text that nests without end is none', () => {
    expect(jsonText('['.repeat(100_000), plain, 'a.sql')).toBeUndefined();
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parts(value: Value): Value[] {
  if (value.kind === 'array') return [value, ...value.items.flatMap(parts)];
  if (value.kind === 'object') return [value, ...value.properties.flatMap((one) => parts(one.value))];
  return [value];
}

function toJson(value: Value): unknown {
  switch (value.kind) {
    case 'object':
      return Object.fromEntries(value.properties.map((one) => [one.key, toJson(one.value)]));
    case 'array':
      return value.items.map(toJson);
    case 'string':
    case 'boolean':
      return value.value;
    case 'number':
      return Number(value.digits);
    case 'null':
      return null;
    default:
      return undefined;
  }
}
