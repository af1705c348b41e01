import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MongodbVersion, mongodbVersions } from '../../../rules/model/target.ts';
import { caseFiles, caseNames } from '../../../test/support/case-files.ts';
import { startCompleter } from '../../../test/support/complete.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { readJson } from '../../read/json.ts';
import { readSource } from '../../read/source/read-source.ts';
import { readYaml } from '../../read/yaml.ts';

const types = ['string', 'int', 'long', 'date', 'double', 'decimal', 'bool', 'object', 'objectId'] as const;
const written = [
  '',
  'contention: 4',
  'min: 1',
  'sparsity: 2',
  'strMinQueryLength: 3',
  'caseSensitive: true',
  'precision: 2',
  'strMaxLength: 30',
];
const others = [
  undefined,
  'queryType: prefix, strMinQueryLength: 2, strMaxQueryLength: 5, caseSensitive: false, diacriticSensitive: true',
  'queryType: suffix, strMinQueryLength: 2, strMaxQueryLength: 5, caseSensitive: true, diacriticSensitive: true, contention: 4',
  'queryType: equality',
];

interface Shape {
  readonly type: string | undefined;
  readonly query: readonly string[];
  readonly other: string | undefined;
}

type Written = 'json' | 'yaml' | 'ts';

/** A list with one field, from pairs as flow YAML has them, in any of the syntaxes. */
function print({ type, query, other }: Shape, syntax: Written): string {
  const queries = [other, query.filter((pair) => pair !== '').join(', ')].flatMap((one) =>
    one === undefined ? [] : [`{ ${one} }`],
  );
  const pairs = ['path: reference', 'keyAltName: k', ...(type === undefined ? [] : [`bsonType: ${type}`])];
  const text = `{ encryptedFields: { fields: [{ ${pairs.join(', ')}, queries: [${queries.join(', ')}] }] } }`;
  const quote = syntax === 'json' ? '"' : "'";
  const valued = text.replaceAll(/(path|keyAltName|bsonType|queryType): (\w+)/g, `$1: ${quote}$2${quote}`);
  if (syntax === 'json') return valued.replaceAll(/(\w+):/g, '"$1":');
  return syntax === 'ts' ? `export const x = ${valued};\n` : `${text}\n`;
}

const files = { json: 'a.json', yaml: 'a.yaml', ts: 'a.ts' } as const;

function problemsOf(syntax: Written, text: string): readonly unknown[] {
  const read = { json: readJson, yaml: readYaml, ts: readSource }[syntax];
  return read(files[syntax], text).problems;
}

const rules = [
  'query-type-name',
  'query-type-bson-type',
  'query-type-combination',
  'unknown-key',
  'value-type',
  'text-length',
  'range-tuning',
];

/** What the rules say of a text that an offer has made worse than it was. */
async function complaints(syntax: Written, text: string, mongodb: MongodbVersion): Promise<string[]> {
  const findings = await lintFiles({ [files[syntax]]: text }, { mongodb });
  return (
    findings
      .filter(({ severity }) => severity === 'error')
      .filter(({ rule, message }) =>
        rule === 'mongodb/query-option'
          ? !message.includes(' needs ')
          : rules.includes(rule.slice('mongodb/'.length)),
      )
      // What the other query type of a pair already says shows only when this one has a name.
      .filter(({ message }) => !message.includes('a pair must agree'))
      .map(({ rule, message }) => `${rule}: ${message.replace(/ \(server code.*/, '')}`)
  );
}

const places = ['queryType', 'bsonType', 'option', 'value'] as const;

