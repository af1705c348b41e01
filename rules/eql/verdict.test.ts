import { expect, test } from 'vitest';
import { columnDomains, queryTypes } from './domains.ts';
import {
  knownOperators,
  type OperandType,
  sqlOperandTypes,
  type Verdict,
  verdictOf,
  verdictOfArray,
  verdictOfFunction,
  verdictOfList,
} from './verdict.ts';

const query = (type: string): OperandType => ({ kind: 'query', type });
const stored = (domain: string): OperandType => ({ kind: 'stored', domain });
const text: OperandType = { kind: 'literal', holds: 'text' };
const payload: OperandType = { kind: 'literal', holds: 'payload' };

function said(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'unknown';
  if (verdict.kind === 'raises') return verdict.code;
  return verdict.kind === 'silent' ? verdict.what : verdict.kind;
}

test('every operator of a domain is right with its own query type, and no other is', () => {
  for (const { name, operators, queryType, scalar } of columnDomains) {
    if (queryType === undefined) continue;
    for (const operator of knownOperators) {
      const own = operators.includes(operator) && (scalar !== 'json' || operator === '@>');
      expect([name, operator, said(verdictOf(name, operator, query(queryType)))]).toEqual([
        name,
        operator,
        own ? 'right' : expect.not.stringMatching(/^right$/),
      ]);
    }
  }
});

test('a query type of another domain is never right', () => {
  for (const { name, queryType } of columnDomains) {
    for (const type of queryTypes.filter((one) => one !== queryType)) {
      for (const operator of knownOperators) {
        expect(said(verdictOf(name, operator, query(type)))).not.toBe('right');
      }
    }
  }
});

/** Answers of EQL 3.0.4 in PostgreSQL 18. */
const answers: readonly (readonly [string, string, OperandType, string])[] = [
  ['eql_v3_text_search', '=', query('query_text_eq'), 'compares'],
  ['eql_v3_integer_ord', '>', query('query_integer_ord_ope'), 'compares'],
  ['eql_v3_integer_eq', '<', query('query_integer_eq'), 'compares'],
  ['eql_v3_text_search', '@@', query('query_text_match'), '42725'],
  ['eql_v3_text_match', '@>', query('query_text_match'), 'scan'],
  ['eql_v3_text_search', '@>', query('query_text_search'), 'compares'],
  ['eql_v3_text_eq', '=', stored('eql_v3_text_search'), 'compares'],
  ['eql_v3_text_eq', '<', stored('eql_v3_text_eq'), 'P0001'],
  ['eql_v3_text_eq', '=', { kind: 'parameter' }, 'right'],
  ['eql_v3_text', '=', { kind: 'parameter' }, 'P0001'],
  ['eql_v3_text_eq', '=', text, '22P02'],
  ['eql_v3_text_eq', '=', { kind: 'literal', holds: 'scalar' }, '23514'],
  ['eql_v3_text_eq', '=', payload, 'right'],
  ['eql_v3_text_eq', '=', { kind: 'sql', type: 'text' }, '42883'],
  ['eql_v3_text_eq', '=', { kind: 'sql', type: 'json' }, '42883'],
  ['eql_v3_text_eq', '~~', { kind: 'parameter' }, '42883'],
  ['eql_v3_json_search', '->', { kind: 'parameter' }, 'reads'],
  ['eql_v3_json_search', '->', { kind: 'sql', type: 'text' }, 'right'],
  ['eql_v3_json_search', '->', { kind: 'sql', type: 'character varying' }, 'reads'],
  ['eql_v3_json_search', '?', { kind: 'sql', type: 'text' }, 'P0001'],
  ['eql_v3_json_search', '@>', { kind: 'sql', type: 'jsonb' }, 'P0001'],
  ['eql_v3_json_entry', '<', query('query_double_ord'), 'right'],
  ['eql_v3_json_entry', '=', query('query_double_ord'), 'P0001'],
  ['eql_v3_json_entry', '<', query('query_date_ord'), 'P0001'],
  ['eql_v3_json_entry', '<', query('query_double_eq'), 'compares'],
  ['eql_v3_text_eq', 'overlaps', text, 'unknown'],
  ['eql_v3_no_such', '=', text, 'unknown'],
];

test.each(answers)('%s %s %o: %s', (domain, operator, operand, verdict) => {
  expect(said(verdictOf(domain, operator, operand))).toBe(verdict);
});

test('a type of SQL is never right but for a whole payload and a selector', () => {
  for (const { name } of columnDomains) {
    for (const type of sqlOperandTypes.filter((one) => one !== 'jsonb')) {
      for (const operator of knownOperators) {
        const selects = name === 'eql_v3_json_search' && ['->', '->>'].includes(operator);
        if (selects && (type === 'text' || type === 'integer')) continue;
        expect(said(verdictOf(name, operator, { kind: 'sql', type }))).not.toBe('right');
      }
    }
  }
});

test('the function form is an error where the operator would be silent', () => {
  expect(said(verdictOfFunction('eql_v3_text_search', 'eq', query('query_text_eq')))).toBe('42725');
  expect(said(verdictOfFunction('eql_v3_text_search', 'eq', query('query_text_search')))).toBe('right');
  expect(said(verdictOfFunction('eql_v3_text_search', 'eq', { kind: 'parameter' }))).toBe('42725');
  expect(said(verdictOfFunction('eql_v3_text_search', 'gt', { kind: 'sql', type: 'text' }))).toBe('42883');
});

test('a list is one array of the type of the column', () => {
  const own = query('query_text_eq');
  expect(said(verdictOfList('eql_v3_text_eq', '=', [own]))).toBe('right');
  expect(said(verdictOfList('eql_v3_text_eq', '=', [own, own]))).toBe('23514');
  expect(said(verdictOfList('eql_v3_text_eq', '=', [own, payload]))).toBe('23514');
  expect(said(verdictOfList('eql_v3_text_eq', '=', [payload, payload]))).toBe('scan');
  expect(said(verdictOfList('eql_v3_text_eq', '=', [own, text]))).toBe('22P02');
  expect(said(verdictOfList('eql_v3_text', '=', [own, own]))).toBe('P0001');
  expect(said(verdictOfArray('eql_v3_text_eq', '=', own))).toBe('scan');
  expect(said(verdictOfArray('eql_v3_text_eq', '=', { kind: 'sql', type: 'text' }))).toBe('42883');
});
