import type { QueryableField, QueryType } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { valueAt } from '../../../rules/model/value.ts';
import { readNamespace } from '../../../rules/mongodb/namespaces.ts';
import { buildFieldList } from '../../link/mongodb/field-list.ts';
import { derivedBsonType } from '../../link/mongodb/mongoose-fields.ts';
import { encryptsSomewhere, isFieldList } from '../../link/mongodb/shapes.ts';
import { mergeObject } from './merge.ts';
import { type Site, typedEntry, valueOfNode, wholeValueOf } from './site.ts';
import type { SketchCall, SketchObject, Step } from './sketch/sketch.ts';

/** What the innermost container around the cursor is, when it certainly belongs to a declaration of encryption. */
export type Declaration =
  | { readonly kind: 'document'; readonly object: ObjectValue }
  | { readonly kind: 'fields' }
  | { readonly kind: 'field'; readonly field: QueryableField; readonly mongoose: boolean }
  | { readonly kind: 'queries'; readonly field: QueryableField }
  | { readonly kind: 'query'; readonly field: QueryableField; readonly query: QueryType | undefined }
  | { readonly kind: 'mongoose'; readonly encrypt: ObjectValue; readonly bsonType: string | undefined }
  | { readonly kind: 'mongoose-options' }
  | { readonly kind: 'client-side'; readonly schema: ClientSide };

/** An `encrypt` or `encryptMetadata` of client-side encryption. */
export interface ClientSide {
  readonly keys: readonly ('algorithm' | 'bsonType' | 'keyId')[];
  readonly object: ObjectValue;
  /** What holds here, with what stands above. */
  readonly algorithm: Value | undefined;
  readonly keyId: Value | undefined;
  readonly bsonType: Value | undefined;
  /** True for `_id` of the document. */
  readonly id: boolean;
}

export function findDeclaration(site: Site): Declaration | undefined {
  const { trail } = site.cursor;
  const at = trail.length - 1;
  const step = trail[at];
  if (step === undefined) return undefined;
  const { node } = step;
  if (node.kind === 'array') {
    if (isFieldsArray(site, at)) return { kind: 'fields' };
    const owner = step.key === 'queries' ? ownerOf(site, at - 1) : undefined;
    return owner === undefined ? undefined : { kind: 'queries', field: owner.field };
  }
  if (node.kind !== 'object') return undefined;
  const own = ownerOf(site, at);
  if (own !== undefined) return { kind: 'field', ...own };
  const holder = step.key === 'queries' ? at - 1 : isQueriesArray(site, at - 1) ? at - 2 : undefined;
  const owner = holder === undefined ? undefined : ownerOf(site, holder);
  if (owner !== undefined) {
    const { field } = owner;
    return {
      kind: 'query',
      field,
      query: field.queries.find(({ object }) => object.place.start === node.start),
    };
  }
  if (isDocument(site, at)) return { kind: 'document', object: objectOf(site, node) };
  return mongooseAt(site, at) ?? clientSideAt(site, at) ?? mongooseOptionsAt(site, at);
}

function isQueriesArray({ cursor: { trail } }: Site, at: number): boolean {
  const step = trail[at];
  return step?.node.kind === 'array' && step.key === 'queries' && trail[at + 1]?.key === undefined;
}

function isFieldsArray(site: Site, at: number): boolean {
  const step = site.cursor.trail[at];
  return step?.node.kind === 'array' && step.key === 'fields' && isDocument(site, at - 1);
}

export const namedFile = /(?:^|[./])encrypted-?fields\.(?:json|jsonc|ya?ml)$/i;
export const namedMapFile = /(?:^|[./])encrypted-?fields-?map\.(?:json|jsonc|ya?ml)$/i;

/** True for an `encryptedFields` document: by what holds it, by what it is called, by its use, or by its shape. */
function isDocument(site: Site, at: number): boolean {
  const { trail } = site.cursor;
  const step = trail[at];
  if (step?.node.kind !== 'object') return false;
  const { node, key } = step;
  const above = trail[at - 1];
  if (key === 'encryptedFields') return true;
  const namespace = key !== undefined && readNamespace(key) !== undefined;
  if (
    namespace &&
    (above?.key === 'encryptedFieldsMap' || assignedTo(above)?.endsWith('FieldsMap') === true)
  ) {
    return true;
  }
  if (node.assignedTo !== undefined && /encryptedFields$/i.test(node.assignedTo)) return true;
  if (at === 0 && namedFile.test(site.file)) return true;
  if (at === 1 && namespace && namedMapFile.test(site.file)) return true;
  const used = site.project.mongodb.fieldLists.some(
    ({ document, mongoose }) => !mongoose && isSame(site, document, node),
  );
  return used || hasShape(site, node);
}

