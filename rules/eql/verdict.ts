import { domainNamed, jsonEntryDomain, queryTypes } from './domains.ts';

/**
 * What PostgreSQL does with an EQL v3 column, an operator and an operand. Every domain of EQL is a jsonb to it, so where EQL
 * defines no operator for the exact pair of types, that of jsonb is taken, or none. Source: EQL 3.0.4 and 3.0.5 in PostgreSQL 18,
 * asked for each of the 52 column domains, 40 operand domains and the types below.
 */
export type Verdict =
  /** EQL answers, if the payload has the terms of the domain. */
  | { readonly kind: 'right' }
  | { readonly kind: 'raises'; readonly code: PostgresCode }
  /**
   * The operator of jsonb answers, without an error. `compares`: no rows or all rows; `reads`: a key of the payload, which is
   * mostly NULL.
   */
  | { readonly kind: 'silent'; readonly what: 'compares' | 'reads' }
  /** The right rows, with every row read. */
  | { readonly kind: 'scan' };

/**
 * 22023: a number is no key of a JSON object. 22P02: no JSON. 23514: the CHECK of the domain. 42601: no jsonpath. 42725: several operators or functions fit equally.
 * 42883: none fits. P0001: EQL's own "operator … is not supported for …".
 */
export type PostgresCode = '22023' | '22P02' | '23514' | '42601' | '42725' | '42883' | 'P0001';

/** The type of the operand, as PostgreSQL sees it. */
export type OperandType =
  /** A type of the schema `eql_v3`: `query_text_eq`. */
  | { readonly kind: 'query'; readonly type: string }
  /** A type of the schema `public`: `eql_v3_text_eq`, of a cast or of another column. */
  | { readonly kind: 'stored'; readonly domain: string }
  | { readonly kind: 'sql'; readonly type: SqlOperandType }
  /** A string without a type. `payload`: a JSON object; `scalar`: JSON of another kind; `text`: no JSON. */
  | { readonly kind: 'literal'; readonly holds: 'payload' | 'scalar' | 'text' }
  /** A parameter without a type: PostgreSQL gives it one. */
  | { readonly kind: 'parameter' };

export type SqlOperandType = (typeof sqlOperandTypes)[number];

/** The types whose answers were asked for, as `format_type` names them. */
export const sqlOperandTypes = [
  'jsonb',
  'json',
  'text',
  'character varying',
  'character',
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'boolean',
  'date',
  'timestamp without time zone',
  'timestamp with time zone',
  'uuid',
  'bytea',
  'text[]',
  'jsonpath',
] as const;

const comparisons = ['=', '<>', '<', '<=', '>', '>='] as const;
const orders = ['<', '<=', '>', '>='] as const;
const containments = ['@>', '<@'] as const;
const arrows = ['->', '->>'] as const;
const ofArrays = ['?|', '?&', '#>', '#>>', '#-'] as const;

/** LIKE, ILIKE, regular expressions and SIMILAR TO, as PostgreSQL names them. */
export const patternOperators = ['~~', '!~~', '~~*', '!~~*', '~', '!~', '~*', '!~*', 'similar to'] as const;

/** The operators that take a part of a JSON document. */
export const jsonOperators = [...arrows, '?', '@?', '-', ...ofArrays] as const;

/** Every operator that has a verdict. */
export const knownOperators: readonly string[] = [
  ...comparisons,
  '@@',
  ...containments,
  '||',
  ...jsonOperators,
  ...patternOperators,
];

const isOneOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);

export function isPattern(operator: string): boolean {
  return isOneOf(patternOperators, operator);
}

export function isJsonOperator(operator: string): boolean {
  return isOneOf(jsonOperators, operator);
}

const right: Verdict = { kind: 'right' };
const compares: Verdict = { kind: 'silent', what: 'compares' };
const reads: Verdict = { kind: 'silent', what: 'reads' };

function raises(code: PostgresCode): Verdict {
  return { kind: 'raises', code };
}

/** A domain with what decides. */
interface Subject {
  readonly name: string;
  readonly operators: readonly string[];
  readonly queryType?: string;
  readonly kind: 'plain' | 'json' | 'entry';
}

function subjectNamed(domain: string): Subject | undefined {
  // What `->` gives has an order, and EQL blocks its equality.
  if (domain === jsonEntryDomain) return { name: domain, operators: orders, kind: 'entry' };
  const found = domainNamed(domain);
  return (
    found && { ...found, kind: found.capability === 'search' && found.scalar === 'json' ? 'json' : 'plain' }
  );
}

/** What an order term of a JSON leaf is compared with, without `query_`; those of the second list are blocked. */
const besideEntries = /^query_(?:smallint|integer|bigint|numeric|real|double|text)_ord(?:_ope)?$/;
const blockedBesideEntries = /^query_(?:(?:date|timestamp)_ord(?:_ope)?|text_search)$/;

/**
 * The verdict on `column OPERATOR operand`, or on `operand OPERATOR column` for the right side. Undefined for what is not known.
 *
 * @param domain the column's: `eql_v3_text_eq`, also `eql_v3_json_entry` for what `->` gives on searchable JSON
 * @param operator as PostgreSQL names it: `~~` for LIKE
 */
