import type { Fix, NewValue } from '../../model/finding.ts';
import type { MongodbOperation } from '../../model/mongodb-queries.ts';
import { holds, samePlace } from '../../model/place.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { type Property, propertyOf, type Value } from '../../model/value.ts';
import {
  type ExpressionSearch,
  fieldAt,
  isTextOperator,
  type MatchSearch,
  onceAPlace,
  searchesOf,
  type TextOperator,
  textOperators,
} from '../searches.ts';

export const rule = defineRule({
  id: 'mongodb/text-operator-shape',
  severity: 'error',
  title: 'an encrypted text operator that is not written as an expression with input and operand',
  since: '0.1.0',
  fix: 'safe',
  *check(project) {
    yield* onceAPlace(
      project.mongodb.queries.operations
        .filter(({ fieldList }) => fieldList !== undefined)
        .flatMap((operation) =>
          searchesOf(operation).flatMap((search) => {
            const { operator } = search;
            if (!isTextOperator(operator)) return [];
            return (
              (search.kind === 'match'
                ? checkMatch(search, operator)
                : checkExpression(search, operator, operation)) ?? []
            );
          }),
        ),
    );
  },
});

function shapeOf(operator: TextOperator, path: string): string {
  return `{ $expr: { ${operator}: { input: "$${path}", ${textOperators[operator].operand}: … } } }`;
}

/** `{ email: { $encStrContains: 'a' } }` */
function checkMatch(search: MatchSearch, operator: TextOperator): Report {
  const { path, operand, property, holder, place } = search;
  const isOperand = operand.kind !== 'object' && operand.kind !== 'array';
  const isAlone =
    property.value.kind === 'object' && !property.value.open && property.value.properties.length === 1;
  const isFree = propertyOf(holder, '$expr') === undefined && !holder.open;
  const isHere = holds(property.place, property.value.place) && holds(property.value.place, operand.place);
  const fixes =
    isOperand && isAlone && isFree && isHere
      ? [
          safeFix(
            'write it as an expression',
            { kind: 'rename-key', property, to: '$expr' },
            { kind: 'set-value', value: property.value, to: expression(operator, `$${path}`, operand) },
          ),
        ]
      : [];
  return {
    place,
    field: path,
    message: `${operator} is an expression and no match operator, so no query may put it on a field: write ${shapeOf(operator, path)}`,
    fixes,
  };
}

function expression(operator: TextOperator, input: string, operand: Value): NewValue {
  return {
    kind: 'object',
    properties: [{ key: operator, value: operandOf(operator, input, operand) }],
  };
}

function operandOf(operator: TextOperator, input: string, operand: Value): NewValue {
  return {
    kind: 'object',
    properties: [
      { key: 'input', value: input },
      { key: textOperators[operator].operand, value: { kind: 'copy', of: operand } },
    ],
  };
}

function checkExpression(
  search: ExpressionSearch,
  operator: TextOperator,
  operation: MongodbOperation,
): Report | undefined {
  const { operand, place, path = '…', inExpression } = search;
  if (!inExpression) {
    return {
      place,
      field: search.path,
      message: `${operator} is an expression and stands here as a condition of the filter, which no query may hold: write ${shapeOf(operator, path)}`,
      fixes: wrap(search),
    };
  }
  if (operand.kind === 'array' || operand.kind === 'string') {
    return {
      place,
      field: search.path,
      message: `${operator} takes an object with input and ${textOperators[operator].operand}: write ${shapeOf(operator, path)}`,
      fixes: operand.kind === 'array' ? fromList(operator, operand) : [],
    };
  }
  if (operand.kind !== 'object' || operand.open) return undefined;
  return checkNames(operator, operand.properties, place, operation);
}

/** The operator with all that is in it, inside of `$expr`. */
function wrap({ property, holder, operator }: ExpressionSearch): Fix[] {
  const { value, keyPlace } = property;
  if (propertyOf(holder, '$expr') !== undefined || holder.open || samePlace(keyPlace, value.place)) return [];
  if (!holds(property.place, value.place)) return [];
  const to: NewValue = {
    kind: 'object',
    properties: [{ key: operator, value: { kind: 'copy', of: value } }],
  };
  return [
    safeFix(
      'put it into $expr',
      { kind: 'rename-key', property, to: '$expr' },
      { kind: 'set-value', value, to },
    ),
  ];
}

/** `{ $encStrContains: ['$email', 'a'] }` */
function fromList(operator: TextOperator, list: Value & { readonly kind: 'array' }): Fix[] {
  const [input, operand, ...others] = list.items;
  if (input?.kind !== 'string' || operand === undefined || others.length > 0 || list.open) return [];
  if (!holds(list.place, operand.place)) return [];
  return [
    safeFix('name input and operand', {
      kind: 'set-value',
      value: list,
      to: operandOf(operator, input.value, operand),
    }),
  ];
}

function checkNames(
  operator: TextOperator,
  properties: readonly Property[],
  place: Report['place'],
  operation: MongodbOperation,
): Report | undefined {
  const wanted = textOperators[operator].operand;
  const input = properties.find(({ key }) => key === 'input');
  const others = properties.filter(({ key }) => key !== 'input');
  const [wrong] = others.filter(({ key }) => key !== wanted);
  if (wrong !== undefined) {
    return {
      place: wrong.keyPlace,
      field: pathOf(input),
      message: `${operator} names its operand ${wanted}, and takes no ${wrong.key}: write ${wanted}`,
      fixes:
        others.length === 1 && !samePlace(wrong.keyPlace, wrong.value.place)
          ? [safeFix(`rename it to ${wanted}`, { kind: 'rename-key', property: wrong, to: wanted })]
          : [],
    };
  }
  if (input === undefined || others.length === 0) {
    return {
      place,
      field: pathOf(input),
      message: `${operator} needs both input and ${wanted}: name the field as "$path" under input and the text under ${wanted}`,
    };
  }
  const { value } = input;
  if (value.kind !== 'string' || value.value.startsWith('$')) return undefined;
  if (fieldAt(operation, value.value) === undefined) return undefined;
  return {
    place: value.place,
    field: value.value,
    message: `input is the text "${value.value}" and names no field: a field begins with a dollar sign in an expression, write "$${value.value}"`,
    fixes: [safeFix(`write "$${value.value}"`, { kind: 'set-value', value, to: `$${value.value}` })],
  };
}

function pathOf(input: Property | undefined): string | undefined {
  const value = input?.value;
  return value?.kind === 'string' && value.value.startsWith('$') ? value.value.slice(1) : undefined;
}