/** The first element that can only be an encrypted field decides. */
function hasShape(site: Site, node: SketchObject): boolean {
  const fields = node.entries.findLast(({ key }) => key === 'fields')?.value;
  if (fields?.kind !== 'array') return false;
  return fields.items.some((item) => {
    const value = wholeValueOf(site, item);
    const { place } = value;
    const list: Value = { kind: 'array', place, items: [value], open: false };
    const property: Property = { key: 'fields', keyPlace: place, place, value: list };
    return isFieldList({ kind: 'object', place, properties: [property], open: false });
  });
}

function assignedTo(step: Step | undefined): string | undefined {
  return step?.node.kind === 'object' ? step.node.assignedTo : undefined;
}

function isSame({ file, current }: Site, { place }: ObjectValue, node: SketchObject): boolean {
  return current && place.file === file && place.start === node.start;
}

interface Owner {
  readonly field: QueryableField;
  readonly mongoose: boolean;
}

/** The encrypted field that an object declares: an element of `fields`, or the `encrypt` of a Mongoose schema. */
function ownerOf(site: Site, at: number): Owner | undefined {
  const step = site.cursor.trail[at];
  if (step?.node.kind !== 'object') return undefined;
  const { node } = step;
  const lists = site.project.mongodb.fieldLists;
  const known = lists
    .flatMap(({ fields }) => fields)
    .find(({ element, encrypt }) => isSame(site, encrypt ?? element, node));
  const listed = step.key === undefined && isFieldsArray(site, at - 1);
  const mongoose = listed ? undefined : mongooseParts(site, at);
  const searched =
    mongoose?.type === 'queryableEncryption' || (mongoose !== undefined && isBelowQueries(site, at));
  if (!listed && !searched && (known === undefined || known.encrypt !== undefined)) return undefined;
  const typed = { start: site.cursor.trail.at(-1)?.node.start ?? -1, key: typedEntry(site)?.key };
  const element = mergeObject(objectOf(site, node), known?.encrypt ?? known?.element, typed);
  const properties =
    mongoose === undefined ? element.properties : [...mongoose.derived, ...element.properties];
  const field = fieldOf(site, { ...element, properties }, known);
  return field === undefined ? undefined : { field, mongoose: mongoose !== undefined };
}

function isBelowQueries({ cursor: { trail } }: Site, at: number): boolean {
  return trail[at + 1]?.key === 'queries';
}

function fieldOf(
  site: Site,
  element: ObjectValue,
  known: QueryableField | undefined,
): QueryableField | undefined {
  const { place } = element;
  const fields: Value = { kind: 'array', place, items: [element], open: false };
  const document: ObjectValue = {
    kind: 'object',
    place,
    properties: [{ key: 'fields', keyPlace: place, place, value: fields }],
    open: false,
  };
  const container = known?.container ?? { system: 'mongodb-qe', file: site.file };
  return buildFieldList(document, container, [], site.settings).fields[0];
}

function objectOf(site: Site, node: SketchObject): ObjectValue {
  const value = valueOfNode(site, node);
  if (value.kind === 'object') return value;
  return { kind: 'object', place: value.place, properties: [], open: true };
}

interface MongooseParts {
  /** `queryableEncryption`, `csfle`, another word, or undefined where it is not known. */
  readonly type: string | undefined;
  readonly bsonType: string | undefined;
  readonly derived: readonly Property[];
}

/** What Mongoose makes of the path that an `encrypt` object belongs to. */
function mongooseParts(site: Site, at: number): MongooseParts | undefined {
  const { trail } = site.cursor;
  const step = trail[at];
  const holder = trail[at - 1];
  if (step?.node.kind !== 'object' || step.key !== 'encrypt' || holder?.node.kind !== 'object')
    return undefined;
  const typeNode = holder.node.entries.find(({ key }) => key === 'type')?.value;
  if (typeNode === undefined) return undefined;
  const { node } = step;
  const schemas = site.project.mongodb.mongooseSchemas;
  const known = schemas.find(({ fields }) =>
    fields.some(({ encrypt }) => encrypt !== undefined && isSame(site, encrypt, node)),
  );
  const callAt = trail.findLastIndex(({ node: { kind } }, index) => index < at && kind === 'call');
  const call = trail[callAt]?.node;
  const schema = call?.kind === 'call' && call.name === 'Schema' ? call : undefined;
  if (schema === undefined && known === undefined) return undefined;
  const knownType = known?.encryptionType?.kind === 'string' ? known.encryptionType.value : undefined;
  const bsonType = derivedBsonType(wholeValueOf(site, typeNode));
  const keys = trail.slice(callAt + 2, at).flatMap(({ key }) => key ?? []);
  const place = { file: site.file, start: typeNode.start, end: typeNode.end };
  const derive = (key: string, text: string): Property => ({
    key,
    keyPlace: place,
    place,
    value: { kind: 'string', place, value: text },
  });
  return {
    type: (schema === undefined ? undefined : encryptionTypeOf(schema)) ?? knownType,
    bsonType,
    derived: [
      ...(schema === undefined || keys.length === 0 ? [] : [derive('path', keys.join('.'))]),
      ...(bsonType === undefined
        ? [{ ...derive('bsonType', ''), value: { kind: 'unknown', place } as const }]
        : [derive('bsonType', bsonType)]),
    ],
  };
}

