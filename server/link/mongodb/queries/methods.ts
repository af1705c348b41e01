import type { OperationArguments, OperationKind } from '../../../../rules/model/mongodb-queries.ts';

type ArgumentName = keyof OperationArguments;

interface Method {
  readonly kind: OperationKind;
  /** What each argument is, in order; null for one that nobody asks for. */
  readonly arguments: readonly (ArgumentName | null)[];
}

/** Operations of a collection. Source: mongodb/node-mongodb-native 7.5.0 src/collection.ts. */
export const driverMethods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    find: { kind: 'find', arguments: ['filter', 'options'] },
    findOne: { kind: 'find', arguments: ['filter', 'options'] },
    findOneAndUpdate: { kind: 'update', arguments: ['filter', 'update', 'options'] },
    findOneAndReplace: { kind: 'replace', arguments: ['filter', 'update', 'options'] },
    findOneAndDelete: { kind: 'delete', arguments: ['filter', 'options'] },
    updateOne: { kind: 'update', arguments: ['filter', 'update', 'options'] },
    updateMany: { kind: 'update', arguments: ['filter', 'update', 'options'] },
    replaceOne: { kind: 'replace', arguments: ['filter', 'update', 'options'] },
    deleteOne: { kind: 'delete', arguments: ['filter', 'options'] },
    deleteMany: { kind: 'delete', arguments: ['filter', 'options'] },
    aggregate: { kind: 'aggregate', arguments: ['pipeline', 'options'] },
    countDocuments: { kind: 'count', arguments: ['filter', 'options'] },
    count: { kind: 'count', arguments: ['filter', 'options'] },
    distinct: { kind: 'distinct', arguments: ['key', 'filter', 'options'] },
    insertOne: { kind: 'insert', arguments: ['documents', 'options'] },
    insertMany: { kind: 'insert', arguments: ['documents', 'options'] },
    bulkWrite: { kind: 'bulk', arguments: ['writes', 'options'] },
  } as const satisfies Record<string, Method>),
);

const projecting = {
  find: { kind: 'find', arguments: ['filter', 'projection', 'options'] },
  findOne: { kind: 'find', arguments: ['filter', 'projection', 'options'] },
} as const satisfies Record<string, Method>;

/** Source: mongosh 2.5, packages/shell-api/src/collection.ts. */
export const shellMethods: ReadonlyMap<string, Method> = new Map([
  ...driverMethods,
  ...Object.entries(projecting),
]);

/** Static operations of a model. Source: mongoose 9.12.1 lib/model.js. */
export const mongooseMethods: ReadonlyMap<string, Method> = new Map([
  ...driverMethods,
  ...Object.entries({
    ...projecting,
    exists: { kind: 'find', arguments: ['filter', 'options'] },
    findById: { kind: 'find', arguments: [null, 'projection', 'options'] },
    findByIdAndUpdate: { kind: 'update', arguments: [null, 'update', 'options'] },
    findByIdAndDelete: { kind: 'delete', arguments: [null, 'options'] },
    create: { kind: 'insert', arguments: ['documents', 'options'] },
  } as const satisfies Record<string, Method>),
]);

/** Items of `bulkWrite`: what each holds under which name. */
export const bulkItems: ReadonlyMap<string, OperationKind> = new Map([
  ['insertOne', 'insert'],
  ['updateOne', 'update'],
  ['updateMany', 'update'],
  ['replaceOne', 'replace'],
  ['deleteOne', 'delete'],
  ['deleteMany', 'delete'],
]);

/** Of calls on what nobody knows, those that may search a collection. */
export const searchMethods: ReadonlySet<string> = new Set(
  [...mongooseMethods].flatMap(([name, { kind }]) => (kind === 'insert' ? [] : [name])),
);