export function verdictOf(
  domain: string,
  operator: string,
  operand: OperandType,
  side: 'left' | 'right' = 'left',
): Verdict | undefined {
  const subject = subjectNamed(domain);
  if (subject === undefined || !knownOperators.includes(operator)) return undefined;
  if (isPattern(operator)) return raises('42883');
  switch (operand.kind) {
    case 'query':
      return queryTypes.includes(operand.type)
        ? besideQuery(subject, operator, operand.type, side)
        : undefined;
    case 'stored':
      if (operand.domain === domain) return besideOwn(subject, operator);
      return subjectNamed(operand.domain) && besideStored(subject, operator, operand.domain, side);
    case 'sql':
      return besideSql(subject, operator, operand.type, side);
    case 'literal':
      return besideLiteral(subject, operator, operand.holds, side);
    case 'parameter':
      return besideUntyped(subject, operator, side);
  }
}

/** Another domain over jsonb: only the operators of jsonb are left. */
function besideForeign(operator: string): Verdict {
  if (isOneOf(comparisons, operator) || isOneOf(containments, operator)) return compares;
  if (operator === '||') return reads;
  return raises(operator === '@@' || isOneOf(arrows, operator) ? '42725' : '42883');
}

function besideQuery(subject: Subject, operator: string, type: string, side: 'left' | 'right'): Verdict {
  if (subject.kind === 'entry' && isOneOf(comparisons, operator)) {
    if (blockedBesideEntries.test(type)) return raises('P0001');
    if (besideEntries.test(type)) return isOneOf(orders, operator) ? right : raises('P0001');
  }
  if (type !== subject.queryType) return besideForeign(operator);
  if (subject.kind === 'json') {
    return operator === (side === 'left' ? '@>' : '<@') ? right : besideForeign(operator);
  }
  if (subject.operators.includes(operator)) return right;
  // The one term of the operand is a set, and jsonb holds sets too.
  const holds = subject.name === 'eql_v3_text_match' && operator === (side === 'left' ? '@>' : '<@');
  return holds ? { kind: 'scan' } : besideForeign(operator);
}

function besideStored(subject: Subject, operator: string, other: string, side: 'left' | 'right'): Verdict {
  const json = 'eql_v3_json_search';
  const documentFirst = (subject.name === json) === (side === 'left');
  const pair = [subject.name, other];
  if (pair.includes(json) && pair.includes(jsonEntryDomain) && operator === (documentFirst ? '@>' : '<@')) {
    return raises('P0001');
  }
  return besideForeign(operator);
}

function besideOwn(subject: Subject, operator: string): Verdict {
  if (isOneOf(arrows, operator)) return raises('42725');
  switch (subject.kind) {
    case 'plain':
      if (subject.operators.includes(operator)) return right;
      break;
    case 'json':
      if (isOneOf(containments, operator)) return right;
      if (operator === '||') return reads;
      if (operator === '@@') return raises('42725');
      break;
    case 'entry':
      if (isOneOf(orders, operator)) return right;
      if (!isOneOf(comparisons, operator)) return besideForeign(operator);
      break;
  }
  const blocked = isOneOf(comparisons, operator) || isOneOf(containments, operator);
  return raises(blocked || operator === '||' || operator === '@@' ? 'P0001' : '42883');
}

function besideJsonb(subject: Subject, operator: string, side: 'left' | 'right'): Verdict {
  if (subject.kind === 'entry') return besideForeign(operator);
  if (isOneOf(arrows, operator))
    return raises(side === 'left' || subject.kind === 'json' ? '42725' : 'P0001');
  if (subject.kind === 'json' && (isOneOf(containments, operator) || operator === '||'))
    return raises('P0001');
  return besideOwn(subject, operator);
}

/** The operators that EQL defines, or blocks, for a type of SQL on the right; everything else does not exist. */
const besideTypes: Readonly<Partial<Record<SqlOperandType, readonly string[]>>> = {
  text: [...arrows, '?', '-'],
  integer: [...arrows, '-'],
  smallint: [...arrows, '-'],
  'text[]': [...ofArrays, '-'],
  jsonpath: ['@?', '@@'],
};

function besideSql(
  subject: Subject,
  operator: string,
  type: SqlOperandType,
  side: 'left' | 'right',
): Verdict {
  if (type === 'jsonb') return besideJsonb(subject, operator, side);
  const strings: readonly SqlOperandType[] = ['text', 'character varying', 'character'];
  const numbers: readonly SqlOperandType[] = ['smallint', 'integer'];
  // PostgreSQL joins anything to a text.
  if (operator === '||' && strings.includes(type)) return reads;
  if (side === 'right') return raises('42883');
  // EQL has its own for `text` and `integer`; a varchar or a smallint is nearer to the operator of jsonb.
  const exact = type !== 'smallint' && (type === 'text' || !strings.includes(type));
  const native = subject.kind === 'entry' || !exact;
  const known = besideTypes[strings.includes(type) ? 'text' : type] ?? [];
  if (!known.includes(operator)) return raises('42883');
  if (native) return operator === '-' && numbers.includes(type) ? raises('22023') : reads;
  return subject.kind === 'json' && isOneOf(arrows, operator) ? right : raises('P0001');
}

