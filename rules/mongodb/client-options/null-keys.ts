import type { EncryptingClient, FieldList, MongodbProject, QueryableField } from '../../model/mongodb.ts';
import { samePlace } from '../../model/place.ts';
import type { Report } from '../../model/rule.ts';
import { isAbsent, type Property, propertyOf, valueAt } from '../../model/value.ts';
import { counted } from '../wording.ts';

/** `createEncryptedCollection` gives the keys that it makes back, and changes no map. */
export function* checkNullKeys({ options }: EncryptingClient, project: MongodbProject): Generator<Report> {
  const map = valueAt(options, 'encryptedFieldsMap');
  if (map?.kind !== 'object') return;
  for (const entry of map.properties) {
    const list = project.fieldLists.find(({ document }) => samePlace(document.place, entry.value.place));
    if (list !== undefined) yield* checkList(entry, list);
  }
}

function* checkList({ key, keyPlace }: Property, list: FieldList): Generator<Report> {
  // Where a plain create takes the same list, the missing key is an error of its own.
  if (list.uses.some(({ kind }) => kind === 'createCollection' || kind === 'createOptions')) return;
  const without = list.fields.filter(lacksKey);
  if (without.length === 0) return;
  const created = list.uses.find(({ kind }) => kind === 'createEncryptedCollection');
  yield {
    place: keyPlace,
    severity: 'warning',
    message: `${counted(without.length, 'field')} of "${key}" ${without.length === 1 ? 'has' : 'have'} no keyId, and a client with such a list can neither read nor write the collection: createEncryptedCollection returns the list with the keys that it made, so keep that one and give it to the client`,
    related: [
      ...without.map(({ path, place }) => ({ message: `${path ?? 'this field'} has no key`, place })),
      ...(created === undefined ? [] : [{ message: 'the keys are made here', place: created.place }]),
    ],
  };
}

function lacksKey({ element }: QueryableField): boolean {
  if (!isAbsent(element, 'keyAltName')) return false;
  return isAbsent(element, 'keyId') || propertyOf(element, 'keyId')?.value.kind === 'null';
}
