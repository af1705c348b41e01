import type { EqlCallUse, EqlUse } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { type Fault, faultsOf } from '../faults.ts';

export const rule = defineRule({
  id: 'eql/untyped-json-operand',
  severity: 'error',
  title: 'a part of searchable JSON taken with an operand that leads PostgreSQL to the operator of jsonb',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('untyped-json-operand', uses, eql)) yield toReport(fault);
    for (const use of uses) {
      const { domain, generation, proxy } = use.column;
      if (use.kind !== 'call' || generation !== 'v3' || proxy) continue;
      if (domain?.scalar === 'json' && domain.capability === 'search') yield* called(use);
    }
  },
});

const arrows = ['->', '->>'];

function toReport(fault: Fault): Report {
  const { use, operator, operand, type } = fault;
  const { column } = use;
  if (operand.kind === 'cast' && type.kind === 'sql' && type.type === 'text') {
    return {
      place: operand.place,
      field: column.path,
      message: `${column.name} ${operator} a path in plain words finds nothing: EQL looks for the selector that the client derives from the path, 32 hexadecimal digits, so the outcome is NULL, without an error; bind the selector as $1::text`,
    };
  }
  const untyped = type.kind === 'parameter' || type.kind === 'literal';
  const what = untyped ? 'an operand without a type' : 'this type';
  const advice = arrows.includes(operator)
    ? untyped
      ? 'bind the selector as $1::text'
      : 'cast the selector to text'
    : 'search with @> and a term of eql_v3.query_json, or take a part with -> and a selector of type text';
  return {
    place: operand.place,
    field: column.path,
    message: `${operator} with ${what} is jsonb's own operator on ${column.name}: it reads the payload, not the document, and gives NULL or no rows, without an error; ${advice}`,
    fixes: fixes(fault),
  };
}

/** Only a selector can be meant by a parameter; a path in plain words stays wrong with a type. */
function fixes({ use, operator, operand }: Fault): Fix[] {
  if (use.kind !== 'operator' || !arrows.includes(operator)) return [];
  const { place } = operand;
  if (operand.kind === 'parameter' || (operand.kind === 'string' && operand.length === 32)) {
    return [
      safeFix('give the selector its type', {
        kind: 'text',
        place: { ...place, start: place.end },
        text: '::text',
      }),
    ];
  }
  const type = operand.kind === 'cast' ? operand.types.at(-1) : undefined;
  if (operand.kind !== 'cast' || type === undefined || operand.inner.kind !== 'parameter') return [];
  return [safeFix('cast the selector to text', { kind: 'text', place: type.place, text: 'text' })];
}

/** Functions of PostgreSQL that take a document apart, and what EQL has for them. */
const functions: Readonly<Record<string, string | undefined>> = {
  jsonb_path_query: 'eql_v3.jsonb_path_query',
  jsonb_path_query_first: 'eql_v3.jsonb_path_query_first',
  jsonb_path_exists: 'eql_v3.jsonb_path_exists',
  jsonb_path_match: undefined,
  jsonb_path_query_array: undefined,
  jsonb_extract_path: undefined,
  jsonb_extract_path_text: undefined,
  jsonb_each: undefined,
  jsonb_each_text: undefined,
  jsonb_object_keys: undefined,
  jsonb_array_elements: 'eql_v3.jsonb_array_elements',
  jsonb_array_elements_text: undefined,
  jsonb_array_length: 'eql_v3.jsonb_array_length',
};

function* called({ column, schema, name, namePlace, argument }: EqlUse & EqlCallUse): Generator<Report> {
  const native = schema === undefined || schema === 'pg_catalog';
  if (!native || argument !== 0 || !Object.hasOwn(functions, name)) return;
  const own = functions[name];
  yield {
    place: namePlace,
    field: column.path,
    message: `${name} reads the payload of ${column.name}, not the document, without an error; ${own === undefined ? 'decrypt the document in the application' : `write ${own} with a selector of type text`}`,
  };
}
