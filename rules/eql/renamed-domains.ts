import { domainNamed, jsonEntryDomain, queryTypes } from './domains.ts';

/** What other systems, the alpha of EQL v3 and habit call the plaintext types. */
const scalarWords: Readonly<Record<string, string>> = {
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float: 'double',
  float4: 'real',
  float8: 'double',
  decimal: 'numeric',
  bool: 'boolean',
  varchar: 'text',
  string: 'text',
  timestamptz: 'timestamp',
  datetime: 'timestamp',
  jsonb: 'json',
};

/** What people call the capabilities. */
const capabilityWords: Readonly<Record<string, string>> = {
  like: 'match',
  unique: 'eq',
  equality: 'eq',
  order: 'ord',
  range: 'ord',
  ope: 'ord',
  ore: 'ord_ore',
};

const scalars = 'smallint|integer|bigint|numeric|real|double|date|timestamp|text|boolean|json';
const shape = new RegExp(`^(${scalars}|${Object.keys(scalarWords).join('|')})(?:_(\\w+))?$`);

/** The domain that a name speaks of in other words, without `eql_v3_`: `int4_eq` is `eql_v3_integer_eq`. */
export function inOtherWords(suffix: string): string | undefined {
  const [, word, capability] = shape.exec(suffix) ?? [];
  if (word === undefined) return undefined;
  const scalar = scalarWords[word] ?? word;
  const own = capability === undefined ? '' : `_${capabilityWords[capability] ?? capability}`;
  const name = `eql_v3_${scalar}${own}`;
  if (domainNamed(name) !== undefined) return name;
  // Two values have nothing to hide, so a boolean has one domain.
  return scalar === 'boolean' ? 'eql_v3_boolean' : undefined;
}

/** The present name of a type of the alpha, whose types lived in the schema `eql_v3`, with its schema. */
export function sinceTheAlpha(name: string): string | undefined {
  if (name === 'jsonb_entry') return `public.${jsonEntryDomain}`;
  if (name === 'jsonb_query') return 'eql_v3.query_json';
  if (name === 'jsonb' || name === 'json') return 'public.eql_v3_json_search';
  const ofQuery = /^(?:query_(\w+)|(\w+)_query)$/.exec(name);
  const suffix = ofQuery?.[1] ?? ofQuery?.[2];
  if (suffix !== undefined) {
    const type = inOtherWords(suffix)?.replace(/^eql_v3_/, 'query_');
    return type !== undefined && queryTypes.includes(type) ? `eql_v3.${type}` : undefined;
  }
  const domain = shape.test(name) && capabilityIsExact(name) ? inOtherWords(name) : undefined;
  return domain === undefined ? undefined : `public.${domain}`;
}

function capabilityIsExact(name: string): boolean {
  const [, , capability] = shape.exec(name) ?? [];
  return capability === undefined || !Object.hasOwn(capabilityWords, capability);
}
