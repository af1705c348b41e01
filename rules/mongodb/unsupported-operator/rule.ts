import { bsonTypes, isBsonType } from '../../model/bson.ts';
import type { Fix, NewValue } from '../../model/finding.ts';
import type { CsfleField, QueryableField, QueryKind } from '../../model/mongodb.ts';
import { holds, samePlace } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import type { Value } from '../../model/value.ts';
import {
  type ExpressionSearch,
  fieldAt,
  isTextOperator,
  kindsOf,
  type MatchSearch,
  onceAPlace,
  type Search,
  searchesOf,
  textOperators,
} from '../searches.ts';
import { clientCode, listed } from '../wording.ts';

/**
 * What the client's query analysis (crypt_shared, mongocryptd) answers. Source: mongodb/specifications
 * tests/unified/badQueries.yml and fle2v2-InsertFind-Unindexed.yml; the codes: query analysis, fle_match_expression.cpp
 * and query_analysis.cpp.
 */
const codes = {
  operator: '51092',
  order: '51118',
  elements: '6890100',
  null: '51095',
  nullInList: '51120',
  regexInList: '51015',
  noEquality: '63165',
  randomized: '51158',
} as const;

/** Operators that work on no encrypted field, whatever its query type. */
const neverServed: ReadonlySet<string> = new Set([
  '$regex',
  '$mod',
  '$size',
  '$type',
  '$bitsAllSet',
  '$bitsAllClear',
  '$bitsAnySet',
  '$bitsAnyClear',
  '$geoWithin',
  '$geoIntersects',
  '$near',
  '$nearSphere',
]);
const comparing: ReadonlySet<string> = new Set(['$eq', '$ne', '$in', '$nin', '$all']);
const ordering: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte']);
const matchingText: ReadonlySet<string> = new Set(['$regexMatch', '$regexFind', '$regexFindAll']);

export const rule = defineRule({
  id: 'mongodb/unsupported-operator',
  severity: 'error',
  title: 'an operator that the query type of an encrypted field does not serve',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    yield* onceAPlace(
      project.mongodb.queries.operations.flatMap((operation) =>
        searchesOf(operation).flatMap((search) => {
          const field = search.path === undefined ? undefined : fieldAt(operation, search.path);
          return field === undefined ? [] : (checkSearch(search, field) ?? []);
        }),
      ),
    );
  },
});

/** What says no, and what a person does instead. */
interface Refusal {
  readonly problem: string;
  readonly instead: string;
  readonly code?: string;
  readonly fixes?: readonly Fix[];
}

function checkSearch(search: Search, field: QueryableField | CsfleField): Report | undefined {
  if (search.kind === 'match' && (isEncryptedByHand(search.operand) || mayBeCondition(search)))
    return undefined;
  const refusal = search.kind === 'match' ? refuseMatch(search, field) : refuseExpression(search, field);
  if (refusal === undefined) return undefined;
  return {
    place: search.place,
    field: field.path,
    message: `${refusal.problem}: ${refusal.instead}${clientCode(refusal.code)}`,
    related: [{ message: `${field.path} is encrypted here`, place: field.place }],
    fixes: refusal.fixes ?? [],
  };
}

function refuseMatch(search: MatchSearch, field: QueryableField | CsfleField): Refusal | undefined {
  const { path, operator } = search;
  if (neverServed.has(operator)) {
    const what = operator === '$regex' ? 'a regular expression' : operator;
    return {
      problem: `${what} cannot be applied to ${path}, which is encrypted, and the client refuses the query ("Invalid match expression operator on encrypted field")`,
      instead: operator === '$regex' ? insteadOfRegex(field) : 'ask something that is not encrypted',
      code: codes.operator,
    };
  }
  if (operator === '$elemMatch') {
    return {
      problem: `$elemMatch cannot look into ${path}, which is encrypted as a whole ("$elemMatch is unsupported on encrypted fields")`,
      instead: 'ask something that is not encrypted',
      code: codes.elements,
    };
  }
  if (comparing.has(operator)) return refuseNothing(search, field) ?? refuseComparison(search, field);
  return ordering.has(operator) ? refuseOrder(path, operator, field, codes.order) : undefined;
}

function insteadOfRegex(field: QueryableField | CsfleField): string {
  if (field.system === 'mongodb-csfle')
    return 'compare whole values, or search a field that is not encrypted';
  const kinds = kindsOf(field);
  const served = textOperatorsFor(kinds ?? new Set());
  if (served.length > 0) return `write { $expr: { ${served[0]}: { input: "$${field.path}", … } } }`;
  return `a search for a part of the text needs a field with the query type prefix, suffix or substring, and ${served.length === 0 && kinds?.size === 0 ? `${field.path} has none` : `${field.path} has ${listed([...(kinds ?? [])])}`}`;
}

