import { expect, test } from 'vitest';
import { findingsOf, oneField } from '../../../test/support/one-field.ts';

test.each([
  ['9.0', 'prefix', 'suffix'],
  ['8.2', 'prefixPreview', 'suffixPreview'],
] as const)('the ends of a value are offered by the names that %s knows', async (mongodb, start, end) => {
  const files = oneField(
    "bsonType: 'string', ",
    "queries: { queryType: 'substringPreview', strMinQueryLength: 2, strMaxQueryLength: 10, strMaxLength: 60, caseSensitive: true, diacriticSensitive: true }",
  );
  const [found] = await findingsOf('mongodb/token-blow-up', files, { mongodb });
  const fix = found?.fixes.find(({ title }) => title.startsWith('search only how values begin and end'));
  expect(fix?.text).toContain(`queryType: '${start}'`);
  expect(fix?.text).toContain(`queryType: '${end}'`);
  expect(fix?.left).toEqual([]);
});