function encryptionTypeOf(schema: SketchCall): string | undefined {
  const options = schema.items[1];
  const value =
    options?.kind === 'object'
      ? options.entries.find(({ key }) => key === 'encryptionType')?.value
      : undefined;
  return value?.kind === 'string' ? value.value : undefined;
}

/** The `encrypt` of a Mongoose schema for client-side encryption, or of one that does not say which. */
function mongooseAt(site: Site, at: number): Declaration | undefined {
  const parts = mongooseParts(site, at);
  const node = site.cursor.trail[at]?.node;
  if (parts === undefined || node?.kind !== 'object') return undefined;
  const object = objectOf(site, node);
  if (parts.type === undefined) return { kind: 'mongoose', encrypt: object, bsonType: parts.bsonType };
  if (parts.type !== 'csfle') return undefined;
  const place = object.place;
  return {
    kind: 'client-side',
    schema: {
      keys: ['algorithm', 'keyId'],
      object,
      algorithm: valueAt(object, 'algorithm'),
      keyId: valueAt(object, 'keyId'),
      bsonType: parts.bsonType === undefined ? undefined : { kind: 'string', place, value: parts.bsonType },
      id: site.cursor.trail[at - 1]?.key === '_id',
    },
  };
}

/** The second argument of `new Schema(…)`. */
function mongooseOptionsAt({ cursor: { trail } }: Site, at: number): Declaration | undefined {
  const call = trail[at - 1]?.node;
  if (call?.kind !== 'call' || call.name !== 'Schema' || trail[at]?.key !== undefined) return undefined;
  return call.items[1]?.start === trail[at]?.node.start ? { kind: 'mongoose-options' } : undefined;
}

/** `encrypt` and `encryptMetadata` of a schema that is certainly one of MongoDB. */
function clientSideAt(site: Site, at: number): Declaration | undefined {
  const { trail } = site.cursor;
  const step = trail[at];
  if (step?.node.kind !== 'object') return undefined;
  const metadata = step.key === 'encryptMetadata';
  if (!metadata && step.key !== 'encrypt') return undefined;
  const holderAt = at - 1;
  if (trail[holderAt]?.node.kind !== 'object') return undefined;
  // A property may be called encrypt, and then no schema holds it.
  if (!metadata && !isSubschema(site, holderAt)) return undefined;
  let rootAt = holderAt;
  while (isSubschema(site, rootAt)) rootAt -= 2;
  if (!isClientSideRoot(site, rootAt)) return undefined;
  const object = objectOf(site, step.node);
  const inherited = (key: string): Value | undefined => {
    for (let level = holderAt; level >= rootAt; level -= 1) {
      const node = trail[level]?.node;
      if (node?.kind !== 'object') continue;
      const above = node.entries.find((entry) => entry.key === 'encryptMetadata')?.value;
      const value = above === undefined || above === step.node ? undefined : wholeValueOf(site, above);
      const found = value?.kind === 'object' ? valueAt(value, key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    kind: 'client-side',
    schema: {
      keys: metadata ? ['algorithm', 'keyId'] : ['algorithm', 'bsonType', 'keyId'],
      object,
      algorithm: valueAt(object, 'algorithm') ?? inherited('algorithm'),
      keyId: valueAt(object, 'keyId') ?? inherited('keyId'),
      bsonType: valueAt(object, 'bsonType'),
      id: !metadata && trail[rootAt + 2]?.key === '_id',
    },
  };
}

/** True for the value of a name below `properties`. */
function isSubschema({ cursor: { trail } }: Site, at: number): boolean {
  const group = trail[at - 1];
  return (
    trail[at]?.node.kind === 'object' &&
    trail[at]?.key !== undefined &&
    group?.node.kind === 'object' &&
    (group.key === 'properties' || group.key === 'patternProperties') &&
    trail[at - 2]?.node.kind === 'object'
  );
}

function isClientSideRoot(site: Site, at: number): boolean {
  const { trail } = site.cursor;
  const step = trail[at];
  if (step?.node.kind !== 'object') return false;
  const { node, key } = step;
  if (key === '$jsonSchema' || trail[at - 1]?.key === 'schemaMap') return true;
  if (site.project.mongodb.csfleSchemas.some(({ schema }) => isSame(site, schema, node))) return true;
  const value = wholeValueOf(site, node);
  if (value.kind !== 'object') return false;
  return valueAt(value, 'bsonType') !== undefined || encryptsSomewhere(value);
}
