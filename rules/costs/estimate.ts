import { bsonTypes } from '../model/bson.ts';
import type { QueryableField } from '../model/mongodb.ts';
import {
  blobBytes,
  ecocBytes,
  escBytes,
  hasLength,
  largestOverheadBytes,
  overheadBytes,
  plainBytes,
  type StoredAs,
  safeContentBytes,
} from './bytes.ts';
import { type FieldSettings, type QuerySettings, readFieldSettings } from './settings.ts';
import { measured } from './sources.ts';
import { type InsertEstimate, insertEstimate, insertMilliseconds } from './time.ts';
import { tokens, worstTokens } from './tokens.ts';

/** A number for a typical value and for the worst legal one. */
export interface Spread {
  readonly typical: number;
  /** Absent where a value has no longest length. */
  readonly worst?: number;
}

/** What one write of one value costs. A key is absent where the declaration does not say enough. */
export interface WriteEstimate {
  /** Bytes of the string or binary value. */
  readonly length?: number;
  readonly tokens: number;
  /** The plaintext value in BSON, without its name. */
  readonly plainBytes?: number;
  /** The encrypted value, without its name and without the header of a binary value. */
  readonly blobBytes?: number;
  /** What the encrypted value takes beyond the plaintext one; `__safeContent__` comes on top. */
  readonly overheadBytes?: number;
  /** As if no other field of the document were encrypted. */
  readonly safeContentBytes: number;
  /** What encryption adds to the document. */
  readonly documentBytes?: number;
  readonly escBytes: number;
  readonly ecocBytes?: number;
  /** ESC and ECOC together, before compaction. */
  readonly metadataBytes?: number;
  readonly insert: InsertEstimate;
}

export interface FieldEstimate {
  readonly settings: FieldSettings;
  readonly tokens: { readonly typical: number; readonly worst: number };
  readonly documentBytes?: Spread;
  readonly metadataBytes?: Spread;
  /** Of the typical value. */
  readonly insert: InsertEstimate;
  readonly typical: WriteEstimate;
  readonly worst: WriteEstimate;
  /** The same typical value with equality instead, where its type has that: what ratios compare with. */
  readonly equality?: WriteEstimate;
}

/** All encrypted fields of one document together. */
export interface ContainerEstimate {
  readonly tokens: { readonly typical: number; readonly worst: number };
  readonly documentBytes?: Spread;
  readonly metadataBytes?: Spread;
  readonly insertMilliseconds: { readonly typical: number; readonly worst: number };
  /** What encryption adds for that many typical documents, each written once, before compaction. */
  readonly bytesForRows?: number;
}

/** The numbers of a declared field; undefined when none would be right. */
export function estimateField(field: QueryableField): FieldEstimate | undefined {
  const settings = readFieldSettings(field);
  return settings === undefined ? undefined : estimateOnce(settings, typicalLength(field));
}

/** By all that the numbers depend on: the fields of a file have few settings between them, edit for edit. */
const once = new Map<string, FieldEstimate>();
const mostKept = 2_000;

/** What was asked last: most fields of a list are alike. */
let last:
  | { readonly settings: FieldSettings; readonly length: number; readonly estimate: FieldEstimate }
  | undefined;

function estimateOnce(settings: FieldSettings, length: number): FieldEstimate {
  if (last !== undefined && last.length === length && areEqual(last.settings, settings)) return last.estimate;
  const { bsonType, pathBytes, queries } = settings;
  const key = `${bsonType} ${pathBytes} ${length} ${queries.map(keyOf).join(' ')}`;
  const known = once.get(key);
  const estimate = known ?? estimateSettings(settings, length);
  if (known === undefined) {
    if (once.size >= mostKept) once.clear();
    once.set(key, estimate);
  }
  last = { settings, length, estimate };
  return estimate;
}

/** True for settings that are surely the same; those of text and ranges are compared by their key. */
function areEqual(one: FieldSettings, other: FieldSettings): boolean {
  return (
    one.bsonType === other.bsonType &&
    one.pathBytes === other.pathBytes &&
    one.queries.length === other.queries.length &&
    one.queries.every(({ kind }, at) => kind === 'equality' && other.queries[at]?.kind === kind)
  );
}

function keyOf(query: QuerySettings): string {
  return query.kind === 'equality' ? query.kind : Object.values(query).join();
}

/** The numbers of supposed settings: what a smaller strMaxLength, another query type or a longer value would cost. */
export function estimateSettings(
  settings: FieldSettings,
  length: number = measured.typicalLength.value,
): FieldEstimate {
  const longest = longestLength(settings.queries);
  const typicalBytes = Math.min(length, longest ?? length);
  const typical = estimateValue(settings, typicalBytes);
  const worst = estimateWorst(settings);
  const equality = estimateEquality(settings, typicalBytes);
  return {
    settings,
    tokens: { typical: typical.tokens, worst: worst.tokens },
    ...spreadAs('documentBytes', typical.documentBytes, worst.documentBytes),
    ...spreadAs('metadataBytes', typical.metadataBytes, worst.metadataBytes),
    insert: typical.insert,
    typical,
    worst,
    ...(equality === undefined ? {} : { equality }),
  };
}

