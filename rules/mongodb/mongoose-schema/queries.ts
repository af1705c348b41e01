import type { Fix } from '../../model/finding.ts';
import { isQueryTypeName, type MongooseField, queryTypeNames } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { type Report, safeFix, suggestion } from '../../model/rule.ts';
import { propertyOf, type StringValue } from '../../model/value.ts';

/** A bare word in `queries`, or a list of them: Mongoose passes it on, and the server wants an object. */
export function* checkQueries({ path, encrypt }: MongooseField): Generator<Report> {
  const queries = encrypt === undefined ? undefined : propertyOf(encrypt, 'queries');
  const values = queries?.value.kind === 'array' ? queries.value.items : [queries?.value];
  for (const value of values) {
    if (value?.kind !== 'string') continue;
    yield {
      place: value.place,
      field: path,
      message: `queries of ${path} holds the bare word "${value.value}", which Mongoose passes on unchanged and the server refuses: write { queryType: '${nameFor(value)}' }`,
      fixes: toObject(value),
    };
  }
}

function nameFor({ value }: StringValue): string {
  if (isQueryTypeName(value)) return value;
  return nearest(value, Object.keys(queryTypeNames)) ?? 'equality';
}

/** Only equality and range need nothing beside their name, and are the same on every release. */
function toObject(value: StringValue): Fix[] {
  const name = isQueryTypeName(value.value) ? value.value : nearest(value.value, Object.keys(queryTypeNames));
  if (name === undefined) return [];
  const fix = value.value === 'equality' || value.value === 'range' ? safeFix : suggestion;
  return [
    fix(`write { queryType: '${name}' }`, {
      kind: 'set-value',
      value,
      to: { kind: 'object', properties: [{ key: 'queryType', value: name }] },
    }),
  ];
}