function textOperatorsFor(kinds: ReadonlySet<QueryKind>): readonly string[] {
  return (['$encStrContains', '$encStrStartsWith', '$encStrEndsWith'] as const).filter((name) =>
    textOperators[name].kinds.some((kind) => kinds.has(kind)),
  );
}

/** Null is no value that could have been encrypted. */
function refuseNothing(
  { path, operator, operand, implied }: MatchSearch,
  field: QueryableField | CsfleField,
): Refusal | undefined {
  // A range is rewritten before, and what refuses it then is not known by its code.
  const isRange = field.system === 'mongodb-qe' && field.queries.some(({ kind }) => kind === 'range');
  const items = operand.kind === 'array' && operator !== '$eq' && operator !== '$ne' ? operand.items : [];
  if (items.some((item) => item.kind === 'other' && item.type === 'regex')) {
    return {
      problem: `${operator} holds a regular expression, and ${path} is encrypted ("Illegal regex inside $in against an encrypted field")`,
      instead: 'list whole values',
      code: codes.regexInList,
    };
  }
  if (items.some(isNull)) {
    return {
      problem: `${operator} holds null, and ${path} is encrypted ("Illegal equality to null inside $in against an encrypted field")`,
      instead: `take null out of the list, and ask { ${path}: { $exists: false } } beside it`,
      ...(isRange ? {} : { code: codes.nullInList }),
    };
  }
  if (!isNull(operand)) return undefined;
  const exists = operator === '$ne';
  const fixes = implied
    ? [
        suggestion(`ask whether the field exists`, {
          kind: 'set-value',
          value: operand,
          to: { kind: 'object', properties: [{ key: '$exists', value: exists }] },
        }),
      ]
    : [];
  return {
    problem: `${path} is encrypted and cannot be compared with null ("Illegal equality to null predicate for encrypted field")`,
    instead: `ask { ${path}: { $exists: ${exists} } }`,
    ...(isRange ? {} : { code: codes.null }),
    fixes,
  };
}

function isNull(value: Value): boolean {
  return value.kind === 'null' && !value.undefined;
}

function refuseComparison(search: MatchSearch, field: QueryableField | CsfleField): Refusal | undefined {
  const { path } = search;
  if (field.system === 'mongodb-csfle') {
    return isRandom(field)
      ? {
          problem: `${path} is encrypted with the Random algorithm and cannot be searched ("Cannot query on fields encrypted with the randomized encryption algorithm")`,
          instead: 'search another field, or encrypt this one with the Deterministic algorithm',
          code: codes.randomized,
        }
      : undefined;
  }
  const kinds = kindsOf(field);
  if (kinds === undefined || kinds.has('equality') || kinds.has('range')) return undefined;
  const words = '"Can only execute encrypted equality queries with an encrypted equality index"';
  if (kinds.size === 0) {
    return {
      problem: `${path} is encrypted without a query type and cannot be searched (${words})`,
      instead: insteadOfNothing(field),
      code: codes.noEquality,
    };
  }
  return {
    problem: `${path} has the query type ${listed([...kinds])}, which does not serve a plain comparison (${words})`,
    instead: `write { $expr: { $encStrNormalizedEq: { input: "$${path}", string: … } } }`,
    code: codes.noEquality,
    fixes: normalizedEquality(search),
  };
}

function normalizedEquality({ path, operator, operand, property, holder }: MatchSearch): Fix[] {
  const stands = samePlace(property.place, property.keyPlace) || !holds(property.place, operand.place);
  const taken = holder.properties.some(({ key }) => key === '$expr');
  const isAlone =
    property.value === operand ||
    (property.value.kind === 'object' && property.value.properties.length === 1);
  if (operator !== '$eq' || stands || taken || !isAlone || samePlace(property.keyPlace, operand.place))
    return [];
  const to: NewValue = {
    kind: 'object',
    properties: [
      {
        key: '$encStrNormalizedEq',
        value: {
          kind: 'object',
          properties: [
            { key: 'input', value: `$${path}` },
            { key: 'string', value: { kind: 'copy', of: operand } },
          ],
        },
      },
    ],
  };
  return [
    suggestion(
      'compare with $encStrNormalizedEq',
      { kind: 'rename-key', property, to: '$expr' },
      { kind: 'set-value', value: property.value, to },
    ),
  ];
}