/** An untyped operand gets the type of the column; for the parts of a document the type that jsonb takes. */
function besideUntyped(subject: Subject, operator: string, side: 'left' | 'right'): Verdict {
  if (isJsonOperator(operator)) {
    if (side === 'left') return reads;
    return raises(isOneOf(arrows, operator) ? '42725' : '42883');
  }
  if (subject.kind === 'entry' && operator === '@@') return raises('42725');
  return besideOwn(subject, operator);
}

function besideLiteral(
  subject: Subject,
  operator: string,
  holds: 'payload' | 'scalar' | 'text',
  side: 'left' | 'right',
): Verdict {
  const untyped = besideUntyped(subject, operator, side);
  // For a part of a document the literal is taken to be well formed: an array, a path.
  if (holds === 'payload' || isJsonOperator(operator)) return untyped;
  if (untyped.kind === 'raises' && untyped.code !== 'P0001') return untyped;
  if (holds === 'text') return raises('22P02');
  return untyped.kind === 'silent' ? untyped : raises('23514');
}

/** The functions of `eql_v3` that an operator calls, by name. */
export const functionOperators: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  matches: '@@',
};

/** The verdict on `eql_v3.eq(column, operand)`: nothing of jsonb has these names, so that every mistake is an error. */
export function verdictOfFunction(domain: string, name: string, operand: OperandType): Verdict | undefined {
  const operator = Object.hasOwn(functionOperators, name) ? functionOperators[name] : undefined;
  const subject = domainNamed(domain);
  if (operator === undefined || subject === undefined) return undefined;
  switch (operand.kind) {
    case 'query':
      if (!queryTypes.includes(operand.type)) return undefined;
      return fits(subject.operators.includes(operator) && operand.type === subject.queryType);
    case 'stored':
      return fits(subject.operators.includes(operator) && operand.domain === domain);
    case 'sql':
      return operand.type === 'jsonb' ? fits(subject.operators.includes(operator)) : raises('42883');
    case 'literal':
    case 'parameter':
      return raises('42725');
  }
}

function fits(yes: boolean): Verdict {
  return yes ? right : raises('42725');
}

/**
 * The verdict on `column [NOT] IN (…)` without columns in the list. PostgreSQL makes an array of two or more operands and gives
 * its items one type: that of the column, unless one is something that is no jsonb. Then each is compared by itself. Undefined
 * for payloads of another plaintext type whose ORE blocks may have another length, which EQL refuses when it compares.
 */
export function verdictOfList(
  domain: string,
  operator: '=' | '<>',
  items: readonly OperandType[],
): Verdict | undefined {
  const [only] = items;
  if (only === undefined) return undefined;
  if (items.length === 1) return verdictOf(domain, operator, only);
  const subject = subjectNamed(domain);
  if (subject === undefined) return undefined;
  const isOther = (item: OperandType) => item.kind === 'sql' && item.type !== 'jsonb';
  const isText = (item: OperandType) => item.kind === 'literal' && item.holds === 'text';
  const refused = items.find((item) => isOther(item) || isText(item));
  if (refused !== undefined) return raises(isText(refused) ? '22P02' : '42883');
  // Nothing of EQL stands between what `->` gives and a jsonb, which is what items become that are not all of the column's type.
  const isOwn = (item: OperandType) => item.kind === 'stored' && item.domain === domain;
  if (subject.kind === 'entry' && !items.every(isOwn)) return compares;
  if (!subject.operators.includes(operator)) return raises('P0001');
  if (items.some((item) => item.kind === 'stored' && otherBlocks(item.domain, domain))) return undefined;
  return items.every((item) => isWhole(item, domain)) ? { kind: 'scan' } : raises('23514');
}

function otherBlocks(one: string, other: string): boolean {
  const [a, b] = [domainNamed(one), domainNamed(other)];
  return a?.scalar !== b?.scalar && a?.terms.includes('ob') === true && b?.terms.includes('ob') === true;
}

/** Whether it can be made a value of the domain: it has a ciphertext and every term. */
function isWhole(item: OperandType, domain: string): boolean {
  switch (item.kind) {
    case 'query':
      return false;
    case 'stored': {
      const terms = domainNamed(item.domain)?.terms ?? [];
      return domainNamed(domain)?.terms.every((term) => terms.includes(term)) === true;
    }
    case 'literal':
      return item.holds === 'payload';
    case 'sql':
    case 'parameter':
      return true;
  }
}

/**
 * The verdict on `column OPERATOR ANY (array)` and ALL, by the type of an item: no index is ever used. Undefined also for an
 * operator that gives no boolean.
 */
export function verdictOfArray(domain: string, operator: string, item: OperandType): Verdict | undefined {
  const boolean = [...comparisons, '@@', ...containments, '?', '@?', ...patternOperators];
  if (!boolean.includes(operator)) return undefined;
  const verdict = verdictOf(domain, operator, item);
  return verdict?.kind === 'right' ? { kind: 'scan' } : verdict;
}
