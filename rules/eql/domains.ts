/**
 * The column domains of EQL v3 and what each can answer. Source: packages/eql/sql/cipherstash-encrypt.sql of
 * cipherstash/encrypt-query-language at 3.0.5; 52 column domains and 40 operand domains, counted in the installed engine.
 */

/** The plaintext type of a column domain. */
export const eqlScalars = [
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double',
  'date',
  'timestamp',
  'text',
  'boolean',
  'json',
] as const;

export type EqlScalar = (typeof eqlScalars)[number];

/** The searchable terms that a payload carries, by their key in it. */
export type EqlTerm = 'hm' | 'op' | 'ob' | 'bf' | 'sv';

/** The function of `eql_v3` that gives a term, for indexes and for ORDER BY. */
export type EqlExtractor = 'eq_term' | 'ord_term' | 'ord_term_ore' | 'match_term' | 'to_ste_vec_query';

export interface EqlDomain {
  /** `eql_v3_text_eq`; it lives in the schema `public`. */
  readonly name: string;
  readonly scalar: EqlScalar;
  /** `''` for storage only, else `eq`, `ord`, `ord_ope`, `ord_ore`, `match`, `search`, `search_ore`. */
  readonly capability: EqlCapability;
  readonly terms: readonly EqlTerm[];
  /** The operators that EQL defines for the column and an operand of its own query type. */
  readonly operators: readonly string[];
  /** The type that an operand is to be cast to, in the schema `eql_v3`; absent where nothing can be searched. */
  readonly queryType?: string;
  /** The functional indexes that its searches need: each extractor once. */
  readonly extractors: readonly EqlExtractor[];
}

export type EqlCapability = '' | 'eq' | 'ord' | 'ord_ope' | 'ord_ore' | 'match' | 'search' | 'search_ore';

const equality = ['=', '<>'] as const;
const order = ['=', '<>', '<', '<=', '>', '>='] as const;

type Shape = Pick<EqlDomain, 'terms' | 'operators' | 'extractors'>;

const storageOnly: Shape = { terms: [], operators: [], extractors: [] };

const numberAndTime: Readonly<Record<string, Shape>> = {
  '': storageOnly,
  eq: { terms: ['hm'], operators: equality, extractors: ['eq_term'] },
  ord: { terms: ['op'], operators: order, extractors: ['ord_term'] },
  ord_ope: { terms: ['op'], operators: order, extractors: ['ord_term'] },
  ord_ore: { terms: ['ob'], operators: order, extractors: ['ord_term_ore'] },
};

const text: Readonly<Record<string, Shape>> = {
  '': storageOnly,
  eq: { terms: ['hm'], operators: equality, extractors: ['eq_term'] },
  ord: { terms: ['hm', 'op'], operators: order, extractors: ['eq_term', 'ord_term'] },
  ord_ope: { terms: ['hm', 'op'], operators: order, extractors: ['eq_term', 'ord_term'] },
  ord_ore: { terms: ['hm', 'ob'], operators: order, extractors: ['eq_term', 'ord_term_ore'] },
  match: { terms: ['bf'], operators: ['@@'], extractors: ['match_term'] },
  search: {
    terms: ['hm', 'op', 'bf'],
    operators: [...order, '@@'],
    extractors: ['eq_term', 'ord_term', 'match_term'],
  },
  search_ore: {
    terms: ['hm', 'ob', 'bf'],
    operators: [...order, '@@'],
    extractors: ['eq_term', 'ord_term_ore', 'match_term'],
  },
};

const json: Readonly<Record<string, Shape>> = {
  '': storageOnly,
  search: { terms: ['sv'], operators: ['@>', '<@', '->', '->>'], extractors: ['to_ste_vec_query'] },
};

function shapesOf(scalar: EqlScalar): Readonly<Record<string, Shape>> {
  switch (scalar) {
    case 'text':
      return text;
    case 'json':
      return json;
    case 'boolean':
      return { '': storageOnly };
    default:
      return numberAndTime;
  }
}

function domainOf(scalar: EqlScalar, capability: EqlCapability, shape: Shape): EqlDomain {
  const suffix = capability === '' ? scalar : `${scalar}_${capability}`;
  // The operand of searchable JSON has a name of its own.
  const queryType = scalar === 'json' ? 'query_json' : `query_${suffix}`;
  return {
    name: `eql_v3_${suffix}`,
    scalar,
    capability,
    ...shape,
    ...(shape.operators.length === 0 ? {} : { queryType }),
  };
}

/** Every type that a column can have, but for `eql_v3_json_entry`, which only expressions have. */
export const columnDomains: readonly EqlDomain[] = eqlScalars.flatMap((scalar) =>
  Object.entries(shapesOf(scalar)).map(([capability, shape]) =>
    domainOf(scalar, capability as EqlCapability, shape),
  ),
);

/** The type of what `->` gives on searchable JSON. */
export const jsonEntryDomain = 'eql_v3_json_entry';

const byName: ReadonlyMap<string, EqlDomain> = new Map(columnDomains.map((domain) => [domain.name, domain]));

/** The domain of that name (`eql_v3_text_eq`, without its schema). */
export function domainNamed(name: string): EqlDomain | undefined {
  return byName.get(name);
}

/** The operand types of the schema `eql_v3`. */
export const queryTypes: readonly string[] = columnDomains.flatMap(({ queryType }) => queryType ?? []);
