import { expect, test } from 'vitest';
import { queryFindings } from '../../../test/support/lint-queries.ts';

const id = 'mongodb/second-field-needed';

const by = {
  contains: (path: string) =>
    `people.find({ $expr: { $encStrContains: { input: '$${path}', substring: a } } });`,
  starts: (path: string) =>
    `people.find({ $expr: { $encStrStartsWith: { input: '$${path}', prefix: a } } });`,
  ends: (path: string) => `people.find({ $expr: { $encStrEndsWith: { input: '$${path}', suffix: a } } });`,
  equals: (path: string) =>
    `people.find({ $expr: { $encStrNormalizedEq: { input: '$${path}', string: a } } });`,
};

test.each([
  ['substring, searched by its end too', by.contains('street') + by.ends('street'), ["'street'"]],
  ['prefix, searched by parts too', by.starts('surname') + by.contains('surname'), ["'surname'"]],
  ['substring, searched by its end alone: another type will do', by.ends('street'), []],
  ['prefix and suffix share one field', by.starts('surname') + by.ends('surname'), []],
  ['every text type serves the folded equality', by.contains('street') + by.equals('street'), []],
  ['two fields already', by.contains('street') + by.ends('phone'), []],
])('%s', async (_, code, places) => {
  expect(await queryFindings(id, code)).toEqual(places);
});