test('whatever is offered is legal and can be read, in every syntax and on every release', async () => {
  const completers = new Map(
    await Promise.all(
      mongodbVersions.map(async (mongodb) => [mongodb, await startCompleter({ mongodb })] as const),
    ),
  );
  let offered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        mongodb: fc.constantFrom(...mongodbVersions),
        syntax: fc.constantFrom('json', 'yaml', 'ts'),
        type: fc.constantFrom(...types),
        other: fc.constantFrom(...others),
        query: fc.uniqueArray(fc.constantFrom(...written), { maxLength: 2 }),
        name: fc.constantFrom('equality', 'range', 'prefix', 'suffix', 'substring'),
        place: fc.constantFrom(...places),
        key: fc.constantFrom(
          'contention',
          'sparsity',
          'trimFactor',
          'strMinQueryLength',
          'strMaxQueryLength',
          'strMaxLength',
          'caseSensitive',
        ),
      }),
      async ({ mongodb, syntax, type, other, query, name, place, key }) => {
        const completer = completers.get(mongodb);
        if (completer === undefined) return;
        const shapes: Record<(typeof places)[number], Shape> = {
          queryType: { type, other, query: ['queryType: MARK', ...query] },
          bsonType: { type: 'MARK', other, query: [`queryType: ${name}`, ...query] },
          option: { type, other, query: [`queryType: ${name}`, ...query, 'MARK'] },
          value: { type, other, query: [`queryType: ${name}`, ...query, `${key}: MARK`] },
        };
        const text = print(shapes[place], syntax);
        const marked =
          place === 'option'
            ? text.replace(/, MARK|MARK/, (found) => found.replace('MARK', '|'))
            : text.replace('MARK', '|');
        const { items, apply } = await completer.complete(files[syntax], marked);
        const bare = text
          .replaceAll(/, "?\w*"?: ["']?MARK["']?|, MARK/g, '')
          .replace(/"?\w*"?: ["']?MARK["']?(?:, )?/, '');
        const before = await complaints(syntax, bare, mongodb);
        for (const { label } of items) {
          offered += 1;
          const after = apply(label);
          expect(problemsOf(syntax, after)).toEqual([]);
          const said = await complaints(syntax, after, mongodb);
          expect({ after, said: said.filter((one) => !before.includes(one)) }).toEqual({ after, said: [] });
        }
      },
    ),
    { numRuns: 250 },
  );
  expect(offered).toBeGreaterThan(300);
}, 60_000);

const cases = caseNames.flatMap((name) =>
  Object.entries(caseFiles(name)).map(([file, text]) => ({ file, text })),
);
const readable = cases.filter(
  ({ file, text }) => /\.(?:jsonc?|ya?ml|[cm]?[jt]sx?)$/.test(file) && text.length > 0,
);

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const damage = fc.record({
  at: fraction,
  length: fc.nat(30),
  text: fc.constantFrom(
    '',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '\r\n',
    '\u2028',
    '😀',
    '...',
    '`',
    '/*',
    '- ',
  ),
});

test('no text and no offset is too much, and what is offered stands inside of the line', async () => {
  const completer = await startCompleter();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...readable),
      fc.array(damage, { maxLength: 3 }),
      fraction,
      async ({ file, text }, damages, where) => {
        let broken = text.replaceAll('|', '/');
        for (const { at, length, text: noise } of damages) {
          const start = Math.floor(at * broken.length);
          broken = broken.slice(0, start) + noise + broken.slice(start + length);
        }
        const offset = Math.floor(where * broken.length);
        const { items } = await completer.complete(
          file,
          `${broken.slice(0, offset)}|${broken.slice(offset)}`,
        );
        for (const { textEdit } of items) {
          if (textEdit === undefined || !('range' in textEdit)) throw new Error('an item without an edit');
          expect(textEdit.range.start.line).toBe(textEdit.range.end.line);
        }
      },
    ),
    { numRuns: 500 },
  );
}, 60_000);

test('files that only look like declarations stay silent everywhere', async () => {
  const completer = await startCompleter();
  const baits = caseNames
    .filter((name) => name.startsWith('mongodb/bait-'))
    .flatMap((name) => Object.entries(caseFiles(name)))
    .filter(
      ([file, text]) =>
        /lookalike|mapping|rules\.json|schema\.json/.test(file) && !/encryptedFields|"encrypt"/.test(text),
    );
  expect(baits.length).toBeGreaterThan(0);
  for (const [file, text] of baits) {
    for (let offset = 0; offset <= text.length; offset += 7) {
      const { labels } = await completer.complete(file, `${text.slice(0, offset)}|${text.slice(offset)}`);
      expect({ file, offset, labels }).toEqual({ file, offset, labels: [] });
    }
  }
}, 60_000);
