import type { EqlColumn, EqlSearch } from '../../../../rules/model/eql.ts';
import type { PrismaBlock, PrismaField, PrismaValue } from '../../../read/prisma/schema.ts';
import type { Span } from '../../../read/tree.ts';
import { placeOf } from '../../evaluate.ts';
import { mappedName } from '../../prisma/arguments.ts';
import { toValue } from '../../prisma/to-value.ts';
import type { LinkSettings } from '../../settings.ts';
import { type Holder, toColumn } from './column.ts';
import { domainOfFactory } from './factories.ts';

/** The name under which the package gives its types to schemas. */
const namespace = 'cipherstash.';

/** The v2 constructors: the plaintext, and the index that each option gives. Every option is on where it is not written. Source: src/contract-authoring.ts and src/migration/cipherstash-codec.ts of npm @cipherstash/prisma-next 0.3.2. */
const constructors: Readonly<
  Record<string, { readonly cast: string; readonly options: Readonly<Record<string, string>> }>
> = {
  String: { cast: 'text', options: { equality: 'unique', freeTextSearch: 'match', orderAndRange: 'ore' } },
  Double: { cast: 'double', options: { equality: 'unique', orderAndRange: 'ore' } },
  BigInt: { cast: 'big_int', options: { equality: 'unique', orderAndRange: 'ore' } },
  Date: { cast: 'date', options: { equality: 'unique', orderAndRange: 'ore' } },
  Boolean: { cast: 'boolean', options: { equality: 'unique' } },
  Json: { cast: 'jsonb', options: { searchableJson: 'ste_vec' } },
};

/** A type that takes arguments, as a field or an alias of `types` writes it. */
export interface WrittenType {
  readonly file: string;
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly PrismaValue[];
  readonly call: Span;
}

/** The type of a field, through the aliases of `types`. */
export function writtenType(
  file: string,
  { type, typeSpan, typeArguments, typeArgumentsSpan }: PrismaField,
  aliases: ReadonlyMap<string, WrittenType>,
): WrittenType | undefined {
  if (type === undefined || typeSpan === undefined) return undefined;
  if (typeArguments === undefined) return aliases.get(type);
  // Of what a person is typing nobody knows which options will be there.
  if (typeArgumentsSpan === undefined) return undefined;
  return {
    file,
    name: type,
    nameSpan: typeSpan,
    arguments: typeArguments.map(({ value }) => value),
    call: { start: typeSpan.start, end: typeArgumentsSpan.end },
  };
}

/** What `types { Email = cipherstash.TextEq() }` calls by a name of its own. */
export function aliasesOf(file: string, blocks: readonly PrismaBlock[]): ReadonlyMap<string, WrittenType> {
  const aliases = new Map<string, WrittenType>();
  for (const { kind, settings } of blocks) {
    if (kind !== 'types') continue;
    for (const { name, value } of settings) {
      if (value.kind !== 'call') continue;
      aliases.set(name, {
        file,
        name: value.name,
        nameSpan: { start: value.start, end: value.start + value.name.length },
        arguments: value.arguments.map((one) => one.value),
        call: value,
      });
    }
  }
  return aliases;
}

/** The encrypted column that a field is; undefined for any other field. */
export function toPrismaColumn(
  holder: Holder,
  file: string,
  field: PrismaField,
  type: WrittenType,
  settings: LinkSettings,
): EqlColumn | undefined {
  if (!type.name.startsWith(namespace) || field.list) return undefined;
  const factory = type.name.slice(namespace.length);
  const told = {
    name: mappedName(field) ?? field.name,
    place: placeOf(file, field.nameSpan),
    property: field.name,
    typePlace: placeOf(file, type.nameSpan),
    declaration: placeOf(file, field),
  };
  const [, plaintext = ''] = /^Encrypted(\w+?)(?:V2)?$/.exec(factory) ?? [];
  const maker = Object.hasOwn(constructors, plaintext) ? constructors[plaintext] : undefined;
  if (maker === undefined) {
    const domain = domainOfConstructor(factory);
    const known = domain === undefined ? {} : { domain };
    return toColumn(holder, 'prisma-next-v3', 'v3', { ...told, ...known, searches: [] }, settings);
  }
  const [written] = type.arguments;
  const options = written && toValue(file, written);
  if (options !== undefined && (options.kind !== 'object' || options.open)) return undefined;
  const call = placeOf(file, type.call);
  const searches: EqlSearch[] = [];
  for (const [option, index] of Object.entries(maker.options)) {
    const property = options?.properties.find(({ key }) => key === option);
    const value = property?.value;
    if (value !== undefined && value.kind !== 'boolean') return undefined;
    if (value?.value !== false) searches.push({ index, place: property?.keyPlace ?? call });
  }
  const cast = { value: maker.cast, written: type.name, place: told.typePlace };
  const column = toColumn(holder, 'prisma-next-v2', 'v2', { ...told, cast, searches }, settings);
  const constructorCall = { name: type.name, place: call, ...(options === undefined ? {} : { options }) };
  return { ...column, constructorCall };
}

/** The v3 constructors are those of the other packages, without ORE, and with another capital: `BigIntOrd`. */
function domainOfConstructor(name: string): EqlColumn['domain'] {
  if (name.endsWith('OrdOre') || name.startsWith('Bigint')) return undefined;
  return domainOfFactory(name.replace(/^BigInt/, 'Bigint'));
}
