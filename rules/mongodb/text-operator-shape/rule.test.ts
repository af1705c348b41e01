import { expect, test } from 'vitest';
import { afterQueryFix, queryFindings } from '../../../test/support/lint-queries.ts';

const id = 'mongodb/text-operator-shape';

test.each([
  [
    'people.findOne({ phone: { $encStrEndsWith: digits } });',
    'write it as an expression',
    "people.findOne({ $expr: { $encStrEndsWith: { input: '$phone', suffix: digits } } });",
  ],
  [
    "people.find({ city, street: { $encStrContains: 'markt' } });",
    'write it as an expression',
    "people.find({ city, $expr: { $encStrContains: { input: '$street', substring: 'markt' } } });",
  ],
  [
    "people.find({ $encStrContains: { input: '$street', substring: a } });",
    'put it into $expr',
    "people.find({ $expr: { $encStrContains: { input: '$street', substring: a } } });",
  ],
  [
    "people.find({ $expr: { $encStrContains: ['$street', a] } });",
    'name input and operand',
    "people.find({ $expr: { $encStrContains: { input: '$street', substring: a } } });",
  ],
  [
    "people.find({ $expr: { $encStrEndsWith: { input: '$phone', substring: a } } });",
    'rename it to suffix',
    "people.find({ $expr: { $encStrEndsWith: { input: '$phone', suffix: a } } });",
  ],
  [
    "people.find({ $expr: { $encStrEndsWith: { input: 'phone', suffix: a } } });",
    'write "$phone"',
    "people.find({ $expr: { $encStrEndsWith: { input: '$phone', suffix: a } } });",
  ],
])('%s', async (before, title, after) => {
  expect(await queryFindings(id, before)).toHaveLength(1);
  expect(await afterQueryFix(before, title)).toBe(after);
  expect(await queryFindings(id, after)).toEqual([]);
});

test.each([
  'people.find({ $expr: { a }, phone: { $encStrEndsWith: digits } });',
  'people.find({ ...more, phone: { $encStrEndsWith: digits } });',
  'people.find({ phone: { $encStrEndsWith: digits, $exists: true } });',
])('no fix where it would have to think: %s', async (code) => {
  expect(await queryFindings(id, code)).toEqual(['$encStrEndsWith']);
  expect(await afterQueryFix(code, 'write it as an expression')).toBeUndefined();
});

test.each([
  "people.find({ $expr: { $or: [{ $encStrContains: { input: '$street', substring: a } }] } });",
  'people.find({ $expr: { $encStrContains: search } });',
  'people.find({ $expr: { $encStrContains: { ...search } } });',
  'people.find({ $expr: { $encStrContains: { input: name, substring: a } } });',
  "client.db('crm').collection('companies').find({ name: { $encStrContains: a } });",
])('nothing to say of %s', async (code) => {
  expect(await queryFindings(id, code)).toEqual([]);
});
