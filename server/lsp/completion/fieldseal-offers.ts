import { guessPrismaField } from '../../../rules/blind-index/guess-prisma-field.ts';
import { bandOf, leastPopulation } from '../../../rules/blind-index/truncation-band.ts';
import { fieldsealBase64Length, fieldsealBytes } from '../../../rules/costs/blind-index/ciphertext.ts';
import type { Guessability } from '../../../rules/guessability/classify.ts';
import type { PrismaModel, PrismaModelField } from '../../../rules/model/blind-index.ts';
import { grouped } from '../../../rules/model/grouped.ts';
import { guessInWords } from '../../report/cost-words.ts';
import { bytes } from '../../report/units.ts';
import {
  type AnnotationKey,
  fieldsealIndexKeys,
  fieldsealModelKeys,
  fieldsealValueKeys,
} from '../prisma-keys.ts';
import { type FieldsealCall, fieldsealCallAt } from './fieldseal-call.ts';
import { type CommentOwner, type PrismaCursor, spanInFile } from './prisma-cursor.ts';
import type { AnnotationOffer, AnnotationOffers } from './prisma-offer.ts';

export interface FieldsealSite {
  readonly cursor: PrismaCursor;
  readonly owner: CommentOwner;
  readonly model: PrismaModel | undefined;
  /** Bytes of a typical value. */
  readonly length: number;
  /** A UUID that nobody has. */
  readonly uuid: () => string;
}

