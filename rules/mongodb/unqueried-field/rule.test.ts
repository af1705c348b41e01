import { expect, test } from 'vitest';
import { queryFindings } from '../../../test/support/lint-queries.ts';

const id = 'mongodb/unqueried-field';

const all = ["'ssn'", "'age'", "'surname'", "'phone'", "'street'"];

test.each([
  ['people.find({ ssn });', all.slice(1)],
  ['people.find({ city: /^a/, ssn: { $in: list } });', all.slice(1)],
  ['people.find({ $or: [{ age: { $gt: 1 } }, { ssn }] });', all.slice(2)],
  ['people.find({ $expr: { $encStrContains: { input: "$street", substring: a } } });', all.slice(0, 4)],
  ['people.aggregate([{ $match: { ssn } }, { $limit: 1 }]);', all.slice(1)],
  ['people.distinct("ssn", { age });', all.slice(2)],
  ['people.updateOne({ city }, { $set: { ssn } });', all],
  ['people.bulkWrite([{ deleteOne: { filter: { ssn } } }]);', all.slice(1)],
])('%s', async (code, places) => {
  expect(await queryFindings(id, code)).toEqual(places);
});

test.each([
  ['only writes', 'people.insertOne({ ssn });'],
  ['a filter that is not known', 'people.find({ ssn });\npeople.find(filter);'],
  ['conditions that are not known', 'people.find({ ssn, ...conditions });'],
  ['a condition under an unknown name', 'people.find({ ssn, [name]: value });'],
  ['a spread of arguments', 'people.find({ ssn });\npeople.find(...given);'],
  ['an unknown receiver', 'people.find({ ssn });\nstore.find(filter);'],
  ['a collection by a name that is not known', 'people.find({ ssn });\nclient.db(a).collection(b).find(c);'],
  ['another page of it', 'people.find({ ssn });\npeople.find({ ssn }).filter(conditions);'],
  ['a method that is not the driver’s own', 'people.find({ ssn });\npeople.paginate(conditions);'],
  ['handed on', 'people.find({ ssn });\nlistAll(people, conditions);'],
  ['nobody asks', 'export const nothing = 1;'],
])('nothing to say: %s', async (_, code) => {
  expect(await queryFindings(id, code)).toEqual([]);
});

test('an unknown receiver that asks for something else hides nothing', async () => {
  expect(await queryFindings(id, 'people.find({ ssn });\nstore.find({ city });')).toEqual(all.slice(1));
});
