import { expect, test } from 'vitest';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const keys = ['0d1c5b1e-0000-4000-8000-00000000000a', '0d1c5b1e-0000-4000-8000-00000000000b'];

function list(...paths: readonly string[]): Record<string, string> {
  const fields = paths.map((path, at) => ({ path, keyId: { $uuid: keys[at] }, bsonType: 'string' }));
  return { 'a.json': JSON.stringify({ fields }) };
}

test.each<[string, readonly string[], readonly string[]]>([
  ['an empty path', [''], ['error ""']],
  ['_id', ['_id'], ['error "_id"']],
  ['below _id', ['_id.part'], ['error "_id.part"']],
  ['_id deeper down is a name like any other', ['owner._id', '_ident'], []],
  ['twice', ['code', 'code'], ['error "code"']],
  ['a member of an encrypted object, in either order', ['a.b', 'a'], ['error "a.b"']],
  ['a name that merely starts alike', ['a.b', 'a.bc'], []],
  ['an element of an array', ['cards.0.number'], ['warning "cards.0.number"']],
  ['positional operators', ['cards.$.number'], ['warning "cards.$.number"']],
  ['a numeric name at the top, which no array can be', ['0.number'], []],
  ['digits in a name', ['line1.item2'], []],
  ['an extra dot', ['card..number'], ['warning "card..number"']],
])('%s', async (_, paths, expected) => {
  expect(await ruleFindings('mongodb/field-path', list(...paths))).toEqual(expected);
});

test('a field without path is found, one that a spread may name is not', async () => {
  const text = (field: string) => `db.createCollection('c', { encryptedFields: { fields: [${field}] } });`;
  const findings = (field: string) => ruleFindings('mongodb/field-path', { 'a.js': text(field) });
  expect(await findings('{ bsonType: "string", keyId }')).toEqual(['error { bsonType: "string", keyId }']);
  expect(await findings('{ ...base, bsonType: "string", keyId }')).toEqual([]);
});