/** The annotation of Fieldseal, the keys that may stand in it at that place, and their values. */
export function fieldsealOffers(site: FieldsealSite): AnnotationOffers | undefined {
  const { group, at } = site.cursor;
  const lineStart = group.text.lastIndexOf('\n', at - 1) + 1;
  const name = /(?:^|\s)(@\w*)$/.exec(group.text.slice(lineStart, at))?.[1];
  const call = fieldsealCallAt(group.text, at);
  if (call === undefined) {
    const behind = group.text.slice(at);
    if (name === undefined || /^\w*[^\S\r\n]*\(/.test(behind)) return undefined;
    const rest = /^\w*/.exec(behind)?.[0] ?? '';
    return offersAt(site, at - name.length, at + rest.length, wholes(site));
  }
  const { current } = call;
  const offers = current.kind === 'key' ? keyOffers(site, call) : valueOffers(site, call);
  return offersAt(site, current.start, current.end, offers);
}

function offersAt(
  { cursor }: FieldsealSite,
  start: number,
  end: number,
  offers: readonly AnnotationOffer[],
): AnnotationOffers | undefined {
  const span = spanInFile(cursor.group, start, end);
  return span === undefined || offers.length === 0 ? undefined : { span, offers };
}

/** Annotations from their first letter to the last. */
function wholes(site: FieldsealSite): readonly AnnotationOffer[] {
  const { cursor, owner, uuid } = site;
  const { field, block } = owner;
  if (block.kind !== 'model' || /@fieldseal\s*\(/.test(cursor.group.text)) return [];
  if (field === undefined) {
    return [whole('@fieldseal(table_uuid)', 'a model with encrypted fields', [['table_uuid', uuid()]])];
  }
  const offers: AnnotationOffer[] = [];
  if (isEncryptable(owner)) {
    offers.push(whole('@fieldseal(encrypted)', grown(site), valueArguments(site)));
  }
  if (isIndexable(owner)) {
    for (const source of searchable(site)) {
      const guessed = site.model === undefined ? undefined : guessPrismaField(source, site.model);
      const detail = `searches ${source.name}${guessed === undefined ? '' : `: ${guessInWords(guessed)}`}`;
      offers.push(whole(`@fieldseal(index: "${source.name}")`, detail, indexArguments(source.name, guessed)));
    }
  }
  return offers;
}

type Argument = readonly [key: string, value?: string | number];

function indexArguments(name: string, guessed: Guessability | undefined): readonly Argument[] {
  const random = guessed?.kind === 'unguessable';
  return [
    ['index', name],
    ['idf', random ? 'hmac-sha512' : 'argon2id'],
    ['normalize', normalizerOf(guessed)],
    ['truncate_bits', bandOf(usualPopulation).to],
    ['projected_population', usualPopulation],
  ];
}

const usualPopulation = 100_000;

function normalizerOf(guessed: Guessability | undefined): string {
  switch (guessed?.class) {
    case 'phone':
    case 'ssn':
      return 'digits-only-v1';
    case 'email':
    case 'first-name':
    case 'last-name':
    case 'full-name':
      return 'nfc-casefold-v1';
    default:
      return 'identity';
  }
}

/** What a value needs at least. */
function valueArguments({ owner, uuid }: FieldsealSite): readonly Argument[] {
  const storage: Argument[] = owner.field?.type === 'String' ? [['storage', 'base64']] : [];
  return [['encrypted'], ['column_uuid', uuid()], ...storage];
}

function grown({ owner, length }: FieldsealSite): string {
  const stored = owner.field?.type === 'String' ? fieldsealBase64Length(length) : fieldsealBytes(length);
  return `${bytes(length)} become ${bytes(stored)}`;
}

function whole(label: string, detail: string, all: readonly Argument[]): AnnotationOffer {
  return { label, kind: 'annotation', text: `@fieldseal(${print(all)})`, detail };
}

function print(all: readonly Argument[]): string {
  return all.map(([key, value]) => (value === undefined ? key : `${key}: ${printed(value)}`)).join(', ');
}

function printed(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value}"`;
}

function isEncryptable({ field }: CommentOwner): boolean {
  return (
    (field?.type === 'Bytes' || field?.type === 'String') &&
    !field.list &&
    !field.attributes.some(({ name }) => name === 'id' || name === 'unique' || name === 'default')
  );
}

function isIndexable({ field }: CommentOwner): boolean {
  return (
    field?.type === 'Bytes' &&
    field.optional &&
    !field.attributes.some(({ name }) => name === 'id' || name === 'unique')
  );
}

/** Encrypted fields that no other field serves to search: a column has one equality. */
function searchable({ owner, model }: FieldsealSite): readonly PrismaModelField[] {
  const own = owner.field?.name;
  return (model?.fields ?? []).filter(
    ({ name, encryption }) =>
      name !== own &&
      encryption?.kind === 'encrypted' &&
      encryption.indexes.every(({ field }) => field === own),
  );
}

function keyOffers(site: FieldsealSite, call: FieldsealCall): readonly AnnotationOffer[] {
  const { others, current, commaBehind } = call;
  const colon = current.kind === 'key' && current.colon;
  const comma = commaBehind ? ', ' : '';
  return keysAt(site, call).flatMap((key): AnnotationOffer[] => {
    const { name, about } = key;
    const detail = key.default === undefined ? 'required' : `without it: ${key.default}`;
    const item = { label: name, kind: 'key', about } as const;
    if (colon) return isFlag(name) ? [] : [{ ...item, detail, text: name }];
    if (name === 'encrypted') {
      const rest = print(valueArguments(site).filter(([one]) => !others.has(one)));
      return [{ ...item, detail: 'the field holds ciphertext', text: `${rest}${comma}` }];
    }
    const [source] = searchable(site);
    if (name === 'index' && others.size === 0 && source !== undefined) {
      const guessed = site.model === undefined ? undefined : guessPrismaField(source, site.model);
      return [
        {
          ...item,
          detail: `the field serves to search ${source.name}`,
          text: `${print(indexArguments(source.name, guessed))}${comma}`,
        },
      ];
    }
    if (isFlag(name)) return [{ ...item, text: `${name}${comma}` }];
    const argument = argumentsOf(site, key, others);
    return argument === undefined ? [] : [{ ...item, detail, ...withEnding(argument, comma) }];
  });
}

function isFlag(name: string): boolean {
  return name === 'encrypted' || name === 'tenant_bound';
}

function withEnding({ text, snippet }: { readonly text: string; readonly snippet: string }, comma: string) {
  return { text: `${text}${comma}`, snippet: `${snippet}${comma}` };
}

/** The keys that are legal where the call stands and are not in it, those that are needed first. */
function keysAt({ owner }: FieldsealSite, { others }: FieldsealCall): readonly AnnotationKey[] {
  const missing = (keys: readonly AnnotationKey[]) => keys.filter(({ name }) => !others.has(name));
  if (owner.field === undefined) return missing(fieldsealModelKeys);
  const rest = missing(fieldsealValueKeys);
  if (others.has('encrypted')) return rest;
  const index = missing(fieldsealIndexKeys).filter(({ name }) => {
    if (name.startsWith('argon2_')) return others.get('idf') !== 'hmac-sha512';
    return true;
  });
  if (others.has('index')) return index;
  if (others.has('column_uuid')) return rest;
  if (others.size > 0) return [...missing(fieldsealIndexKeys), ...rest].filter(({ name }) => isOpening(name));
  return [
    ...(isEncryptable(owner) ? rest.filter(({ name }) => name === 'encrypted') : []),
    ...(isIndexable(owner) ? index.filter(({ name }) => name === 'index') : []),
  ];
}

function isOpening(name: string): boolean {
  return name === 'encrypted' || name === 'index';
}

/** A key with a value that may stand; undefined where none may. */
function argumentsOf(
  site: FieldsealSite,
  key: AnnotationKey,
  others: FieldsealCall['others'],
): { readonly text: string; readonly snippet: string } | undefined {
  const { name } = key;
  const one = (value: string | number) => ({
    text: `${name}: ${printed(value)}`,
    snippet: typeof value === 'number' ? `${name}: \${1:${value}}` : `${name}: "\${1:${value}}"`,
  });
  // Half a cost is refused.
  const partner = name === 'argon2_time_cost' ? 'argon2_memory_kib' : 'argon2_time_cost';
  if (name.startsWith('argon2_') && !others.has(partner)) {
    return name === 'argon2_time_cost'
      ? {
          text: 'argon2_time_cost: 3, argon2_memory_kib: 32768',
          snippet: 'argon2_time_cost: ${1:3}, argon2_memory_kib: ${2:32768}',
        }
      : undefined;
  }
  switch (name) {
    case 'table_uuid':
    case 'column_uuid': {
      const uuid = site.uuid();
      return { text: `${name}: "${uuid}"`, snippet: `${name}: "${uuid}"` };
    }
    case 'noun':
      return one(site.owner.field?.name ?? 'value');
    case 'index_id':
      return one('exact');
    default: {
      const values = valuesOf(site, key, others);
      const [first] = values;
      if (first === undefined) return undefined;
      if (values.length === 1 || first.quoted === false)
        return one(first.quoted ? first.label : Number(first.label));
      return {
        text: `${name}: "${first.label}"`,
        snippet: `${name}: "\${1|${values.map(({ label }) => label).join(',')}|}"`,
      };
    }
  }
}

interface ValueOffer {
  readonly label: string;
  readonly quoted: boolean;
  readonly detail?: string;
}

function valueOffers(site: FieldsealSite, { current, others }: FieldsealCall): readonly AnnotationOffer[] {
  if (current.kind !== 'value') return [];
  const keys: readonly AnnotationKey[] = [
    ...fieldsealModelKeys,
    ...fieldsealValueKeys,
    ...fieldsealIndexKeys,
  ];
  const key = keys.find(({ name }) => name === current.key);
  if (key === undefined) return [];
  const space = current.spaceBefore ? '' : ' ';
  return valuesOf(site, key, others).map(({ label, quoted, detail }) => ({
    label,
    kind: 'value',
    text: `${space}${quoted ? `"${label}"` : label}`,
    ...(detail === undefined ? {} : { detail }),
  }));
}

function valuesOf(
  site: FieldsealSite,
  { name, values = [] }: AnnotationKey,
  others: FieldsealCall['others'],
): readonly ValueOffer[] {
  const { owner, model } = site;
  switch (name) {
    case 'table_uuid':
    case 'column_uuid':
      return [{ label: site.uuid(), quoted: true, detail: 'a new UUID' }];
    case 'index':
      return searchable(site).map((source) => {
        const guessed = model === undefined ? undefined : guessPrismaField(source, model);
        return {
          label: source.name,
          quoted: true,
          ...(guessed === undefined ? {} : { detail: guessInWords(guessed) }),
        };
      });
    case 'truncate_bits':
      return bitsFor(numberOf(others.get('projected_population')));
    case 'projected_population':
      return populationsFor(numberOf(others.get('truncate_bits')));
    case 'argon2_time_cost':
      return ['3', '4'].map((label) => ({ label, quoted: false, detail: `${label} passes` }));
    case 'argon2_memory_kib':
      return ['32768', '65536'].map((label) => ({
        label,
        quoted: false,
        detail: `${Number(label) / 1024} MiB`,
      }));
    case 'storage':
      return quoted(
        values.filter((one) => one.name === (owner.field?.type === 'String' ? 'base64' : 'binary')),
      );
    case 'on_unindexable':
      return quoted(
        values.filter((one) => one.name === 'refuse' || others.get('normalize') === 'nfc-casefold-v1'),
      );
    case 'idf':
      return quoted(values.filter((one) => one.name === 'argon2id' || !others.has('argon2_time_cost')));
    case 'normalize':
      return quoted(
        values.filter((one) => one.name === 'nfc-casefold-v1' || others.get('on_unindexable') !== 'bucket'),
      );
    default:
      return quoted(values);
  }
}

function quoted(values: readonly { readonly name: string; readonly about: string }[]): readonly ValueOffer[] {
  return values.map(({ name, about }) => ({ label: name, quoted: true, detail: about }));
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The band for a population, its largest number first: the search that finds the fewest rows. */
function bitsFor(population: number | undefined): readonly ValueOffer[] {
  const count = population ?? usualPopulation;
  if (count < leastPopulation) return [];
  const { from, to } = bandOf(count);
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const bits = to - at;
    const shared = grouped(Math.round(count / 2 ** bits));
    return {
      label: String(bits),
      quoted: false,
      detail: `about ${shared} values share a fingerprint; ${from} to ${to} for ${grouped(count)} values`,
    };
  });
}

/** Round numbers of values whose band holds the bits. */
function populationsFor(bits: number | undefined): readonly ValueOffer[] {
  return [10_000, 100_000, 1_000_000, 10_000_000]
    .filter((count) => {
      const { from, to } = bandOf(count);
      return bits === undefined || (from <= bits && bits <= to);
    })
    .map((count) => {
      const { from, to } = bandOf(count);
      return {
        label: String(count),
        quoted: false,
        detail: `${grouped(count)} distinct values: ${from} to ${to} bits`,
      };
    });
}
