import { type BloomFilter, usualBloomFilter } from '../../costs/eql/bloom.ts';
import type { EqlColumn } from '../../model/eql.ts';
import { toNumber, valueAt } from '../../model/value.ts';
import { bloomBits, bloomHashes } from '../config-value/values.ts';

/** The filter of a column's match index; undefined where its options are not known, or make other tokens. */
export function filterOf({ domain, searches }: EqlColumn): BloomFilter | undefined {
  if (domain !== undefined) return usualBloomFilter;
  const options = searches.find(({ index }) => index === 'match')?.options;
  if (options === undefined || (options.kind === 'object' && options.properties.length === 0)) {
    return usualBloomFilter;
  }
  if (options.kind !== 'object') return options.kind === 'boolean' ? usualBloomFilter : undefined;
  const number = (key: string, usual: number): number | undefined => {
    const value = valueAt(options, key);
    if (value === undefined) return usual;
    return value.kind === 'number' ? toNumber(value) : undefined;
  };
  const tokenizer = valueAt(options, 'tokenizer');
  const kind = tokenizer?.kind === 'object' ? valueAt(tokenizer, 'kind') : undefined;
  if (kind !== undefined && !(kind.kind === 'string' && kind.value === 'ngram')) return undefined;
  const length = tokenizer?.kind === 'object' ? valueAt(tokenizer, 'token_length') : undefined;
  const tokenLength = length?.kind === 'number' ? toNumber(length) : usualBloomFilter.tokenLength;
  const k = number('k', usualBloomFilter.k);
  const m = number('m', usualBloomFilter.m);
  if (k === undefined || m === undefined || tokenLength === undefined) return undefined;
  // What no client takes makes no filter; another rule says so.
  const isLegal =
    k >= bloomHashes.least && k <= bloomHashes.most && m >= bloomBits.least && m <= bloomBits.most;
  return isLegal && tokenLength > 0 ? { k, m, tokenLength } : undefined;
}
