import {
  bandOf,
  coincidences,
  leastPopulation,
  type TruncationBand,
} from '../../blind-index/truncation-band.ts';
import type {
  EncryptedSchema,
  IndexField,
  PrismaEncryption,
  PrismaModelField,
} from '../../model/blind-index.ts';
import { measured } from '../sources.ts';
import { ciphertextLength, fieldsealBase64Length, fieldsealBytes, largestPlaintext } from './ciphertext.ts';
import { blindIndexBytes } from './index-bytes.ts';
import { leastDerivation } from './measured.ts';
import { type Derivation, fastTermTime, slowTermTime, type TermTime } from './search-time.ts';

/** What one field of a Prisma schema costs. A key is absent where nothing was measured or no formula is known. */
export interface BlindIndexEstimate {
  /** Bytes of the typical value, which is text. */
  readonly length: number;
  /** The value in its column as it would be without encryption; absent for a field that only serves to search another. */
  readonly plainBytes?: number;
  /** The same encrypted. */
  readonly ciphertextBytes?: number;
  /** The most bytes of a value that its column holds encrypted; a column may be too short even for none. */
  readonly column?: { readonly characters: number; readonly largestPlaintext?: number };
  /** The hash or blind index, in its own column. */
  readonly indexBytes?: number;
  /** Distinct values, by the declaration, else by the rows that are assumed. */
  readonly population?: number;
  /** Values that share a term on average, of a truncated index. */
  readonly coincidences?: number;
  /** Bits that such an index may keep for that population. */
  readonly band?: TruncationBand;
  /** What a search costs before the database has its term. */
  readonly search?: TermTime;
}

/** The numbers of an encrypted field with the index that counts, or of an index alone. */
export function estimateBlindIndex(
  field: PrismaModelField,
  schema: Pick<EncryptedSchema, 'package' | 'provider'>,
): BlindIndexEstimate | undefined {
  const { encryption } = field;
  if (encryption === undefined) return undefined;
  const valued = encryption.kind === 'index' ? (encryption.source ?? field) : field;
  const length = valued.override.length ?? valued.assumptions.length ?? measured.typicalLength.value;
  const index = encryption.kind === 'index' ? encryption.index : encryption.indexes.at(-1);
  return {
    length,
    ...(encryption.kind === 'encrypted' ? storedValue(field, length, schema) : {}),
    ...(index === undefined ? {} : indexOf(index, valued, schema.package)),
  };
}

function storedValue(
  field: PrismaModelField,
  length: number,
  schema: Pick<EncryptedSchema, 'package' | 'provider'>,
): Partial<BlindIndexEstimate> {
  if (schema.package === 'fieldseal') {
    const ciphertextBytes = field.type === 'String' ? fieldsealBase64Length(length) : fieldsealBytes(length);
    return { plainBytes: length, ciphertextBytes };
  }
  const characters = columnLength(field, schema.provider);
  const largest = characters === undefined ? undefined : largestPlaintext(characters);
  return {
    plainBytes: length,
    ciphertextBytes: ciphertextLength(length),
    ...(characters === undefined
      ? {}
      : { column: { characters, ...(largest === undefined ? {} : { largestPlaintext: largest }) } }),
  };
}

function indexOf(
  index: IndexField,
  { override, assumptions }: PrismaModelField,
  by: PrismaEncryption,
): Partial<BlindIndexEstimate> {
  const bytes = blindIndexBytes(index, by);
  const population = index.population?.value ?? override.rows ?? assumptions.rows;
  return {
    ...(bytes === undefined ? {} : { indexBytes: bytes }),
    ...(population === undefined ? {} : { population }),
    ...(population === undefined || index.bits === undefined
      ? {}
      : {
          coincidences: coincidences(population, index.bits.value),
          ...(population < leastPopulation ? {} : { band: bandOf(population) }),
        }),
    search: searchTime(index, by),
  };
}

/** The adapter of Fieldseal 0.1.3 derives in the thread that serves all requests. */
function searchTime(index: IndexField, by: PrismaEncryption): TermTime {
  return index.method.speed === 'fast'
    ? fastTermTime(by === 'fieldseal')
    : slowTermTime(derivationOf(index), true);
}

/** The parameters of Argon2id that an index asks for; less than the least is refused. */
export function derivationOf({ annotation }: IndexField): Derivation {
  const option = (name: string, least: number) =>
    Math.max(least, annotation.options.find(({ key }) => key === name)?.number ?? least);
  return {
    passes: option('argon2_time_cost', leastDerivation.passes),
    memoryKib: option('argon2_memory_kib', leastDerivation.memoryKib),
  };
}

/** Characters that a column of text has room for; undefined where it has no bound that matters. */
function columnLength(
  { nativeType, type }: PrismaModelField,
  provider: string | undefined,
): number | undefined {
  if (nativeType !== undefined) {
    return /^N?(?:Var)?Char$/.test(nativeType.name) ? nativeType.size : undefined;
  }
  return provider === 'mysql' && type === 'String' ? mysqlString : undefined;
}

/** Source: Prisma's reference, `String` on MySQL is `varchar(191)`. */
const mysqlString = 191;