function refuseOrder(
  path: string,
  operator: string,
  field: QueryableField | CsfleField,
  code: string | undefined,
): Refusal | undefined {
  if (field.system === 'mongodb-csfle') {
    return {
      problem: `${operator} cannot be applied to ${path}, since client-side field level encryption keeps no order ("Invalid match expression operator on encrypted field")`,
      instead: 'list whole values, or use Queryable Encryption with a range',
      ...(code === undefined ? {} : { code }),
    };
  }
  const kinds = kindsOf(field);
  if (kinds === undefined || kinds.has('range')) return undefined;
  const has = kinds.size === 0 ? 'has none' : `has ${listed([...kinds])}`;
  return {
    problem: `${operator} needs the query type range, and ${path} ${has} ("Invalid match expression operator on encrypted field")`,
    instead: insteadOfOrder(field, kinds),
    ...(code === undefined ? {} : { code }),
  };
}

function insteadOfNothing({ bsonType }: QueryableField): string {
  const canCompare =
    bsonType?.kind === 'string' && isBsonType(bsonType.value) && bsonTypes[bsonType.value].equality;
  return `search another field${canCompare ? ', or give this one the query type equality in a new collection' : ''}`;
}

function insteadOfOrder({ bsonType }: QueryableField, kinds: ReadonlySet<QueryKind>): string {
  const values = kinds.has('equality') ? 'list whole values with $in' : 'search another field';
  const canRange =
    bsonType?.kind === 'string' && isBsonType(bsonType.value) && bsonTypes[bsonType.value].range;
  return canRange ? `${values}, or give the field a range in a new collection` : values;
}

function refuseExpression(search: ExpressionSearch, field: QueryableField | CsfleField): Refusal | undefined {
  const { operator, path, inExpression } = search;
  if (field.system === 'mongodb-csfle' || path === undefined || !inExpression) return undefined;
  const kinds = kindsOf(field);
  if (kinds === undefined) return undefined;
  if (isTextOperator(operator)) return refuseText(operator, path, kinds);
  if (ordering.has(operator)) return refuseOrder(path, operator, field, undefined);
  if (matchingText.has(operator)) {
    return {
      problem: `${operator} cannot read ${path}, which is encrypted, and the client refuses the query`,
      instead: insteadOfRegex(field),
    };
  }
  if (!comparing.has(operator) || kinds.has('equality') || kinds.has('range')) return undefined;
  return kinds.size === 0
    ? {
        problem: `${path} is encrypted without a query type and cannot be searched`,
        instead: insteadOfNothing(field),
      }
    : {
        problem: `${path} has the query type ${listed([...kinds])}, which does not serve ${operator}`,
        instead: `write { $encStrNormalizedEq: { input: "$${path}", string: … } }`,
      };
}

function refuseText(
  operator: keyof typeof textOperators,
  path: string,
  kinds: ReadonlySet<QueryKind>,
): Refusal | undefined {
  const needed = textOperators[operator].kinds;
  if (needed.some((kind) => kinds.has(kind))) return undefined;
  const has = kinds.size === 0 ? 'has none' : `has ${listed([...kinds])}`;
  const served = [
    ...textOperatorsFor(kinds),
    ...(kinds.has('equality') || kinds.has('range') ? ['$eq'] : []),
  ];
  return {
    problem: `${operator} needs the query type ${listed([...needed], 'or')}, and ${path} ${has}, so the client refuses the query`,
    instead:
      served.length === 0
        ? 'search another field'
        : `search it with ${listed(served)}, or keep the value in a second field with that query type`,
  };
}

function isRandom({ algorithm }: CsfleField): boolean {
  return algorithm?.kind === 'string' && algorithm.value === 'AEAD_AES_256_CBC_HMAC_SHA_512-Random';
}

/** `{ notes: onlyWhere }`: what stands there may be operators. */
function mayBeCondition({ implied, operand }: MatchSearch): boolean {
  if (!implied || operand.kind !== 'unknown') return false;
  const { name, calls } = operand;
  if (name === undefined && calls === undefined) return true;
  return [name ?? '', ...(calls ?? [])].some((one) =>
    /filter|cond|query|where|criteri|match|operator/i.test(one),
  );
}

/** What code has encrypted before it asks is compared as it stands. */
function isEncryptedByHand(value: Value): boolean {
  if (value.kind !== 'unknown') return false;
  return (
    /crypt|cipher/i.test(value.name ?? '') || value.calls?.some((name) => /crypt|cipher/i.test(name)) === true
  );
}
