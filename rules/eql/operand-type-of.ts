import type { EqlOperand, EqlTypeName } from '../model/eql.ts';
import { jsonEntryDomain, queryTypes } from './domains.ts';
import { type OperandType, type SqlOperandType, sqlOperandTypes } from './verdict.ts';

/** What PostgreSQL's grammar and people call the types. */
const otherNames: Readonly<Record<string, SqlOperandType>> = {
  varchar: 'character varying',
  bpchar: 'character',
  char: 'character',
  int2: 'smallint',
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  decimal: 'numeric',
  float4: 'real',
  float: 'double precision',
  float8: 'double precision',
  bool: 'boolean',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
};

/** What functions of PostgreSQL give that people compare columns with. */
const typesOfCalls: Readonly<Record<string, SqlOperandType>> = {
  lower: 'text',
  upper: 'text',
  initcap: 'text',
  trim: 'text',
  btrim: 'text',
  concat: 'text',
  md5: 'text',
  to_char: 'text',
  now: 'timestamp with time zone',
  clock_timestamp: 'timestamp with time zone',
  statement_timestamp: 'timestamp with time zone',
  transaction_timestamp: 'timestamp with time zone',
};

/** The type of an operand as PostgreSQL sees it; undefined where it is not known, and for NULL. */
export function operandTypeOf(operand: EqlOperand): OperandType | undefined {
  switch (operand.kind) {
    case 'string':
      if (operand.looksLikeJson) return { kind: 'literal', holds: 'payload' };
      return { kind: 'literal', holds: operand.jsonScalar === true ? 'scalar' : 'text' };
    case 'number':
      return { kind: 'sql', type: 'integer' };
    case 'boolean':
      return { kind: 'sql', type: 'boolean' };
    case 'parameter':
      return { kind: 'parameter' };
    case 'cast': {
      const type = operand.types.at(-1);
      return type && typeNamed(type);
    }
    case 'column': {
      const domain = operand.column?.domain;
      return domain && { kind: 'stored', domain: domain.name };
    }
    case 'call': {
      const known = operand.schema === undefined || operand.schema === 'pg_catalog';
      const type =
        known && Object.hasOwn(typesOfCalls, operand.name) ? typesOfCalls[operand.name] : undefined;
      return type && { kind: 'sql', type };
    }
    case 'array': {
      const items = operand.items ?? [];
      return items.length > 0 && items.every(({ kind }) => kind === 'string')
        ? { kind: 'sql', type: 'text[]' }
        : undefined;
    }
    case 'null':
    case 'query':
    case 'other':
      return undefined;
  }
}

/** The type of a cast; undefined for one that is none of EQL's nor of those whose verdict is known. */
export function typeNamed({ schema, name }: Pick<EqlTypeName, 'schema' | 'name'>): OperandType | undefined {
  if ((schema ?? 'eql_v3') === 'eql_v3' && queryTypes.includes(name)) return { kind: 'query', type: name };
  if ((schema ?? 'public') === 'public' && (name.startsWith('eql_v3_') || name === jsonEntryDomain)) {
    return { kind: 'stored', domain: name };
  }
  if ((schema ?? 'pg_catalog') !== 'pg_catalog') return undefined;
  const type = sqlOperandTypes.find((one) => one === name) ?? ownName(name);
  return type && { kind: 'sql', type };
}

function ownName(name: string): SqlOperandType | undefined {
  return Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
}

/** The type of the items of `ANY (…)`: of the array's cast, or of what is listed where all agree. */
export function itemTypeOf(operand: EqlOperand): OperandType | undefined {
  if (operand.kind === 'cast') {
    const type = operand.types.at(-1);
    return type?.name.endsWith('[]') === true
      ? typeNamed({ ...type, name: type.name.slice(0, -2) })
      : undefined;
  }
  if (operand.kind === 'parameter') return { kind: 'parameter' };
  if (operand.kind !== 'array') return undefined;
  const [first, ...others] = (operand.items ?? []).map(itemOfArray);
  if (first === undefined) return undefined;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
}

/** In an array a string without a type is a text. */
function itemOfArray(item: EqlOperand): OperandType | undefined {
  if (item.kind === 'string') return { kind: 'sql', type: 'text' };
  return item.kind === 'parameter' ? undefined : operandTypeOf(item);
}

/** True for a value as a person reads it, which no client encrypted. */
export function isPlaintext(type: OperandType): boolean {
  if (type.kind === 'literal') return type.holds !== 'payload';
  return type.kind === 'sql' && type.type !== 'jsonb' && type.type !== 'json';
}

/** How a message names it: `a plaintext string`, `a value of type bigint`. */
export function describePlaintext(operand: EqlOperand, type: OperandType): string {
  switch (operand.kind) {
    case 'string':
      return 'a plaintext string';
    case 'number':
      return 'a plaintext number';
    case 'boolean':
      return 'a plaintext boolean';
    default:
      return type.kind === 'sql' ? `plaintext of type ${type.type}` : 'plaintext';
  }
}
