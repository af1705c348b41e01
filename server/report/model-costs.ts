import { guessPrismaField } from '../../rules/blind-index/guess-prisma-field.ts';
import { bandOf, leastPopulation, type TruncationBand } from '../../rules/blind-index/truncation-band.ts';
import { type BlindIndexEstimate, estimateBlindIndex } from '../../rules/costs/blind-index/estimate.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import type {
  BlindIndexProject,
  EncryptedSchema,
  IndexField,
  PrismaModel,
  PrismaModelField,
} from '../../rules/model/blind-index.ts';
import { compare } from '../../rules/model/compare.ts';
import type { Place } from '../../rules/model/place.ts';

/** What the encrypted fields of one Prisma model cost. */
export interface ModelCost {
  readonly system: EncryptedSchema['package'];
  readonly name: string;
  readonly place: Place;
  readonly fields: readonly ModelFieldCost[];
  /** Ciphertexts and indexes of one row; absent where one of them has no number. */
  readonly rowBytes?: number;
  readonly indexBytes?: number;
  /** What the same values would take in plaintext. */
  readonly plainBytes?: number;
  readonly rows?: number;
}

export interface ModelFieldCost {
  readonly field: PrismaModelField;
  /** How it can be searched, in words. */
  readonly searched: string;
  /** The index that searches go to. */
  readonly index?: IndexField;
  readonly estimate?: BlindIndexEstimate;
  /** Bits that may be kept for the population. */
  readonly band?: TruncationBand;
  readonly guessability?: Guessability;
}

/** Models in the order of their files. */
export function modelCosts(
  { schemas }: Pick<BlindIndexProject, 'schemas'>,
  rows: number | undefined,
): readonly ModelCost[] {
  return schemas
    .flatMap((schema) => schema.models.flatMap((model) => modelCost(model, schema, rows) ?? []))
    .sort(({ place: one }, { place: other }) => compare(one.file, other.file) || one.start - other.start);
}

function modelCost(
  model: PrismaModel,
  schema: EncryptedSchema,
  asked: number | undefined,
): ModelCost | undefined {
  const fields = model.fields.flatMap((field) => fieldCost(field, model, schema) ?? []);
  if (fields.length === 0) return undefined;
  const rowBytes = sum(fields.map(({ estimate }) => estimate?.ciphertextBytes));
  const indexBytes = sum(
    fields.map(({ index, estimate }) => (index === undefined ? 0 : estimate?.indexBytes)),
  );
  const plainBytes = sum(fields.map(({ estimate }) => estimate?.plainBytes));
  const assumed = model.fields.find(({ assumptions }) => assumptions.rows !== undefined)?.assumptions.rows;
  const rows = asked ?? assumed;
  return {
    system: schema.package,
    name: model.name,
    place: model.namePlace,
    fields,
    ...(rowBytes === undefined ? {} : { rowBytes }),
    ...(indexBytes === undefined ? {} : { indexBytes }),
    ...(plainBytes === undefined ? {} : { plainBytes }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** An encrypted field with the index that searches go to; undefined for every other. */
export function fieldCost(
  field: PrismaModelField,
  model: PrismaModel,
  schema: EncryptedSchema,
): ModelFieldCost | undefined {
  const { encryption } = field;
  if (encryption?.kind !== 'encrypted') return undefined;
  const index = encryption.indexes.at(-1);
  const estimate = estimateBlindIndex(field, schema);
  const guessability = guessPrismaField(field, model);
  const population = index?.population?.value;
  return {
    field,
    searched: index === undefined ? 'not searched' : methodInWords(index),
    ...(index === undefined ? {} : { index }),
    ...(estimate === undefined ? {} : { estimate }),
    ...(population === undefined || population < leastPopulation ? {} : { band: bandOf(population) }),
    ...(guessability === undefined ? {} : { guessability }),
  };
}

/** `argon2id, 15 bits`, `sha256, no salt`. */
export function methodInWords({ method, bits }: IndexField): string {
  const key = method.key === 'none' ? ', no salt' : method.key === 'literal' ? ', salt in the schema' : '';
  return `${method.algorithm}${key}${bits === undefined ? '' : `, ${bits.value} bits`}`;
}

function sum(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (total, one) => (total === undefined || one === undefined ? undefined : total + one),
    0,
  );
}
