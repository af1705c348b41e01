import type { Fix } from '../../model/finding.ts';
import type { CollectionCommand, IndexDefinition, QueryableField } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { type ObjectValue, type Property, propertyOf } from '../../model/value.ts';
import { relatePaths } from '../paths.ts';
import { serverCode } from '../wording.ts';
import { codes } from './codes.ts';
import { checkComparisons } from './validator.ts';

/** No index may expire documents, stand on, above or below an encrypted path, or compare an encrypted field. */
export function* checkIndexes({ indexes, fieldList }: CollectionCommand): Generator<Report> {
  for (const index of indexes) {
    yield* checkExpiry(index);
    yield* checkKeys(index, fieldList.fields);
    const filter =
      index.options === undefined ? undefined : propertyOf(index.options, 'partialFilterExpression');
    if (filter?.value.kind === 'object') {
      yield* checkComparisons(filter.value, fieldList.fields, 'the filter of a partial index');
    }
  }
}

function* checkExpiry({ options }: IndexDefinition): Generator<Report> {
  const expiry = options === undefined ? undefined : propertyOf(options, 'expireAfterSeconds');
  if (options === undefined || expiry?.value.kind !== 'number') return;
  yield {
    place: expiry.place,
    message: `an encrypted collection takes no TTL index, because the server cannot clean up the tokens of what it deletes: delete old documents through an encrypting client${serverCode(codes.ttl)}`,
    fixes: [
      suggestion('remove expireAfterSeconds', { kind: 'remove-property', object: options, property: expiry }),
    ],
  };
}

function* checkKeys({ keys }: IndexDefinition, fields: readonly QueryableField[]): Generator<Report> {
  for (const property of keys.properties) {
    const path = indexedPath(property.key);
    const field = fields.find(
      (one) => one.path !== undefined && path !== '' && relatePaths(path, one.path) !== 'apart',
    );
    if (field?.path === undefined) continue;
    yield {
      place: property.keyPlace,
      field: field.path,
      message: `${conflict(path, field.path)}: no index can stand there, and no search of an encrypted field uses one, since the server keeps an index of its tokens${serverCode(codes.index)}`,
      related: [{ message: `${field.path} is encrypted here`, place: field.place }],
      fixes: withoutKey(keys, property),
    };
  }
}

/** What a key of an index covers: everything below `a` for `a.$**`, and nothing in particular for `$**`. */
function indexedPath(key: string): string {
  return key === '$**' ? '' : key.replace(/\.\$\*\*$/, '');
}

function conflict(path: string, encrypted: string): string {
  switch (relatePaths(path, encrypted)) {
    case 'above':
      return `${path} holds ${encrypted}, which is encrypted`;
    case 'below':
      return `${path} lies inside ${encrypted}, which is encrypted as a whole`;
    case 'same':
    case 'apart':
      return `${encrypted} is encrypted`;
  }
}

/** A compound index can do without the member. */
function withoutKey(keys: ObjectValue, property: Property): Fix[] {
  if (keys.properties.length < 2) return [];
  return [suggestion(`index without ${property.key}`, { kind: 'remove-property', object: keys, property })];
}
