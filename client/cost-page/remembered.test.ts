import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf, nothingRemembered, readRemembered } from './remembered.ts';

test('what a page remembered comes back', () => {
  const remembered = {
    scope: 'file:///a.json',
    rows: 5,
    supposed: { [keyOf({ name: 'people', file: 'a.json' }, 'email')]: { length: 40 } },
    open: ['x'],
  };
  expect(readRemembered(JSON.parse(JSON.stringify(remembered)))).toEqual(remembered);
});

test('whatever an older page left is read without harm', () => {
  expect(readRemembered(undefined)).toEqual(nothingRemembered);
  expect(readRemembered({ rows: 0, supposed: { a: { length: -1, b: 'x' }, c: 3 }, open: [1, 'x'] })).toEqual({
    supposed: { a: {}, c: {} },
    open: ['x'],
  });
  fc.assert(
    fc.property(fc.jsonValue(), (left) => {
      const { supposed, open } = readRemembered(left);
      expect(Object.values(supposed).every((one) => typeof one === 'object')).toBe(true);
      expect(Array.isArray(open)).toBe(true);
    }),
  );
});

test('fields of the same path in other containers are told apart', () => {
  const keys = [
    keyOf({ name: 'a', file: 'x' }, 'p'),
    keyOf({ name: 'b', file: 'x' }, 'p'),
    keyOf({ name: 'a', file: 'y' }, 'p'),
    keyOf({ name: 'a', file: 'x' }, undefined),
  ];
  expect(new Set(keys).size).toBe(4);
});
