import { expect, test } from 'vitest';
import { joinPaths, whereabouts } from './folders.ts';

const where = whereabouts(['api', 'shop']);

test('the folders above a folder, to the top', () => {
  expect(where.upward('src/db')).toEqual(['src/db', 'src', '', '..', '../..']);
  expect(where.upward('../web/src')).toEqual(['../web/src', '../web', '..', '../..']);
  expect(where.upward('..')).toEqual(['..', '../..']);
});

test('paths as seen from a folder above, beside and below', () => {
  expect(where.relative('src/a.json', '..')).toBe('api/src/a.json');
  expect(where.relative('src/a.json', '../..')).toBe('shop/api/src/a.json');
  expect(where.relative('../web/a.json', '..')).toBe('web/a.json');
  expect(where.relative('../api/src/a.json', '')).toBe('src/a.json');
  expect(where.relative('src/a.json', 'src')).toBe('a.json');
  expect(where.relative('../web/a.json', '')).toBe('../web/a.json');
  expect(where.isWithin('src2', 'src')).toBe(false);
});

test('joined paths', () => {
  expect(joinPaths('a/b', '../../../c.json')).toBe('../c.json');
  expect(joinPaths('..', '../x')).toBe('../../x');
  expect(joinPaths('', './a//b')).toBe('a/b');
});
