import { expect, test } from 'vitest';
import { lintFiles, shown } from '../../../test/support/lint-files.ts';
import { afterQueryFix, queryFindings, queryMessages } from '../../../test/support/lint-queries.ts';

const id = 'mongodb/unsupported-operator';

test.each([
  ['people.find({ ssn: /^1/ });', ['ssn']],
  ['people.find({ ssn: { $not: { $regex: "1" } } });', ['$regex']],
  ['people.find({ $or: [{ city }, { $and: [{ ssn: { $gt: a } }] }] });', ['$gt']],
  ['people.find({ surname });', ['surname']],
  ['people.find({ surname: { $ne: a } });', ['$ne']],
  ['people.countDocuments({ notes: a });', ['notes']],
  ['people.distinct("city", { notes: a });', ['notes']],
  ['people.deleteMany({ notes: { $in: [a] } });', ['$in']],
  ['people.findOneAndUpdate({ ssn: null }, { $set: { city } });', ['ssn']],
  ['people.find({ ssn: { $elemMatch: { a } } });', ['$elemMatch']],
  ['people.aggregate([{ $sort: { city: 1 } }, { $match: { ssn: { $lte: a } } }]);', ['$lte']],
  ['people.bulkWrite([{ updateOne: { filter: { notes: a }, update: { $set: { city } } } }]);', ['notes']],
  ['people.find({ $expr: { $encStrContains: { input: "$surname", substring: a } } });', ['$encStrContains']],
  ['people.find({ $expr: { $and: [{ $gt: ["$ssn", a] }] } });', ['$gt']],
  ['people.find({ $expr: { $regexMatch: { input: "$street", regex: a } } });', ['$regexMatch']],
  ['people.find({ $expr: { $eq: ["$notes", a] } });', ['$eq']],
  ['const by = { notes: a };\npeople.find(by);\npeople.countDocuments(by);', ['notes']],
])('%s', async (code, places) => {
  expect(await queryFindings(id, code)).toEqual(places);
});

test.each([
  'people.find({ ssn });',
  'people.find({ ssn: { $in: list, $exists: true } });',
  'people.find({ ssn: { $not: { $eq: a } } });',
  'people.find({ age: { $gte: 1, $lt: 2 } });',
  'people.find({ age: 5 });',
  'people.find({ notes: { $exists: false } });',
  'people.find({ city: /^a/, "address.ssn": { $gt: 1 } });',
  'people.find({ $expr: { $encStrNormalizedEq: { input: "$street", string: a } } });',
  'people.find({ $expr: { $eq: ["$ssn", a] } });',
  'people.find({ $expr: { $gt: ["$age", "$limit"] } });',
  'people.find({ notes: encryptedNotes });',
  'people.find({ notes: has ? { $exists: true } : { $exists: false } });',
  'people.find({ notes: notesFilter });',
  'people.find({ ssn: await clientEncryption.encrypt(ssn, how) });',
  'people.find({ ...conditions });',
  'people.find(filter);',
  'people.find({ ssn: undefined });',
  'people.aggregate([{ $project: { ssn: "$city" } }, { $match: { ssn: { $gt: a } } }]);',
  'people.updateOne({ ssn }, { $set: { notes: null } });',
])('nothing to say of %s', async (code) => {
  expect(await queryFindings(id, code)).toEqual([]);
});

test.each([
  ['people.find({ ssn: { $mod: [2, 0] } });', '(client code 51092)'],
  ['people.find({ ssn: { $gt: a } });', '(client code 51118)'],
  ['people.find({ street: a });', '(client code 63165)'],
  ['people.find({ ssn: { $in: [null] } });', '(client code 51120)'],
  ['people.find({ ssn: { $in: [/a/] } });', '(client code 51015)'],
])('the code ends the message of %s', async (code, end) => {
  const [message] = await queryMessages(id, code);
  expect(message?.endsWith(end)).toBe(true);
});

test('null becomes a question for existence', async () => {
  const title = 'ask whether the field exists';
  expect(await afterQueryFix('people.find({ ssn: null });', title)).toBe(
    'people.find({ ssn: { $exists: false } });',
  );
});

test('a comparison of a text becomes the folded equality', async () => {
  const title = 'compare with $encStrNormalizedEq';
  expect(await afterQueryFix('people.find({ phone: number });', title)).toBe(
    "people.find({ $expr: { $encStrNormalizedEq: { input: '$phone', string: number } } });",
  );
  expect(await afterQueryFix('people.find({ phone });', title)).toBeUndefined();
});

test('client-side field level encryption: the Random algorithm, order and null', async () => {
  const files = {
    'src/a.ts': `
const keyId = [new UUID('5f6f4a8a-4a73-4ff5-9a5b-58a2b4a5b2d2')];
const schemaMap = { 'crm.leads': { bsonType: 'object', properties: {
  email: { encrypt: { keyId, bsonType: 'string', algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic' } },
  phone: { encrypt: { keyId, bsonType: 'string', algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Random' } },
} } };
const leads = new MongoClient(uri, { autoEncryption: { kmsProviders, keyVaultNamespace, schemaMap } }).db('crm').collection('leads');
leads.find({ email });
leads.find({ phone });
leads.find({ email: { $gt: a } });
leads.find({ email: null });
leads.find({ phone: { $exists: true } });
`,
  };
  const findings = (await lintFiles(files, { mongodb: '9.0' })).filter(({ rule }) => rule === id);
  expect(shown(files, findings)).toEqual([`${id} phone`, `${id} $gt`, `${id} email`]);
});
