import type { Change } from '../model/finding.ts';
import { isTextKind, type QueryKind, type QueryType } from '../model/mongodb.ts';
import { holds } from '../model/place.ts';
import { lookup, type ObjectValue, type Property } from '../model/value.ts';

/** The options of a query type beside `queryType` and `contention`. Source: mongo 11c4e446 encryption_fields.idl. */
export const queryOptions = [
  'min',
  'max',
  'sparsity',
  'trimFactor',
  'precision',
  'strMinQueryLength',
  'strMaxQueryLength',
  'strMaxLength',
  'caseSensitive',
  'diacriticSensitive',
] as const;

export type QueryOption = (typeof queryOptions)[number];

interface OptionsOfKind {
  readonly takes: readonly QueryOption[];
  readonly requires: readonly QueryOption[];
  /** Accepted by the server, and without any effect. */
  readonly ignores: readonly QueryOption[];
}

const affix = {
  takes: ['strMinQueryLength', 'strMaxQueryLength', 'caseSensitive', 'diacriticSensitive'],
  requires: ['strMinQueryLength', 'strMaxQueryLength', 'caseSensitive', 'diacriticSensitive'],
  ignores: ['strMaxLength'],
} as const satisfies OptionsOfKind;

/** Source: mongo 11c4e446 encryption_fields_validation.cpp, validateEncryptedField and what it calls. */
export const optionsOf = {
  equality: { takes: [], requires: [], ignores: [] },
  range: { takes: ['min', 'max', 'sparsity', 'trimFactor', 'precision'], requires: [], ignores: [] },
  prefix: affix,
  suffix: affix,
  substring: {
    takes: [...affix.takes, 'strMaxLength'],
    requires: [...affix.requires, 'strMaxLength'],
    ignores: [],
  },
} as const satisfies Record<QueryKind, OptionsOfKind>;

export function takesOption(kind: QueryKind, option: QueryOption): boolean {
  const { takes, ignores }: OptionsOfKind = optionsOf[kind];
  return takes.includes(option) || ignores.includes(option);
}

/** The options that are certainly written. One whose value is only known at run time may be left out there. */
export function writtenOptions(object: ObjectValue): { option: QueryOption; property: Property }[] {
  if (!object.properties.some(({ key }) => isQueryOption(key))) return [];
  return queryOptions.flatMap((option) => {
    const found = lookup(object, option);
    if (found.state !== 'present') return [];
    const { kind } = found.property.value;
    return kind === 'unknown' || kind === 'null' ? [] : [{ option, property: found.property }];
  });
}

export function isQueryOption(key: string): key is QueryOption {
  return (queryOptions as readonly string[]).includes(key);
}

/** True when a query type of this kind would have all that it needs and nothing else. */
export function optionsFit(query: QueryType, kind: QueryKind): boolean {
  return (
    !query.object.open &&
    optionsOf[kind].requires.every((option) => lookup(query.object, option).state === 'present') &&
    writtenOptions(query.object).every(({ option }) => takesOption(kind, option))
  );
}

/** Takes out what a query type of this kind refuses; what a spread brought in stays where it is written. */
export function removeForeign({ object }: QueryType, kind: QueryKind): Change[] {
  return writtenOptions(object)
    .filter(({ option, property }) => !takesOption(kind, option) && holds(object.place, property.place))
    .map(({ property }) => ({ kind: 'remove-property', object, property }));
}

/** The kinds that a query type without a name may have been meant as, by its options. */
export function kindsByOptions(object: ObjectValue): QueryKind[] {
  const written = writtenOptions(object).map(({ option }) => option);
  const kinds: readonly QueryKind[] = ['equality', 'range', 'prefix', 'suffix', 'substring'];
  if (written.length === 0) return ['equality'];
  const fitting = kinds.filter(
    (kind) => kind !== 'equality' && written.every((option) => takesOption(kind, option)),
  );
  return written.includes('strMaxLength')
    ? fitting.filter((kind) => kind === 'substring')
    : fitting.filter((kind) => !isTextKind(kind) || kind !== 'substring');
}
