import type { Budgets, Container, DeclaredField } from './field.ts';
import type { MongodbQueries } from './mongodb-queries.ts';
import type { Place } from './place.ts';
import type { MongodbTarget } from './target.ts';
import type { ArrayValue, ObjectValue, Property, Value } from './value.ts';

/** Everything that the files say about MongoDB encryption. */
export interface MongodbProject {
  readonly fieldLists: readonly FieldList[];
  readonly csfleSchemas: readonly CsfleSchema[];
  readonly mongooseSchemas: readonly MongooseSchema[];
  readonly clients: readonly EncryptingClient[];
  readonly namespaceMaps: readonly NamespaceMap[];
  readonly collectionCommands: readonly CollectionCommand[];
  readonly queries: MongodbQueries;
}

/** One `encryptedFields` document. */
export interface FieldList {
  readonly container: Container;
  readonly target: MongodbTarget;
  readonly budgets: Budgets;
  /** The whole document: `{ fields: […] }`. For Mongoose the schema's definition. */
  readonly document: ObjectValue;
  /** The list, absent for Mongoose (each field stands in the schema) and where `fields` is no array. */
  readonly list?: ArrayValue;
  readonly fields: readonly QueryableField[];
  readonly uses: readonly FieldListUse[];
  readonly mongoose: boolean;
}

/** Where a list is handed to the driver or the server. */
export interface FieldListUse {
  readonly kind:
    | 'createCollection'
    | 'createEncryptedCollection'
    | 'encryptedFieldsMap'
    | 'createOptions'
    | 'collectionInfo'
    | 'mongoose';
  /** The call's name, or the key that holds the list. */
  readonly place: Place;
}

/** One element of `fields`. */
export interface QueryableField extends DeclaredField {
  readonly target: MongodbTarget;
  readonly system: 'mongodb-qe';
  /** The element as written; for Mongoose what its `encrypt` says, with path and bsonType as derived. */
  readonly element: ObjectValue;
  /** For Mongoose the `encrypt` object, which is what a person edits. */
  readonly encrypt?: ObjectValue;
  readonly pathValue?: Value;
  readonly bsonType?: Value;
  /** `queries` as written: an object, an array, or something wrong. */
  readonly queriesProperty?: Property;
  /** The query types that could be read, in order. */
  readonly queries: readonly QueryType[];
  /** False when `queries` may hold more than `queries` lists, or cannot be read at all. */
  readonly queriesKnown: boolean;
}

export interface QueryType {
  readonly object: ObjectValue;
  /** The value of `queryType`; absent when the key is missing. */
  readonly nameValue?: Value;
  readonly name?: string;
  /** What the name means on any release; absent for an unknown name. */
  readonly kind?: QueryKind;
}

export type QueryKind = 'equality' | 'range' | 'prefix' | 'suffix' | 'substring';

/** Every name that a release has had, and what it means. Source: mongo 11c4e446 encryption_fields.idl; docs 9.0-compatibility. */
export const queryTypeNames = {
  equality: { kind: 'equality', preview: false },
  range: { kind: 'range', preview: false },
  rangePreview: { kind: 'range', preview: true },
  prefix: { kind: 'prefix', preview: false },
  prefixPreview: { kind: 'prefix', preview: true },
  suffix: { kind: 'suffix', preview: false },
  suffixPreview: { kind: 'suffix', preview: true },
  substring: { kind: 'substring', preview: false },
  substringPreview: { kind: 'substring', preview: true },
} as const satisfies Record<string, { kind: QueryKind; preview: boolean }>;

export type QueryTypeName = keyof typeof queryTypeNames;

export function isQueryTypeName(name: string): name is QueryTypeName {
  return Object.hasOwn(queryTypeNames, name);
}

export function isTextKind(kind: QueryKind | undefined): kind is 'prefix' | 'suffix' | 'substring' {
  return kind === 'prefix' || kind === 'suffix' || kind === 'substring';
}

/** A client-side field level encryption schema: one `schemaMap` entry, one `$jsonSchema`, or a Mongoose csfle schema. */
export interface CsfleSchema {
  readonly container: Container;
  readonly target: MongodbTarget;
  readonly schema: ObjectValue;
  readonly fields: readonly CsfleField[];
  /** Where it stands: as the value of a namespace in a map, under `$jsonSchema`, in Mongoose, or by itself. */
  readonly origin: 'schemaMap' | 'jsonSchema' | 'mongoose' | 'literal';
}

