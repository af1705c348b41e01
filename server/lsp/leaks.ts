import { hasLength } from '../../rules/costs/bytes.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import { isBsonType } from '../../rules/model/bson.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { CsfleField, QueryableField, QueryKind } from '../../rules/model/mongodb.ts';
import type { Value } from '../../rules/model/value.ts';
import { contentionOf } from '../../rules/mongodb/contention-of.ts';
import { deterministic, random } from '../../rules/mongodb/csfle-algorithms.ts';
import { guessInWords } from '../report/cost-words.ts';

/** What a field shows to whom, after the word `Leaks`; undefined where the declaration does not say enough. */
export function leakOf(
  field: QueryableField | CsfleField,
  guessed: Guessability | undefined,
): string | undefined {
  return field.system === 'mongodb-qe' ? queryableLeak(field, guessed) : clientSideLeak(field, guessed);
}

function queryableLeak(field: QueryableField, guessed: Guessability | undefined): string | undefined {
  if (!field.queriesKnown) return undefined;
  const kinds = field.queries.map(({ kind }) => kind);
  if (kinds.length === 0) return field.queriesProperty === undefined ? presence(field.bsonType) : undefined;
  if (kinds.includes(undefined)) return undefined;
  const shown = searchesShow(kinds as readonly QueryKind[], frequency(field));
  return `to whoever watches the server: ${shown}${guessWords(guessed)}`;
}

/** Sources: mongodb docs, encrypt-and-query (contention) and manage-collections (what compaction shows). */
function searchesShow(kinds: readonly QueryKind[], often: string): string {
  const has = (kind: QueryKind) => kinds.includes(kind);
  if (has('range')) return `which documents a search finds, so over many searches how values are ordered`;
  if (has('equality')) return `which documents a search finds, and ${often}`;
  const piece = has('substring')
    ? 'piece'
    : listedEnds([...(has('prefix') ? ['beginning'] : []), ...(has('suffix') ? ['end'] : [])]);
  return `which documents share a searched ${piece}, and ${often}`;
}

function listedEnds(ends: readonly string[]): string {
  return ends.join(' or ');
}

function frequency(field: QueryableField): string {
  const [first] = field.queries;
  const amount = first === undefined ? undefined : contentionOf(first)?.amount;
  if (amount === undefined) return 'how often it occurs';
  return amount === 0n
    ? 'exactly how often it occurs'
    : `how often it occurs (over ${grouped(amount + 1n)} counters)`;
}

function clientSideLeak(
  { algorithm, bsonType }: CsfleField,
  guessed: Guessability | undefined,
): string | undefined {
  if (algorithm?.kind !== 'string') return undefined;
  if (algorithm.value === random) return presence(bsonType);
  if (algorithm.value !== deterministic) return undefined;
  return `to whoever reads the database: which documents share a value, and how often each occurs${guessWords(guessed)}`;
}

/** A ciphertext grows by blocks of 16 bytes. */
function presence(bsonType: Value | undefined): string {
  const name = bsonType?.kind === 'string' ? bsonType.value : undefined;
  const fixed = name !== undefined && isBsonType(name) && !grows(name);
  return fixed ? 'whether a value is there' : 'whether a value is there, and its length in steps of 16 bytes';
}

function grows(bsonType: Parameters<typeof hasLength>[0]): boolean {
  return (
    hasLength(bsonType) || ['object', 'array', 'regex', 'javascriptWithScope', 'dbPointer'].includes(bsonType)
  );
}

export function guessWords(guessed: Guessability | undefined): string {
  if (guessed === undefined) return '';
  const words = guessInWords(guessed);
  switch (guessed.kind) {
    case 'gated':
      return `; ${words}: few values to tell apart`;
    case 'enumerable':
      return `; ${words}: all can be tried`;
    case 'listed':
      return `; ${words}: in public lists`;
    case 'unguessable':
      return `; ${words}: too many to try`;
    case 'uncertain':
      return `; ${words}: may be guessed`;
    case 'secret':
      return `; ${words}: a secret, which nothing should search`;
  }
}
