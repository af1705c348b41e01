import type { FieldEstimate } from '../../rules/costs/estimate.ts';
import type { QuerySettings } from '../../rules/costs/settings.ts';
import type { Bits } from '../../rules/guessability/classes.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import type { System } from '../../rules/model/field.ts';
import type { CsfleField, QueryableField } from '../../rules/model/mongodb.ts';
import type { EqlTarget, MongodbTarget } from '../../rules/model/target.ts';

/** How costs are said wherever they are shown: on a terminal, on a card, above a line. */

export function systemInWords(system: System): string {
  return systemNames[system];
}

const systemNames = {
  'mongodb-qe': 'Queryable Encryption',
  'mongodb-csfle': 'client-side field level encryption',
  'eql-v1': 'EQL v1',
  'eql-v2': 'EQL v2',
  'eql-v3': 'EQL v3',
  'prisma-field-encryption': 'prisma-field-encryption',
  'prisma-encryption': 'prisma-encryption',
  fieldseal: 'Fieldseal',
  ciphersweet: 'CipherSweet',
  'hand-made': 'made by hand',
} as const satisfies Record<System, string>;

/** `MongoDB 9.0`, `MongoDB 9.0 (assumed)`. */
export function targetInWords({ version, assumed }: MongodbTarget): string {
  return `MongoDB ${version}${assumed ? ' (assumed)' : ''}`;
}

/** `EQL 3.0.5`, `EQL 3.0.5 (assumed)`. */
export function eqlInWords({ version, assumed }: EqlTarget): string {
  return `EQL ${version}${assumed ? ' (assumed)' : ''}`;
}

/** `substring 2–6 of 50`, `range, 32 bits`, `prefix 3–10 + suffix 2–6`; `?` where nothing can be read. */
export function searchedBy(
  field: QueryableField,
  estimate: FieldEstimate | undefined,
  inWords: (query: QuerySettings) => string = searchInWords,
): string {
  if (estimate === undefined) {
    const names = field.queries.flatMap(({ name }) => name ?? []);
    return names.length > 0 ? names.join(' + ') : '?';
  }
  const parts = estimate.settings.queries.map((query) => inWords(query));
  return parts.length === 0 ? 'not searched' : parts.join(' + ');
}

export function searchInWords(query: QuerySettings): string {
  switch (query.kind) {
    case 'equality':
      return 'equality';
    case 'range':
      return `range, ${query.bits} bits`;
    case 'prefix':
    case 'suffix':
      return `${query.kind} ${query.strMinQueryLength}–${query.strMaxQueryLength}`;
    case 'substring':
      return `substring ${query.strMinQueryLength}–${query.strMaxQueryLength} of ${query.strMaxLength}`;
  }
}

/** `substring 2–6 of at most 50`: where there is room for it. */
export function searchInFull(query: QuerySettings): string {
  if (query.kind !== 'substring') return searchInWords(query);
  const { strMinQueryLength: least, strMaxQueryLength: most, strMaxLength } = query;
  return `substring ${least}–${most} of at most ${strMaxLength}`;
}

/** Source: mongodb docs, core/csfle/reference/encryption-schemas: only a deterministic value can be compared. */
export function searchedByAlgorithm({ algorithm }: Pick<CsfleField, 'algorithm'>): string {
  if (algorithm?.kind !== 'string') return '?';
  if (algorithm.value.endsWith('-Deterministic')) return 'equality (deterministic)';
  return algorithm.value.endsWith('-Random') ? 'not searched' : '?';
}

/** `e-mail address, 33 bits`. */
export function guessInWords({ label, bits }: Pick<Guessability, 'label' | 'bits'>): string {
  return `${label}${bits === undefined ? '' : `, ${bitsInWords(bits)}`}`;
}

/** `1 bit`, `27–36.8 bits`. */
export function bitsInWords(bits: Bits): string {
  const one = (value: number) => String(Number(value.toFixed(1)));
  if (typeof bits === 'number') return `${one(bits)} ${bits === 1 ? 'bit' : 'bits'}`;
  return `${one(bits[0])}–${one(bits[1])} bits`;
}
