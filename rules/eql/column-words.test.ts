import { expect, test } from 'vitest';
import { domainWith, equalityTermOf, orderTermOf } from './column-words.ts';
import { columnDomains, domainNamed } from './domains.ts';

const better = (name: string, operator: string) => {
  const domain = domainNamed(`eql_v3_${name}`);
  return domain && domainWith(domain, operator)?.name.replace('eql_v3_', '');
};

test('names the smallest domain that keeps what a column can', () => {
  expect(better('integer_eq', '>')).toBe('integer_ord');
  expect(better('text_eq', '>')).toBe('text_ord');
  expect(better('text_ord_ore', '@@')).toBe('text_search_ore');
  expect(better('text_match', '=')).toBe('text_search');
  expect(better('text', '@@')).toBe('text_match');
  expect(better('date', '=')).toBe('date_eq');
  expect(better('boolean', '=')).toBeUndefined();
  expect(better('json_search', '=')).toBeUndefined();
});

test('a domain that answers equality or order has a term for it', () => {
  for (const domain of columnDomains) {
    expect(equalityTermOf(domain) !== undefined).toBe(domain.operators.includes('='));
    expect(orderTermOf(domain) !== undefined).toBe(domain.operators.includes('<'));
  }
});
