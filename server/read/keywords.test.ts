import { expect, test } from 'vitest';
import { lookAt } from './keywords.ts';

test.each([
  ['people.find({ email })', true],
  ['people.find<Person>({ email }).toArray()', true],
  ['people.find(filter, options)', true],
  ['people.find()', true],
  ["db.collection('people')", true],
  ['Person.findOneAndUpdate({ email }, change)', true],
  ['people.find((person) => person.email)', false],
  ['people.find(person => person.email)', false],
  ['people.find(function (person) { return person.email; })', false],
  ['people.find(async (person) => person.email)', false],
  ['people.filter({ email })', false],
])('%s may ask a collection: %s', (text, asks) => {
  expect(lookAt('source', text).asks).toBe(asks);
});

test('a collection by a name that is only known at run time counts once fields are encrypted', () => {
  expect(lookAt('source', 'db.collection(name)').touches.fields).toBe(true);
  expect(lookAt('source', "db.collection('people')").touches.fields).toBe(false);
});
