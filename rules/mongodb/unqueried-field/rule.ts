import type { FieldList, MongodbProject, QueryableField } from '../../model/mongodb.ts';
import type { MongodbOperation, OperationArguments, UnknownOperation } from '../../model/mongodb-queries.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import type { Value } from '../../model/value.ts';
import { relatePaths } from '../paths.ts';
import { fieldPath, kindsOf } from '../searches.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'mongodb/unqueried-field',
  severity: 'info',
  title: 'a field that pays for a query type and that no code searches',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ mongodb }) {
    for (const list of mongodb.fieldLists) {
      const operations = mongodb.queries.operations.filter(({ fieldList }) => fieldList === list);
      if (operations.some(searches)) yield* checkList(list, operations, mongodb);
    }
  },
});

/** A program that only writes leaves the searching to another one. */
function searches({ kind, filter, pipeline }: MongodbOperation): boolean {
  return kind !== 'insert' && (filter !== undefined || pipeline !== undefined);
}

function* checkList(
  list: FieldList,
  operations: readonly MongodbOperation[],
  { queries }: MongodbProject,
): Iterable<Report> {
  const everywhere: readonly (MongodbOperation | UnknownOperation)[] = [...operations, ...queries.unknown];
  for (const field of list.fields) {
    const { path } = field;
    const kinds = kindsOf(field);
    if (path === undefined || kinds === undefined || kinds.size === 0) continue;
    if (everywhere.some((one) => maySearch(one, path))) continue;
    yield unqueried(field, path, [...kinds], operations.find(searches)?.place);
  }
}

function unqueried(
  field: QueryableField,
  path: string,
  kinds: readonly string[],
  use: Place | undefined,
): Report {
  const { queriesProperty, element, encrypt } = field;
  const object = encrypt ?? element;
  return {
    place: field.place,
    field: path,
    message: `every write of ${path} pays for ${listed(kinds)}, and no code of this project searches it: take queries out for a new collection, or leave it where something else searches`,
    related: use === undefined ? [] : [{ message: 'the collection is searched here', place: use }],
    fixes:
      queriesProperty === undefined
        ? []
        : [
            suggestion('take queries out (needs a new collection)', {
              kind: 'remove-property',
              object,
              property: queriesProperty,
            }),
          ],
  };
}

/** False only where what an operation searches by is known, and no part of it names the path. */
function maySearch(operation: MongodbOperation | UnknownOperation, path: string): boolean {
  if ('argumentsKnown' in operation && !operation.argumentsKnown) return true;
  if ('chained' in operation) {
    // `Contact.find().where('email')` of Mongoose; `cursor.filter(…)` of the driver.
    if (operation.chained.some(({ method }) => adding.has(method))) return true;
  }
  const { filter, pipeline, key, writes }: OperationArguments = operation;
  if (writes !== undefined && (writes.kind !== 'array' || writes.open)) return true;
  return [filter, pipeline, key].some((value) => value !== undefined && mayName(value, path, 0));
}

/** Calls on what an operation returns that search for more. */
const adding: ReadonlySet<string> = new Set([
  ...['where', 'equals', 'filter', 'match', 'find', 'findOne', 'and', 'or', 'nor', 'setQuery', 'merge'],
  ...['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'countDocuments', 'append', 'search'],
]);

function mayName(value: Value, path: string, depth: number): boolean {
  if (depth > 50) return true;
  switch (value.kind) {
    case 'unknown':
      // A condition on another field may have any value; anything else may be a whole filter.
      return true;
    case 'string':
      return touches(fieldPath(value) ?? value.value, path);
    case 'array':
      return value.open || value.items.some((item) => mayName(item, path, depth + 1));
    case 'object':
      return (
        value.open ||
        value.properties.some(
          ({ key, value: inner }) =>
            (!key.startsWith('$') && touches(key, path)) ||
            (isSettled(key) ? mayReadField(inner, path, depth) : mayName(inner, path, depth + 1)),
        )
      );
    default:
      return false;
  }
}

/** True for a field, which is compared with any value, and for an operator that compares. */
function isSettled(key: string): boolean {
  return !key.startsWith('$') || comparing.has(key);
}

/** True where what is compared may itself be a field, as in an expression, or holds conditions. */
function mayReadField(value: Value, path: string, depth: number): boolean {
  if (value.kind === 'string') return fieldPath(value) !== undefined && mayName(value, path, depth + 1);
  if (value.kind === 'array') return value.items.some((item) => mayReadField(item, path, depth + 1));
  return value.kind === 'object' && mayName(value, path, depth + 1);
}

const comparing: ReadonlySet<string> = new Set([
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists', '$regex', '$limit', '$skip'],
]);

function touches(written: string, path: string): boolean {
  return relatePaths(written, path) !== 'apart';
}
