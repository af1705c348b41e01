import { describe, expect, test } from 'vitest';
import { findingsOf, oneField } from '../../../test/support/one-field.ts';
import { type MongodbVersion, mongodbVersions } from '../../model/target.ts';

const id = 'mongodb/query-type-name';
const sensitive = 'caseSensitive: true, diacriticSensitive: true';

const text = (name: string, shortest = 3, longest = 6, whole?: number) =>
  oneField(
    "bsonType: 'string', ",
    `queries: { queryType: '${name}', strMinQueryLength: ${shortest}, strMaxQueryLength: ${longest}, ${whole === undefined ? '' : `strMaxLength: ${whole}, `}${sensitive} }`,
  );

const named = (queries: string, bsonType = "bsonType: 'string', ") =>
  oneField(bsonType, `queries: ${queries}`);

describe('each release knows its own names', () => {
  const legal: Record<MongodbVersion, readonly string[]> = {
    '8.0': [],
    '8.1': [],
    '8.2': ['prefixPreview', 'suffixPreview', 'substringPreview'],
    '8.3': ['prefixPreview', 'suffixPreview', 'substringPreview'],
    '9.0': ['prefix', 'suffix', 'substring'],
  };
  const names = [...legal['8.2'], ...legal['9.0']];
  const cases = mongodbVersions.flatMap((version) => names.map((name) => [version, name] as const));

  test.each(cases)('on %s, %s', async (mongodb, name) => {
    const [found, ...more] = await findingsOf(id, text(name, 3, 6, name.startsWith('sub') ? 40 : undefined), {
      mongodb,
    });
    expect(more).toEqual([]);
    if (!legal[mongodb].includes(name)) expect(found).toMatchObject({ severity: 'error', at: `'${name}'` });
    else if (name.endsWith('Preview')) expect(found).toMatchObject({ severity: 'warning', fixes: [] });
    else expect(found).toBeUndefined();
  });

  test.each(mongodbVersions)('rangePreview is gone on %s, and renaming it is all', async (mongodb) => {
    const files = named("{ queryType: 'rangePreview', min: 0, max: 200 }", "bsonType: 'int', ");
    const [found] = await findingsOf(id, files, { mongodb });
    expect(found).toMatchObject({
      severity: 'error',
      fixes: [{ title: 'write range', safe: true, left: [] }],
    });
    expect(found?.message).toMatch(/\(server code 8575605\)$/);
  });
});

describe('a preview that is gone', () => {
  test('says with the new name which lengths are too long for it, in one finding and one suggestion', async () => {
    const files = text('substringPreview', 3, 10, 60);
    const found = await findingsOf(id, files, { mongodb: '9.0' });
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain('write substring');
    expect(found[0]?.message).toContain('strMaxQueryLength 10 exceeds 6 and strMaxLength 60 exceeds 50');
    expect(found[0]?.fixes).toMatchObject([
      { title: 'write substring with strMaxQueryLength 6 and strMaxLength 50', safe: false },
    ]);
    expect(found[0]?.fixes[0]?.left.filter((line) => /query-type-name|text-length/.test(line))).toEqual([]);
    expect(await findingsOf('mongodb/text-length', files, { mongodb: '9.0' })).toEqual([]);
  });

  test('is renamed by --fix where the lengths are legal, and only there', async () => {
    const [legal] = await findingsOf(id, text('substringPreview', 3, 6, 40), { mongodb: '9.0' });
    expect(legal?.fixes).toMatchObject([{ title: 'write substring', safe: true }]);
    const [reversed] = await findingsOf(id, text('prefixPreview', 8, 4), { mongodb: '9.0' });
    expect(reversed?.fixes).toMatchObject([{ title: 'write prefix', safe: false }]);
  });

  test.each([
    ['prefixPreview', '12341600'],
    ['suffixPreview', '12341601'],
  ])('%s ends with the code of the server', async (name, code) => {
    const [found] = await findingsOf(id, text(name), { mongodb: '9.0' });
    expect(found?.message.endsWith(`(server code ${code})`)).toBe(true);
  });

  test('is no more than a warning, and nothing that --fix does, while the version is assumed', async () => {
    const [found] = await findingsOf(id, text('prefixPreview'));
    expect(found).toMatchObject({ severity: 'warning', fixes: [{ safe: false }] });
    expect(found?.message).toContain('MongoDB 9.0 is assumed');
  });
});

describe('names that no release has', () => {
  test('another case is an error that --fix corrects, since the server compares letter by letter', async () => {
    const [found] = await findingsOf(id, named("{ queryType: 'EQUALITY' }"));
    expect(found).toMatchObject({
      severity: 'error',
      fixes: [{ title: 'write equality', safe: true, left: [] }],
    });
  });

  test('a name in another case is corrected to what the target calls it', async () => {
    const [on82] = await findingsOf(id, text('Prefix'), { mongodb: '8.2' });
    expect(on82?.fixes).toMatchObject([{ title: 'write prefixPreview' }]);
    const [assumed] = await findingsOf(id, text('Prefix'));
    expect(assumed?.fixes).toMatchObject([{ title: 'write prefix', safe: false }]);
  });

  test('a misspelt name is corrected by --fix only where the options fit the corrected one', async () => {
    const [fits] = await findingsOf(id, named("{ queryType: 'equalty', contention: 8 }"));
    expect(fits?.fixes).toMatchObject([{ title: 'write equality', safe: true }]);
    const [not] = await findingsOf(id, named("{ queryType: 'equalty', strMaxLength: 8 }"));
    expect(not?.fixes).toMatchObject([{ title: 'write equality', safe: false }]);
  });

  test('a name that is near none is told all that the target knows', async () => {
    const [found] = await findingsOf(id, named("{ queryType: 'fulltext' }"), { mongodb: '8.0' });
    expect(found?.message).toBe('"fulltext" is no query type: MongoDB 8.0 knows equality and range');
  });

  test('a name by a constant is no safe fix, since others may read the constant', async () => {
    const files = oneField(
      "bsonType: 'string', ",
      'queries: { queryType: name }',
      "const name = 'Equality';\n",
    );
    expect(await findingsOf(id, files)).toMatchObject([{ at: "'Equality'", fixes: [{ safe: false }] }]);
  });
});

describe('a missing name', () => {
  test.each([
    ['{ contention: 8 }', ['equality']],
    ['{ min: 0, max: 5 }', ['range']],
    [`{ strMinQueryLength: 3, strMaxQueryLength: 6, ${sensitive} }`, ['prefix', 'suffix']],
    [`{ strMinQueryLength: 3, strMaxQueryLength: 6, strMaxLength: 20, ${sensitive} }`, ['substring']],
  ])('%s is offered what its options belong to', async (queries, names) => {
    const [found] = await findingsOf(id, named(queries), { mongodb: '9.0' });
    expect(found?.fixes.map(({ title }) => title)).toEqual(names.map((name) => `add queryType ${name}`));
  });

  test('is not said twice where the key is only misspelt', async () => {
    expect(await findingsOf(id, named("{ querytype: 'equality' }"))).toEqual([]);
  });

  test.each(['{ ...more() }', '{ queryType: nameOf(1) }', 'listOf(1)', "{ queryType: 'equality' }"])(
    'is not said of %s',
    async (queries) => {
      expect(await findingsOf(id, named(queries))).toEqual([]);
    },
  );
});
