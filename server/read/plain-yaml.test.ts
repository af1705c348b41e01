import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';
import { type PlainNode, readPlainYaml } from './plain-yaml.ts';

/** What the whole language says of a text, in the same form; undefined where it is more than plain. */
function inFull(text: string): unknown {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  if ('empty' in documents) return 'empty';
  return documents.map(({ errors, contents }) => [
    errors.map(({ message, pos }) => [message, pos]),
    contents === null ? null : shape(contents),
  ]);
}

function shape(node: Node): unknown {
  const span = node.range?.slice(0, 2);
  if (isMap(node)) {
    return [
      'map',
      span,
      node.items.map(({ key, value }) => [
        isScalar(key) ? [String(key.value), key.range?.slice(0, 2)] : key,
        value === null ? null : shape(value as Node),
      ]),
    ];
  }
  if (isSeq(node)) return ['list', span, node.items.map((item) => shape(item as Node))];
  return isScalar(node) ? ['scalar', span, node.value, node.value === null ? '' : node.source] : 'other';
}

function shapeOfPlain(node: PlainNode): unknown {
  const span = [node.start, node.end];
  switch (node.kind) {
    case 'map':
      return [
        'map',
        span,
        node.pairs.map(({ key, keySpan, value }) => [
          [key, [keySpan.start, keySpan.end]],
          value === undefined ? null : shapeOfPlain(value),
        ]),
      ];
    case 'list':
      return ['list', span, node.items.map(shapeOfPlain)];
    case 'scalar':
      return ['scalar', span, node.value, node.value === null ? '' : node.source];
  }
}

function expectSame(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === undefined) return false;
  const { root, halfKey } = plain;
  const errors = halfKey === undefined ? [] : [[halfKey.message, [halfKey.start, halfKey.end]]];
  expect({ text, read: [[errors, shapeOfPlain(root)]] }).toEqual({ text, read: inFull(text) });
  return true;
}

test.each([
  'a: 1\n',
  'a:\n  b: x y # c\n  c: [1, "two", { d: e }]\n\n# comment\nlist:\n- 1\n- - 2\n  - 3.5\n- key: v\n  other: "q"\n\n  # in between\n  third:\n    - x\n',
  'encryptedFields:\r\n  fields:\r\n    - path: reference\r\n      keyId:\r\n        $uuid: 00000000-0000-4000-8000-000000000001\r\n      queries: { queryType: equality, contention: 0 }',
  'a:\n  b: 1\n# behind the inner map\nd: 1\n',
  'a:\nb:\n',
  "a: \nb: # nothing\nc: { d: , e }\nd: 'it''s'\n",
  'list:\n  - a: 1\n    que\n    b:\n      - c: 1\n  - d: 2\nother: 3\n',
  'list:\n  - a: 1\n    que\n  - d: 2\nother: 3\n',
  'list:\n  - a: 1\n    que\nother: 3\n',
  'list:\n  - a: 1\n    q\n    b: 2\n',
  'list:\n  - que\n    b: 2\n  - c: 1\n',
  'a: 1\nque\n',
  'a: 1\nque',
])('%j is plain, and reads as it does in full', (text) => {
  expect(expectSame(text)).toBe(true);
});

test.each([
  'a: &x 1\nb: *x\n',
  'a: !!str 1\n',
  'a: |\n  text\n',
  'a: two\n  lines\n',
  '--- \na: 1\n',
  'a: b: c\n',
  'a: 0x1F\n',
  'a: 1e3\n',
  'a: "x\\n"\n',
  'a\n',
  '',
  'a: [1,\n  2]\n',
  '\ta: 1\n',
  '<<: { a: 1 }\n',
  '? a\n: b\n',
  'a:\n  b: 1\n    # deeper\nd: 1\n',
])('%j is left to the whole language', (text) => {
  expect(readPlainYaml(text)).toBeUndefined();
});

const line = fc.record({
  indent: fc.constantFrom(0, 0, 2, 2, 4, 4, 6, 1, 3),
  dashes: fc.constantFrom('', '', '', '- ', '-  ', '- - ', '-'),
  key: fc.constantFrom(
    'a: ',
    'b:',
    'queryType: ',
    '"q": ',
    "'k':",
    '',
    'true: ',
    '1: ',
    'a.b-c: ',
    'que',
    'q',
  ),
  value: fc.constantFrom(
    '',
    '1',
    '-2',
    '0.50',
    'x',
    'two words',
    'a#b',
    'x: y',
    'x:',
    '"q r"',
    "'s'",
    '[]',
    '[1, a, "b"]',
    '[ 1 , ]',
    '{ a: 1, b: [x] }',
    '{a: b}',
    '{ "a": {} }',
    '{ a }',
    '{ a, b: }',
    '{ a: , b }',
    "'it''s'",
    "''''",
    '[a: b]',
    'null',
    '~',
    'True',
    '2026-01-01',
    '007',
    '1_000',
    '.5',
    '-',
    'é😀',
    'http://a/b?c=d#e',
    '00000000-0000-4000-8000-000000000001',
    '*a',
    '@x',
    '%',
  ),
  tail: fc.constantFrom('', '', '', ' ', ' # c', '  # é', '#'),
  end: fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n', '\n# note\n', '\n      # deep\n'),
});

test('what it reads of any text is what the whole language reads', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 7 }), fc.boolean(), (lines, cut) => {
      const text = lines
        .map(
          ({ indent, dashes, key, value, tail, end }) =>
            ' '.repeat(indent) + dashes + key + value + tail + end,
        )
        .join('');
      if (expectSame(cut ? text.trimEnd() : text)) plain += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(200);
});