/** One `encrypt` of a schema. */
export interface CsfleField extends DeclaredField {
  readonly target: MongodbTarget;
  readonly system: 'mongodb-csfle';
  /** The property `encrypt` itself. */
  readonly encryptProperty: Property;
  /** Its value, when it is an object. */
  readonly encrypt?: ObjectValue;
  /** The subschema that holds `encrypt`. */
  readonly holder: ObjectValue;
  /** What holds here after inheritance from `encryptMetadata`; absent when nothing sets it. */
  readonly algorithm?: Value;
  readonly keyId?: Value;
  readonly bsonType?: Value;
  /** False when a parent cannot be read whole, so that something may be inherited that is not seen. */
  readonly inheritanceKnown: boolean;
  /** The subschemas on the way, from the root to the holder. */
  readonly parents: readonly CsfleParent[];
}

export interface CsfleParent {
  readonly schema: ObjectValue;
  /** The keyword that led from this schema to the next: `properties`, `items`, `allOf`, … and the name below it. */
  readonly through: string;
  readonly name?: Property;
}

/** A Mongoose schema in which some field has `encrypt`, or that has an `encryptionType`. */
export interface MongooseSchema {
  readonly target: MongodbTarget;
  /** The called name: `Schema`. */
  readonly place: Place;
  readonly definition: ObjectValue;
  readonly options?: ObjectValue;
  /** False when the options cannot be read whole. */
  readonly optionsKnown: boolean;
  readonly encryptionType?: Value;
  readonly fields: readonly MongooseField[];
  readonly nested: readonly NestedMongooseSchema[];
}

/** Another schema with an `encryptionType` that a path of this one uses. */
export interface NestedMongooseSchema {
  readonly path: string;
  /** The name of the path, as written in this schema. */
  readonly place: Place;
  /** Its own `encryptionType`. */
  readonly encryptionType: Value;
  /** Whether the schema itself is the path's value, or stands below `type` or in a list. */
  readonly direct: boolean;
  /** True when some field of it is encrypted. */
  readonly encrypts: boolean;
}

/**
 * Where a field stands: `schema` for a path of the schema itself; as the item of a list; in a subdocument, or in the
 * subdocuments of a list, which Mongoose makes schemas of their own without an `encryptionType`.
 */
export type MongoosePosition = 'schema' | 'item' | 'subdocument' | 'subdocuments';

export interface MongooseField {
  readonly path: string;
  /** The property that declares the field in its schema. */
  readonly property: Property;
  /** The declaration object, `{ type, encrypt, … }`. */
  readonly declaration: ObjectValue;
  readonly typeValue?: Value;
  /** The name of the Mongoose type: `String`, `Int32`, `Array`; absent when unknown. */
  readonly typeName?: string;
  /** What Mongoose sends as bsonType; absent when unknown or unsupported. */
  readonly bsonType?: string;
  readonly encryptProperty: Property;
  readonly encrypt?: ObjectValue;
  readonly position: MongoosePosition;
}

/** An `autoEncryption` object, wherever a client is made. */
export interface EncryptingClient {
  readonly target: MongodbTarget;
  /** The called name (`MongoClient`, `connect`), else the key `autoEncryption`. */
  readonly place: Place;
  readonly options: ObjectValue;
  /** False for a literal that no known call takes: on its way to one, more may come to it. */
  readonly called: boolean;
  /** The connection string, when it is a literal. */
  readonly uri?: Value;
  /** Databases that the linted code uses through any client, for the key vault rule. */
  readonly databases: readonly string[];
}

/** An `encryptedFieldsMap` or `schemaMap` as given to a client. */
export interface NamespaceMap {
  readonly kind: 'encryptedFieldsMap' | 'schemaMap';
  readonly target: MongodbTarget;
  /** The property that holds the map, where there is one. */
  readonly property: Property;
  readonly value: Value;
  /** The other map of the same client. */
  readonly sibling?: ObjectValue;
}

/** A command that makes or changes a collection, matched with what is encrypted there. */
export interface CollectionCommand {
  readonly kind: 'createCollection' | 'createIndex' | 'collMod';
  readonly target: MongodbTarget;
  /** The called name. */
  readonly place: Place;
  readonly container: Container;
  /** The options: of createCollection and collMod, or the index options. */
  readonly options?: ObjectValue;
  /** For createIndex: the keys of each index, with that index's own options. */
  readonly indexes: readonly IndexDefinition[];
  /** The list that encrypts this collection, by the call itself or by its namespace. */
  readonly fieldList: FieldList;
}

export interface IndexDefinition {
  readonly keys: ObjectValue;
  readonly options?: ObjectValue;
}
