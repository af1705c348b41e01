import { type BsonType, bsonTypes, isBsonType } from '../model/bson.ts';
import { isTextKind, type QueryableField, type QueryKind, type QueryType } from '../model/mongodb.ts';
import { lookup, toBigInt } from '../model/value.ts';
import { isRangeType, type RangeType, readRangeDomain } from './range-domain.ts';
import { utf8Length } from './utf8.ts';

/** The settings of one query type that its tokens depend on. */
export type QuerySettings = EqualitySettings | RangeSettings | AffixSettings | SubstringSettings;

export interface EqualitySettings {
  readonly kind: 'equality';
}

export interface RangeSettings {
  readonly kind: 'range';
  readonly bits: number;
  readonly sparsity: number;
  readonly trimFactor: number;
}

export interface AffixSettings {
  readonly kind: 'prefix' | 'suffix';
  readonly strMinQueryLength: number;
  readonly strMaxQueryLength: number;
}

export interface SubstringSettings {
  readonly kind: 'substring';
  readonly strMinQueryLength: number;
  readonly strMaxQueryLength: number;
  readonly strMaxLength: number;
}

/** Everything that a field's numbers depend on, declared or supposed. */
export interface FieldSettings {
  /** Absent when only known at run time. */
  readonly bsonType?: BsonType;
  /** Bytes of the dotted path, which every ECOC document repeats; absent when only known at run time. */
  readonly pathBytes?: number;
  /** None, one, or a prefix and a suffix. */
  readonly queries: readonly QuerySettings[];
}

/** Sources: libmongocrypt src/mc-range-edge-generation.c (mc_FLERangeSparsityDefault), mongo encryption_fields.idl. */
export const sparsityDefault = 2;
export const sparsityMaximum = 8;

/** Source: libmongocrypt src/mc-range-encoding.c trimFactorDefault. */
export function trimFactorDefault(bits: number): number {
  return Math.min(6, bits - 1);
}

/** What a declared field says; undefined when a number is missing, unknown or one that no release takes. */
export function readFieldSettings(field: QueryableField): FieldSettings | undefined {
  const type = readBsonType(field);
  if (!field.queriesKnown || type === 'illegal') return undefined;
  const known = type === 'unknown' || type === 'absent' ? undefined : type;
  if (field.queriesProperty === undefined && field.queries.length === 0) {
    return known === undefined || bsonTypes[known].unindexed ? settingsOf(field, known, []) : undefined;
  }
  const queries = type === 'absent' ? undefined : readQueries(field.queries, known);
  if (queries === undefined) return undefined;
  // Text search takes strings only, so an unknown type beside it is known after all.
  const bsonType = known ?? (isTextKind(queries[0]?.kind) ? 'string' : undefined);
  return settingsOf(field, bsonType, queries);
}

function settingsOf(
  { path }: QueryableField,
  bsonType: BsonType | undefined,
  queries: readonly QuerySettings[],
): FieldSettings {
  const pathBytes = path === undefined ? undefined : utf8Length(path);
  if (bsonType === undefined) return pathBytes === undefined ? { queries } : { pathBytes, queries };
  return pathBytes === undefined ? { bsonType, queries } : { bsonType, pathBytes, queries };
}

function readQueries(
  queries: readonly QueryType[],
  bsonType: BsonType | undefined,
): readonly QuerySettings[] | undefined {
  if (!isCombination(queries)) return undefined;
  const all: QuerySettings[] = [];
  for (const query of queries) {
    if (bsonType !== undefined && !takes(query.kind, bsonType)) return undefined;
    const settings = readQuerySettings(query, bsonType);
    if (settings === undefined) return undefined;
    all.push(settings);
  }
  return all;
}

/** What one query type says; undefined when a number is missing, unknown or one that no release takes. */
export function readQuerySettings(
  query: QueryType,
  bsonType: BsonType | undefined,
): QuerySettings | undefined {
  switch (query.kind) {
    case undefined:
      return undefined;
    case 'equality':
      return { kind: 'equality' };
    case 'range':
      return bsonType !== undefined && isRangeType(bsonType) ? readRange(query, bsonType) : undefined;
    case 'prefix':
    case 'suffix':
      return readAffix(query, query.kind);
    case 'substring':
      return readSubstring(query);
  }
}

function readRange(query: QueryType, bsonType: RangeType): RangeSettings | undefined {
  const domain = readRangeDomain(query, bsonType);
  if (domain === undefined) return undefined;
  const { bits } = domain;
  const sparsity = wholeNumber(query, 'sparsity', sparsityDefault);
  const trimFactor = wholeNumber(query, 'trimFactor', trimFactorDefault(bits));
  if (sparsity === undefined || sparsity < 1 || sparsity > sparsityMaximum) return undefined;
  if (trimFactor === undefined || trimFactor < 0 || (trimFactor > 0 && trimFactor >= bits)) return undefined;
  return { kind: 'range', bits, sparsity, trimFactor };
}

function readAffix(query: QueryType, kind: 'prefix' | 'suffix'): AffixSettings | undefined {
  const lengths = readQueryLengths(query);
  return lengths === undefined ? undefined : { kind, ...lengths };
}

function readSubstring(query: QueryType): SubstringSettings | undefined {
  const lengths = readQueryLengths(query);
  const strMaxLength = wholeNumber(query, 'strMaxLength');
  if (lengths === undefined || strMaxLength === undefined) return undefined;
  return lengths.strMaxQueryLength > strMaxLength
    ? undefined
    : { kind: 'substring', ...lengths, strMaxLength };
}

function readQueryLengths(query: QueryType) {
  const strMinQueryLength = wholeNumber(query, 'strMinQueryLength');
  const strMaxQueryLength = wholeNumber(query, 'strMaxQueryLength');
  if (strMinQueryLength === undefined || strMaxQueryLength === undefined) return undefined;
  if (strMinQueryLength < 1 || strMinQueryLength > strMaxQueryLength) return undefined;
  return { strMinQueryLength, strMaxQueryLength };
}

/** The keys read here are all sent as an int32 at most. */
function wholeNumber(query: QueryType, key: string, byDefault?: number): number | undefined {
  const found = lookup(query.object, key);
  if (found.state === 'absent') return byDefault;
  if (found.state === 'unknown') return undefined;
  const number = toBigInt(found.property.value);
  if (number === undefined || found.property.value.kind !== 'number') return undefined;
  return number >= 0n && number < 1n << 31n ? Number(number) : undefined;
}

function readBsonType(field: QueryableField): BsonType | 'absent' | 'unknown' | 'illegal' {
  const value = field.bsonType;
  if (value === undefined) return field.element.open ? 'unknown' : 'absent';
  if (value.kind === 'unknown') return 'unknown';
  if (value.kind === 'null' && value.undefined) return 'absent';
  return value.kind === 'string' && isBsonType(value.value) ? value.value : 'illegal';
}

function takes(kind: QueryKind | undefined, bsonType: BsonType): boolean {
  if (kind === undefined) return false;
  return bsonTypes[bsonType][isTextKind(kind) ? 'text' : kind];
}

function isCombination(queries: readonly QueryType[]): boolean {
  if (queries.length !== 2) return queries.length === 1;
  const kinds = queries.map((query) => query.kind);
  return kinds.includes('prefix') && kinds.includes('suffix');
}
