import type { EqlOperand, EqlTypeName } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { SqlExpression, SqlType } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import { resolve, type View } from './scope.ts';

/** Calls inside of calls that an operand shows. */
const mostCalls = 4;

/** Items of an array that an operand shows. */
const mostItems = 100;

/** Source: the CHECKs of the domains in cipherstash-encrypt.sql at 3.0.5. */
const payloadKeys: ReadonlySet<string> = new Set([
  'v',
  'i',
  'k',
  'h',
  'c',
  'hm',
  'op',
  'ob',
  'bf',
  'sv',
  's',
  'a',
]);

const jsonScalar = /^\s*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|"[^"\\]*")\s*$/;

export function placeOf(file: string, { start, end }: Span): Place {
  return { file, start, end };
}

export function typeName(file: string, type: SqlType): EqlTypeName {
  return {
    ...(type.schema === undefined ? {} : { schema: type.schema }),
    name: type.array && !type.name.endsWith('[]') ? `${type.name}[]` : type.name,
    place: placeOf(file, type),
  };
}

/** What an expression is, as something that is compared with a column, given to a function or stored. */
export function operandOf(file: string, expression: SqlExpression, view: View, calls = 0): EqlOperand {
  const place = placeOf(file, expression);
  switch (expression.kind) {
    case 'string':
      return {
        place,
        kind: 'string',
        length: [...expression.value].length,
        looksLikeJson: looksLikeJson(expression.value),
        ...(jsonScalar.test(expression.value) ? { jsonScalar: true } : {}),
        ...(payloadKeys.has(expression.value) ? { payloadKey: true } : {}),
      };
    case 'number':
    case 'boolean':
    case 'null':
    case 'query':
      return { place, kind: expression.kind };
    case 'array': {
      if (calls === mostCalls || expression.items.length > mostItems) return { place, kind: 'array' };
      const items = expression.items.map((item) => operandOf(file, item, view, calls + 1));
      return { place, kind: 'array', items };
    }
    case 'parameter':
      return { place, kind: expression.hole === 'sql' ? 'other' : 'parameter' };
    case 'column': {
      if (expression.star) return { place, kind: 'other' };
      const column = resolve(view, expression.parts)?.found.column.encrypted;
      return {
        place,
        kind: 'column',
        name: expression.parts.at(-1) ?? '',
        ...(column === undefined ? {} : { column }),
      };
    }
    case 'cast': {
      const types: EqlTypeName[] = [];
      let inner: SqlExpression = expression;
      for (; inner.kind === 'cast'; inner = inner.operand) types.unshift(typeName(file, inner.type));
      return { place, kind: 'cast', types, inner: operandOf(file, inner, view, calls) };
    }
    case 'call': {
      if (calls === mostCalls) return { place, kind: 'other' };
      const { schema, name } = expression.function;
      return {
        place,
        kind: 'call',
        ...(schema === undefined ? {} : { schema }),
        name,
        arguments: expression.arguments.map(({ value }) => operandOf(file, value, view, calls + 1)),
      };
    }
    case 'default':
    case 'operator':
    case 'and':
    case 'or':
    case 'not':
    case 'between':
    case 'in':
    case 'quantified':
    case 'null-test':
    case 'boolean-test':
    case 'row':
    case 'subscript':
    case 'other':
      return { place, kind: 'other' };
  }
}

/** An object or a list, or the row of EQL v2 around one: `("{""v"":2}")`. */
function looksLikeJson(text: string): boolean {
  return /^\s*(?:\("*)?[{[]/.test(text);
}