/** The numbers of a value of so many bytes. */
export function estimateValue(settings: FieldSettings, length: number): WriteEstimate {
  const storage = storedAs(settings.queries);
  const count = tokens(settings.queries, length);
  const { bsonType } = settings;
  const plain = bsonType === undefined ? undefined : plainBytes(bsonType, length);
  const overhead = plain === undefined ? undefined : overheadBytes(storage, plain, count);
  return {
    ...(bsonType !== undefined && hasLength(bsonType) ? { length } : {}),
    ...(plain === undefined ? {} : { plainBytes: plain, blobBytes: blobBytes(storage, plain, count) }),
    ...documentPart(count, overhead),
    ...writtenPart(settings, storage, count),
  };
}

/** The container counts the header of `__safeContent__` once, so its bytes are not the sum of its fields' bytes. */
export function estimateContainer(fields: readonly FieldEstimate[], rows?: number): ContainerEstimate {
  const typicalTokens = sum(fields.map((field) => field.tokens.typical)) ?? 0;
  const mostTokens = sum(fields.map((field) => field.tokens.worst)) ?? 0;
  const typicalOverhead = sum(fields.map((field) => field.typical.overheadBytes));
  const mostOverhead = sum(fields.map((field) => field.worst.overheadBytes));
  const typicalBytes = added(typicalOverhead, safeContentBytes(typicalTokens));
  const typicalMetadata = sum(fields.map((field) => field.typical.metadataBytes));
  const perRow = added(typicalBytes, typicalMetadata);
  return {
    tokens: { typical: typicalTokens, worst: mostTokens },
    ...spreadAs('documentBytes', typicalBytes, added(mostOverhead, safeContentBytes(mostTokens))),
    ...spreadAs('metadataBytes', typicalMetadata, sum(fields.map((field) => field.worst.metadataBytes))),
    insertMilliseconds: {
      typical: insertMilliseconds(typicalTokens),
      worst: insertMilliseconds(mostTokens),
    },
    ...(rows === undefined || perRow === undefined ? {} : { bytesForRows: rows * perRow }),
  };
}

/**
 * The tags that the server counts for a field against its limits (10384602, 10431800); 0 for a field that is not
 * queried, undefined when a query type cannot be read. Source: mongo fle_crypto.cpp checkTagLimitsAndStorageNotExceeded.
 */
export function worstTags(field: QueryableField): number | undefined {
  const settings = readFieldSettings(field);
  return settings === undefined ? undefined : worstTokens(settings.queries);
}

/** Bytes of a typical string or binary value of this field, before any strMaxLength cuts it. */
export function typicalLength(field: Pick<QueryableField, 'override' | 'assumptions'>): number {
  return field.override.length ?? field.assumptions.length ?? measured.typicalLength.value;
}

/**
 * Where a value has no longest length its tokens still have a most. Prefix and suffix then add at most a whole block
 * of padding beyond the tokens; for equality and unqueried strings the design leaves the bytes of a worst value out.
 */
function estimateWorst(settings: FieldSettings): WriteEstimate {
  const { bsonType, queries } = settings;
  const longest = longestLength(queries);
  if (longest !== undefined) return estimateValue(settings, longest);
  const storage = storedAs(queries);
  if (bsonType !== undefined && !hasLength(bsonType) && plainBytes(bsonType, 0) !== undefined) {
    return estimateValue(settings, 0);
  }
  const count = worstTokens(queries);
  const overhead = largestOverheadBytes(storage, count);
  const written = writtenPart(settings, storage, count);
  if (storage === 'text') return { ...documentPart(count, overhead), ...written };
  return { tokens: count, overheadBytes: overhead, safeContentBytes: safeContentBytes(count), ...written };
}

function estimateEquality(settings: FieldSettings, length: number): WriteEstimate | undefined {
  const { bsonType } = settings;
  if (bsonType === undefined || !bsonTypes[bsonType].equality) return undefined;
  return estimateValue({ ...settings, queries: [{ kind: 'equality' }] }, length);
}

function documentPart(count: number, overhead: number | undefined) {
  const safeContent = safeContentBytes(count);
  return {
    tokens: count,
    ...(overhead === undefined ? {} : { overheadBytes: overhead }),
    safeContentBytes: safeContent,
    ...(overhead === undefined ? {} : { documentBytes: overhead + safeContent }),
  };
}

function writtenPart({ pathBytes }: FieldSettings, storage: StoredAs, count: number) {
  const esc = escBytes(count);
  const ecoc = count === 0 ? 0 : pathBytes === undefined ? undefined : ecocBytes(storage, pathBytes, count);
  return {
    escBytes: esc,
    ...(ecoc === undefined ? {} : { ecocBytes: ecoc, metadataBytes: esc + ecoc }),
    insert: insertEstimate(count),
  };
}

function storedAs(queries: readonly QuerySettings[]): StoredAs {
  const kind = queries[0]?.kind;
  if (kind === undefined) return 'unindexed';
  return kind === 'equality' || kind === 'range' ? kind : 'text';
}

/** A character of ASCII is a byte, so that strMaxLength characters are the longest value in bytes too. */
function longestLength(queries: readonly QuerySettings[]): number | undefined {
  for (const query of queries) if (query.kind === 'substring') return query.strMaxLength;
  return undefined;
}

function spreadAs<Key extends string>(
  key: Key,
  typical: number | undefined,
  worst: number | undefined,
): { readonly [Name in Key]?: Spread } {
  if (typical === undefined) return {};
  const spread: Spread = worst === undefined ? { typical } : { typical, worst };
  return { [key]: spread } as { readonly [Name in Key]?: Spread };
}

function added(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function sum(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce(added, 0);
}
