import type {
  EqlBuilderUse,
  EqlCallUse,
  EqlCastUse,
  EqlColumn,
  EqlTypeName,
  EqlUse,
} from '../../model/eql.ts';
import type { Change, Fix } from '../../model/finding.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { domainWith, named, queryTypeOf } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';
import { type Fault, faultsOf } from '../faults.ts';
import { needlesOf } from '../needles.ts';
import { typeNamed } from '../operand-type-of.ts';
import { isPattern } from '../verdict.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/like',
  severity: 'error',
  title: 'LIKE, a regular expression or text search over ciphertext',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('like', uses, eql)) yield patternOn(fault);
    for (const use of uses) {
      const { column } = use;
      if (column.generation !== 'v3' || column.proxy || column.domain === undefined) continue;
      if (use.kind === 'cast') yield* searchedText(use, column.domain);
      if (use.kind === 'call') yield* searchedCall(use, column.domain);
      if (use.kind === 'builder') yield* percent(use);
    }
  },
});

function patternOn(fault: Fault): Report {
  const { use, domain, verdict } = fault;
  const written = use.kind === 'operator' ? use.written : fault.operator;
  const at = { place: use.place, field: use.column.path };
  if (verdict.kind !== 'raises') {
    return {
      ...at,
      message: `${written} searches the text of the payload that ->> gives of ${use.column.name}, which is ciphertext and terms; ${advice(use.column, domain)}`,
    };
  }
  return {
    ...at,
    message: `${written} does not exist for ${named(use.column, domain)}, which holds no text to compare; ${advice(use.column, domain)}${postgresCode(verdict.code)}`,
    fixes: matchInstead(fault),
  };
}

function advice(column: EqlColumn, domain: EqlDomain): string {
  if (domain.scalar !== 'text') {
    return domain.scalar === 'json'
      ? 'search a document with @> and a term of eql_v3.query_json'
      : 'only text can be searched by its parts';
  }
  const match = domain.operators.includes('@@') ? domain : domainWith(domain, '@@');
  const query = match && queryTypeOf(match);
  const where = match === domain ? '' : ` on a column of ${match?.name}`;
  return `search for parts of the text with ${column.name} @@ a term of ${query}${where}, which knows no wildcards`;
}

function matchInstead({ use, domain, operator }: Fault): Fix[] {
  if (use.kind !== 'operator' || use.side !== 'left' || use.operand.kind !== 'parameter') return [];
  const query = queryTypeOf(domain);
  if (query === undefined || !domain.operators.includes('@@')) return [];
  if (operator !== '~~' && operator !== '~~*') return [];
  const { place } = use.operand;
  const changes: readonly Change[] = [
    { kind: 'text', place: use.operatorPlace, text: '@@' },
    { kind: 'text', place: { ...place, start: place.end }, text: `::jsonb::${query}` },
  ];
  return [suggestion(`search with @@, and bind a term of ${query}`, ...changes)];
}

/** Types of PostgreSQL that hold text; citext is an extension. */
function isText(type: EqlTypeName): boolean {
  const known = typeNamed(type);
  if (known?.kind !== 'sql') return type.name === 'citext';
  return ['text', 'character varying', 'character'].includes(known.type);
}

/** Functions that search a text. */
const searches: ReadonlySet<string> = new Set([
  'to_tsvector',
  'strpos',
  'position',
  'starts_with',
  'regexp_match',
  'regexp_matches',
  'regexp_like',
  'regexp_count',
  'regexp_instr',
  'similarity',
  'word_similarity',
  'lower',
  'upper',
]);

function* searchedText(use: EqlUse & EqlCastUse, domain: EqlDomain): Generator<Report> {
  const { column, then, type, place } = use;
  if (then === undefined || !isText(type)) return;
  const searched = then.kind === 'operator' ? isPattern(then.name.toLowerCase()) : searches.has(then.name);
  if (!searched) return;
  yield {
    place,
    field: column.path,
    message: `${named(column, domain)} as text is its payload, ciphertext and terms in JSON, so what is found there has nothing to do with the value; ${advice(column, domain)}`,
  };
}

/** PostgreSQL indexes the words of any jsonb. */
function* searchedCall(
  { column, schema, name, namePlace }: EqlUse & EqlCallUse,
  domain: EqlDomain,
): Generator<Report> {
  if (name !== 'to_tsvector' || (schema ?? 'pg_catalog') !== 'pg_catalog') return;
  yield {
    place: namePlace,
    field: column.path,
    message: `to_tsvector of ${named(column, domain)} holds the words of its payload, ciphertext and terms, without an error; ${advice(column, domain)}`,
  };
}

function* percent(use: EqlUse & EqlBuilderUse): Generator<Report> {
  for (const needle of needlesOf(use)) {
    if (!needle.value.startsWith('%') && !needle.value.endsWith('%')) continue;
    yield {
      place: needle.place,
      field: use.column.path,
      severity: 'warning',
      message: `the percent signs of this needle are no wildcards: ${use.function} looks for parts of the text anywhere, and some releases of the client take them for letters and find nothing; leave them out`,
    };
  }
}
