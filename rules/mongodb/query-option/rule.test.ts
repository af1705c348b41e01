import { describe, expect, test } from 'vitest';
import { findingsOf, lines, oneField } from '../../../test/support/one-field.ts';
import { optionsOf, type QueryOption, queryOptions } from '../query-options.ts';

const id = 'mongodb/query-option';

const values: Record<QueryOption, string> = {
  min: '1',
  max: '9',
  sparsity: '2',
  trimFactor: '1',
  precision: '2',
  strMinQueryLength: '3',
  strMaxQueryLength: '5',
  strMaxLength: '20',
  caseSensitive: 'true',
  diacriticSensitive: 'true',
};

const codes: Record<'equality' | 'range' | 'text', Partial<Record<QueryOption, string>>> = {
  equality: {
    sparsity: '6775205',
    min: '6775206',
    max: '6775207',
    trimFactor: '8574104',
    precision: '10774900',
    strMaxLength: '10774901',
    strMinQueryLength: '10774902',
    strMaxQueryLength: '10774903',
    caseSensitive: '10774904',
    diacriticSensitive: '10774905',
  },
  range: {
    strMaxLength: '10774906',
    strMinQueryLength: '10774907',
    strMaxQueryLength: '10774908',
    caseSensitive: '10774909',
    diacriticSensitive: '10774910',
  },
  text: {
    sparsity: '10774911',
    min: '10774912',
    max: '10774913',
    trimFactor: '10774914',
    precision: '10774915',
  },
};

type Kind = keyof typeof optionsOf;
const kinds: readonly Kind[] = ['equality', 'range', 'prefix', 'suffix', 'substring'];

function field(kind: string, options: readonly QueryOption[], bsonType: string) {
  const written = options.map((option) => `, ${option}: ${values[option]}`).join('');
  return oneField(`bsonType: '${bsonType}', `, `queries: { queryType: '${kind}'${written} }`);
}

const typeFor = (kind: Kind) => (kind === 'range' ? 'double' : 'string');

describe('every option beside every query type', () => {
  const cases = kinds.flatMap((kind) => queryOptions.map((option) => [kind, option] as const));

  test.each(cases)('%s with %s', async (kind, option) => {
    const options = [...new Set([...optionsOf[kind].requires, option])];
    const found = await findingsOf(id, field(kind, options, typeFor(kind)), { mongodb: '9.0' });
    const code = codes[kind === 'equality' || kind === 'range' ? kind : 'text'][option];
    if (code !== undefined) {
      expect(found).toMatchObject([{ severity: 'error', at: option }]);
      expect(found[0]?.message.endsWith(`(server code ${code})`)).toBe(true);
      expect(found[0]?.fixes.map(({ title }) => title)).toContain(`remove ${option}`);
    } else if (option === 'strMaxLength' && kind !== 'substring') {
      expect(found).toMatchObject([{ severity: 'warning', at: option }]);
    } else expect(found).toEqual([]);
  });

  test.each(['prefixPreview', 'suffixPreview', 'substringPreview'])(
    '%s is the same as its later name',
    async (name) => {
      const kind = name.slice(0, -'Preview'.length) as Kind;
      expect(
        await findingsOf(id, field(name, optionsOf[kind].requires, 'string'), { mongodb: '8.2' }),
      ).toEqual([]);
      expect(await findingsOf(id, field(name, [], 'string'), { mongodb: '8.2' })).toHaveLength(1);
    },
  );

  test('a code that an older release does not have is left out', async () => {
    const files = field('equality', ['min', 'precision'], 'int');
    expect(
      lines(await findingsOf(id, files, { mongodb: '8.0' })).map(
        (line) => / \(server code .*$/.exec(line)?.[0],
      ),
    ).toEqual([' (server code 6775206)', undefined]);
  });
});

describe('missing options', () => {
  const cases = (['prefix', 'suffix', 'substring'] as const).flatMap((kind) =>
    optionsOf[kind].requires.map((option) => [kind, option] as const),
  );

  test.each(cases)('%s without %s gets a legal value', async (kind, option) => {
    const rest = optionsOf[kind].requires.filter((one) => one !== option);
    const found = await findingsOf(id, field(kind, rest, 'string'), { mongodb: '9.0' });
    expect(found).toMatchObject([{ severity: 'error', at: `'${kind}'`, fixes: [{ safe: false }] }]);
    expect(found[0]?.message).toContain(`${kind} needs ${option}`);
    const left = found[0]?.fixes[0]?.left ?? [];
    expect(left.filter((line) => /query-option|text-length/.test(line))).toEqual([]);
  });

  test.each(['prefix', 'substring'] as const)('a bare %s gets all at once', async (kind) => {
    const [found, ...more] = await findingsOf(id, field(kind, [], 'string'), { mongodb: '9.0' });
    expect(more).toEqual([]);
    expect(found?.fixes[0]?.left.filter((line) => /query-option|text-length/.test(line))).toEqual([]);
  });

  test.each(['strMinQueryLenght', 'minQueryLength'])('%s is missing for another rule', async (name) => {
    const queries = `queries: { queryType: 'prefix', ${name}: 3, strMaxQueryLength: 6, caseSensitive: true, diacriticSensitive: true }`;
    expect(await findingsOf(id, oneField("bsonType: 'string', ", queries), { mongodb: '9.0' })).toEqual([]);
  });

  test.each([
    "{ ...lengths(), queryType: 'prefix' }",
    "{ queryType: 'Prefix' }",
    "{ queryType: 'equality', min: lowest(1) }",
  ])('nothing is certain of %s', async (queries) => {
    expect(await findingsOf(id, oneField("bsonType: 'string', ", `queries: ${queries}`))).toEqual([]);
  });
});

describe('precision', () => {
  test.each(['int', 'long', 'date'])('belongs to no %s', async (bsonType) => {
    const [plain] = await findingsOf(id, field('range', ['precision'], bsonType));
    expect(plain).toMatchObject({
      severity: 'error',
      at: 'precision',
      fixes: [{ title: 'remove precision' }],
    });
    expect(plain?.message).not.toContain('server code');
    const [counted] = await findingsOf(id, field('range', ['precision', 'trimFactor'], bsonType));
    expect(counted?.message.endsWith('(server code 8574113)')).toBe(true);
  });
});

test('bounds beside equality may have meant a range', async () => {
  const [found] = await findingsOf(id, field('equality', ['min', 'max'], 'int'));
  expect(found?.fixes).toMatchObject([
    { title: 'remove min' },
    { title: 'search by range, which answers equality too', left: [] },
  ]);
});
