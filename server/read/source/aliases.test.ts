import { expect, test } from 'vitest';
import { analyseFiles } from '../../../test/support/lint-files.ts';

/** Whether the key of a list's first field is still taken for what was written, after a file has gone on with the list. */
async function stillNull(after: string): Promise<boolean> {
  const text = `const list = { fields: [{ path: 'a', keyId: null }] };\n${after}\ndb.createCollection('c', { encryptedFields: list });`;
  const { project } = await analyseFiles({ 'a.ts': text });
  const [field] = project.mongodb.fieldLists[0]?.fields ?? [];
  return field?.element.properties.find(({ key }) => key === 'keyId')?.value.kind === 'null';
}

test.each([
  'list.fields[0].keyId = key;',
  'const { fields } = list; fields[0].keyId = key;',
  'const first = list.fields[0]; first.keyId = key;',
  'for (const field of list.fields) field.keyId = key;',
  'for (const [at, field] of list.fields.entries()) field.keyId = keys[at];',
  'for (const field of Object.values(list.fields)) { field.keyId = key; }',
  'list.fields.forEach((field) => { field.keyId = key; });',
  'await Promise.all(list.fields.map(async (field) => { field.keyId = await create(); }));',
  'for (const field of [other, ...list.fields]) field.keyId = key;',
  '[list.fields[0], other].forEach((field) => { field.keyId = key; });',
  'const field = which ? list.fields[0] : other; field.keyId = key;',
  'async function give(to) { for (const field of to.fields) field.keyId = await create(); }\nawait give(list);',
  'const set = (field, value) => { field.keyId = value; };\nlist.fields.forEach((field, at) => set(field, keys[at]));',
  'const set = (to) => { to.keyId = key; };\nconst give = (to) => to.fields.forEach(set2);\nfunction set2(field) { set(field); }\nlist.fields.forEach((field) => set2(field));',
  'await giveKeys(list);',
  "helpers.set(list, 'fields[0].keyId', key);",
  "Object.defineProperty(list.fields[0], 'keyId', { value: key });",
  'for (const field of list.fields.filter((one) => one.keyId === null)) field.keyId = key;',
])('a key that is given by %s is not what was written', async (after) => {
  expect(await stillNull(after)).toBe(false);
});

test.each([
  'for (const field of list.fields) console.log(field.path);',
  'function show(what) { for (const field of what.fields) print(field.path); }\nshow(list);',
  'console.log(JSON.stringify(list), Object.keys(list));',
  'new MongoClient(uri, list); db.createCollection(list);',
  'for (const field of other.fields) field.keyId = key;',
  'const copy = structuredClone(list); copy.fields[0].keyId = key;',
  'list.fields.forEach((field) => { seen[field.path] = true; });',
])('%s leaves it', async (after) => {
  expect(await stillNull(after)).toBe(true);
});

test('what a file assigns below an import is not what the other file wrote', async () => {
  const files = {
    'a.ts': `import { list } from './list';\nlist.fields[0].keyId = key;\ndb.createCollection('c', { encryptedFields: list });`,
    'list.ts': `export const list = { fields: [{ path: 'a', keyId: null }] };`,
  };
  const { project } = await analyseFiles(files);
  const [field] = project.mongodb.fieldLists[0]?.fields ?? [];
  expect(field?.element.properties.find(({ key }) => key === 'keyId')?.value.kind).toBe('unknown');
});
