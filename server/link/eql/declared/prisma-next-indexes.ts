import { recipes } from '../../../../rules/eql/index-recipe.ts';
import type { EqlColumn, EqlDeclaredIndexes, EqlIndex, EqlIndexKey } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { PrismaAttribute, PrismaBlock, PrismaFacts, PrismaValue } from '../../../read/prisma/schema.ts';
import { placeOf } from '../../evaluate.ts';
import { argumentNamed, namedArgument, sqlText } from '../../prisma/arguments.ts';

interface Listing {
  readonly file: string;
  readonly table: string;
  readonly block: PrismaBlock;
  /** The encrypted columns of the table, by field. */
  readonly columns: readonly EqlColumn[];
}

/** The indexes of a model of Prisma Next v3: its block attributes, and what its fields say. */
export function readPrismaIndexes(listing: Listing, { lineBreak }: PrismaFacts): EqlDeclaredIndexes {
  const { file, block } = listing;
  const read = block.attributes.map((attribute) => readAttribute(attribute, listing));
  const at = { file, start: block.bodyEnd, end: block.bodyEnd };
  const insert = {
    place: at,
    text: (lines: readonly string[]) => lines.map((line) => `${block.indent}${line}${lineBreak}`).join(''),
  };
  return {
    ...(block.closed ? { insert } : {}),
    all: false,
    unknown: !block.closed || read.includes('unknown'),
    indexes: [
      ...block.fields.flatMap((field) => {
        const column = listing.columns.find(({ property }) => property === field.name);
        return field.attributes.flatMap((attribute) => ofField(attribute, column, listing));
      }),
      ...read.flatMap((index) => (index === undefined || index === 'unknown' ? [] : index)),
    ],
  };
}

const constraints = { unique: 'unique', id: 'primary-key' } as const satisfies Record<
  string,
  EqlIndex['kind']
>;

function constraintOf(name: string): EqlIndex['kind'] | undefined {
  return Object.hasOwn(constraints, name) ? constraints[name as keyof typeof constraints] : undefined;
}

/** `@unique` or `@id` behind an encrypted field. */
function ofField(
  { name, ...span }: PrismaAttribute,
  column: EqlColumn | undefined,
  { file, table }: Listing,
): EqlIndex[] {
  const kind = constraintOf(name);
  if (kind === undefined || column === undefined) return [];
  const place = placeOf(file, span);
  return [{ kind, table, unique: true, method: 'btree', keys: [{ place, form: 'column', column }], place }];
}

/** `@@index`, `@@unique`, `@@id`; undefined for what makes no index. */
function readAttribute(attribute: PrismaAttribute, listing: Listing): EqlIndex | 'unknown' | undefined {
  const kind = attribute.name === 'index' ? 'index' : constraintOf(attribute.name);
  if (kind === undefined) return undefined;
  const keys = keysOf(attribute, listing);
  if (keys === undefined) return 'unknown';
  const text = (name: string) => {
    const value = namedArgument(attribute, name);
    return value?.kind === 'string' ? value.value : undefined;
  };
  const unique = namedArgument(attribute, 'unique');
  const name = text('name') ?? text('map');
  const partial = namedArgument(attribute, 'where') !== undefined;
  return {
    kind,
    ...(name === undefined ? {} : { name }),
    table: listing.table,
    unique: kind !== 'index' || (unique?.kind === 'name' && unique.name === 'true'),
    method: text('type')?.toLowerCase() ?? 'btree',
    keys,
    ...(partial ? { partial } : {}),
    place: placeOf(listing.file, attribute),
  };
}

