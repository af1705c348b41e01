import { expect, test } from 'vitest';
import { applyEdits } from '../../../server/edit/text-edit.ts';
import { emptyProject } from '../../../test/support/empty-project.ts';
import type { EqlColumn } from '../../model/eql.ts';
import type { Finding } from '../../model/finding.ts';
import type { ObjectValue } from '../../model/value.ts';
import { rule } from './rule.ts';

const file = 'prisma/schema.prisma';

/** The rule on one column, whose declaration is the text. */
function check(text: string): Finding[] {
  const call = /[\w.]+\(.*\)/.exec(text);
  if (call === null) throw new Error('no call');
  const place = (start: number, end: number) => ({ file, start, end });
  const braces = /\{.*\}/.exec(text);
  const options: ObjectValue | undefined =
    braces === null
      ? undefined
      : {
          kind: 'object',
          place: place(braces.index, braces.index + braces[0].length),
          open: false,
          properties: [...text.matchAll(/(\w+): (\w+)/g)].map((match) => {
            const [whole, key = '', value = ''] = match;
            const [start, end] = [match.index, match.index + whole.length];
            return {
              key,
              keyPlace: place(start, start + key.length),
              place: place(start, end),
              value: { kind: 'boolean', place: place(end - value.length, end), value: value === 'true' },
            };
          }),
        };
  const [written] = call;
  const own = place(call.index, call.index + written.length);
  const column: EqlColumn = {
    system: 'eql-v2',
    container: { system: 'eql-v2', file, collection: 't' },
    path: 'c',
    place: place(0, 1),
    assumptions: {},
    override: {},
    budgets: {},
    generation: 'v2',
    source: 'prisma-next-v2',
    table: 't',
    name: 'c',
    typePlace: own,
    searches: [],
    declaration: place(0, text.length),
    constructorCall: {
      name: written.slice(0, written.indexOf('(')),
      place: own,
      ...(options === undefined ? {} : { options }),
    },
    packageFolder: '',
    proxy: false,
  };
  const eql = { ...emptyProject.eql, declared: [column] };
  return [
    ...rule.check(
      { ...emptyProject, eql },
      { options: () => ({}), eql: () => ({ version: '2.3.1', assumed: false }) },
    ),
  ];
}

test.each([
  [
    'c cipherstash.EncryptedString()',
    'c cipherstash.EncryptedString({ equality: true, freeTextSearch: true, orderAndRange: true })',
  ],
  ['c cipherstash.EncryptedJson({})', 'c cipherstash.EncryptedJson({ searchableJson: true })'],
  [
    'c cipherstash.EncryptedDate({ equality: false })',
    'c cipherstash.EncryptedDate({ equality: false, orderAndRange: true })',
  ],
  ['c: encryptedBoolean()', 'c: encryptedBoolean({ equality: true })'],
])('%s says no more than what holds', (before, after) => {
  const [finding] = check(before);
  const edits = (finding?.fixes ?? []).flatMap(({ changes }) =>
    changes.flatMap((change) => (change.kind === 'text' ? [{ ...change.place, text: change.text }] : [])),
  );
  expect(applyEdits(before, edits)).toBe(after);
  expect(finding?.fixes.map(({ safe }) => safe)).toEqual([true]);
  expect(check(after)).toEqual([]);
});

test.each([
  'c cipherstash.EncryptedBoolean({ equality: false })',
  'c cipherstash.EncryptedDate({ equality: false, orderAndRange: false })',
  'c cipherstash.Something()',
])('%s is silent', (text) => {
  expect(check(text)).toEqual([]);
});
