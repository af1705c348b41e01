import type { EqlColumn } from '../../../../rules/model/eql.ts';
import {
  asObject,
  type ObjectValue,
  type Property,
  propertyOf,
  valueAt,
} from '../../../../rules/model/value.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { ObjectTree, Tree } from '../../../read/tree.ts';
import { noParameters } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { toColumn } from './column.ts';

/** The keys of a column in `{ "v": 1, "tables": { "users": { "email": { "cast_as": "text", "indexes": {} } } } }`. */
const columnKeys: ReadonlySet<string> = new Set(['cast_as', 'plaintext_type', 'indexes', 'mode']);

/** The columns of what stands in `eql_v2_configuration`, in a JSON file or as a literal of code. */
export function readConfigurations(facts: FileFacts, asking: Asking): readonly EqlColumn[] {
  const { file, source, documents } = facts;
  const { evaluator } = asking;
  const written = [
    ...documents
      .filter(() => facts.syntax === 'json')
      .flatMap((tree) => holdersOf(tree).map((holder) => evaluator.evaluateDocument(file, holder))),
    ...(source?.literals ?? []).flatMap((tree) =>
      holdersOf(tree).map((holder) => evaluator.evaluate({ file, tree: holder, parameters: noParameters })),
    ),
  ];
  return written.flatMap((value) => (value.kind === 'object' ? readConfiguration(value, asking) : []));
}

/** Objects with `tables`, not far below the top. */
function holdersOf(tree: Tree, depth = 0): readonly ObjectTree[] {
  if (tree.kind !== 'object' || depth > 2) return [];
  const properties = tree.entries.filter((entry) => entry.kind === 'property');
  if (properties.some(({ key, value }) => key === 'tables' && mayBeTables(value))) return [tree];
  return properties.flatMap(({ value }) => holdersOf(value, depth + 1));
}

function mayBeTables({ kind }: Tree): boolean {
  return kind === 'object' || kind === 'reference';
}

function readConfiguration(configuration: ObjectValue, asking: Asking): readonly EqlColumn[] {
  const tables = asObject(valueAt(configuration, 'tables'));
  if (tables === undefined) return [];
  const known = tables.properties.flatMap(({ key, value }) =>
    value.kind === 'object' && value.properties.every(isColumn)
      ? [{ name: key, columns: value.properties }]
      : [],
  );
  const versioned = valueAt(configuration, 'v')?.kind === 'number';
  const cast = known.some(({ columns }) => columns.some(({ value }) => castOf(value) !== undefined));
  if (known.length < tables.properties.length || !(versioned || cast)) return [];
  return known.flatMap(({ name, columns }) => columns.map((column) => toConfigured(name, column, asking)));
}

function isColumn({ value }: Property): boolean {
  if (value.kind !== 'object' || value.properties.length === 0) return false;
  return (
    value.properties.every(({ key }) => columnKeys.has(key)) &&
    (castOf(value) !== undefined || asObject(valueAt(value, 'indexes')) !== undefined)
  );
}

/** `plaintext_type` is a later name of `cast_as`, and wins. */
function castOf(value: Property['value']): EqlColumn['cast'] {
  if (value.kind !== 'object') return undefined;
  const written = valueAt(value, 'plaintext_type') ?? valueAt(value, 'cast_as');
  return written?.kind === 'string'
    ? { value: written.value, written: written.value, place: written.place }
    : undefined;
}

function toConfigured(
  table: string,
  { key, keyPlace, place, value }: Property,
  { settings }: Asking,
): EqlColumn {
  const indexes = value.kind === 'object' ? asObject(propertyOf(value, 'indexes')?.value) : undefined;
  const cast = castOf(value);
  const told = {
    name: key,
    place: keyPlace,
    typePlace: keyPlace,
    ...(cast === undefined ? {} : { cast }),
    searches: (indexes?.properties ?? []).map((index) => ({
      index: index.key,
      options: index.value,
      place: index.keyPlace,
    })),
    declaration: place,
  };
  return toColumn({ name: table }, 'config-json', 'v2', told, settings);
}