function keysOf(attribute: PrismaAttribute, listing: Listing): EqlIndexKey[] | undefined {
  const expression = namedArgument(attribute, 'expression');
  if (expression !== undefined) {
    const sql = sqlText(expression);
    return sql === undefined ? undefined : keysOfSql(sql, expression, listing);
  }
  const fields = argumentNamed(attribute, 'fields');
  if (fields?.kind !== 'array') return undefined;
  const keys = fields.items.map((item) => keyOfField(item, listing));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** `email`, `email(sort: Desc)`. */
function keyOfField(item: PrismaValue, { file, columns }: Listing): EqlIndexKey | undefined {
  if (item.kind !== 'name' && item.kind !== 'call') return undefined;
  const column = columns.find(({ property }) => property === item.name);
  return { place: placeOf(file, item), form: 'column', ...(column === undefined ? {} : { column }) };
}

/** A stretch of an expression. */
interface Element {
  readonly text: string;
  readonly start: number;
}

/** The keys of an expression, which is what CREATE INDEX has between its parentheses; undefined where that is not clear. */
function keysOfSql(
  sql: string,
  { start, end, kind }: PrismaValue,
  listing: Listing,
): EqlIndexKey[] | undefined {
  const { file } = listing;
  // With an escape in it, or a tag before it, places in the text say nothing about the file.
  const plain = kind === 'string' && end - start === sql.length + 2;
  const at = (from: number, length: number): Place =>
    plain ? { file, start: start + 1 + from, end: start + 1 + from + length } : { file, start, end };
  const elements = split(sql);
  const keys = elements?.map((element) => toKey(element, at, listing));
  return keys?.every((key) => key !== undefined) ? keys : undefined;
}

/** At commas outside brackets and quotes. */
function split(sql: string): Element[] | undefined {
  const elements: Element[] = [];
  let depth = 0;
  let from = 0;
  const add = (end: number) => {
    const text = sql.slice(from, end);
    const start = from + text.length - text.trimStart().length;
    elements.push({ text: text.trim(), start });
    from = end + 1;
  };
  for (let at = 0; at < sql.length; at += 1) {
    const letter = sql[at];
    if (letter === "'" || letter === '"') {
      const close = sql.indexOf(letter, at + 1);
      if (close < 0) return undefined;
      at = close;
    } else if (letter === '(' || letter === '[') depth += 1;
    else if (letter === ')' || letter === ']') depth -= 1;
    else if (letter === ',' && depth === 0) add(at);
    if (depth < 0) return undefined;
  }
  add(sql.length);
  return depth === 0 ? elements : undefined;
}

const word = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\d_$]*)`;
/** The parts of one key: opening brackets, a function of EQL, a column, a cast, closing brackets, an operator class, an order. */
const oneKey = new RegExp(
  String.raw`^([\s(]*)(?:((?:(${word})\s*\.\s*)?(${word}))\s*\(\s*)?(${word})\s*\)?(\s*::\s*[\w. ]+?)?[\s)]*` +
    String.raw`(?:\s([\w.]+_(?:ops|operator_class)))?(?:\s+(?:asc|desc))?(?:\s+nulls\s+(?:first|last))?$`,
  'iu',
);

/** No key of an encrypted column is nearly as long. */
const longest = 500;
const extractors: ReadonlySet<string> = new Set(Object.values(recipes).flatMap(({ functions }) => functions));

function toKey(
  { text, start }: Element,
  at: (from: number, length: number) => Place,
  { columns }: Listing,
): EqlIndexKey | undefined {
  const place = at(start, text.length);
  const match = text.length > longest ? null : oneKey.exec(text);
  const [, opening = '', called = '', schema, name, operand = '', cast, operatorClass] = match ?? [];
  const column = match === null ? undefined : columnNamed(operand, columns);
  if (column === undefined) {
    const mentioned = columns.filter((one) => mentions(text, one.name));
    if (mentioned.length > 1) return undefined;
    const [only] = mentioned;
    return { place, form: 'other', ...(only === undefined ? {} : { column: only }) };
  }
  const rest = { place, column, ...(operatorClass === undefined ? {} : { operatorClass }) };
  if (name === undefined) return { ...rest, form: cast === undefined ? 'column' : 'cast' };
  if (schema === undefined ? !extractors.has(bare(name)) : !bare(schema).startsWith('eql_v')) {
    return { ...rest, form: 'other' };
  }
  return {
    ...rest,
    form: 'extractor',
    extractor: {
      ...(schema === undefined ? {} : { schema: bare(schema) }),
      name: bare(name),
      place: at(start + opening.length, called.length),
    },
  };
}

/** A name as PostgreSQL reads it. */
function bare(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}

function columnNamed(written: string, columns: readonly EqlColumn[]): EqlColumn | undefined {
  const name = bare(written);
  return columns.find((column) => column.name === name);
}

/** Wide: a name in other capitals is no column to PostgreSQL, and what somebody meant by it. */
function mentions(text: string, name: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d_$]+/u)
    .includes(name.toLowerCase());
}
