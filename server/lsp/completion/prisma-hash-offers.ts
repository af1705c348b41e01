import { guessPrismaField } from '../../../rules/blind-index/guess-prisma-field.ts';
import { ciphertextLength } from '../../../rules/costs/blind-index/ciphertext.ts';
import type { PrismaModel, PrismaModelField } from '../../../rules/model/blind-index.ts';
import type { PrismaField } from '../../read/prisma/schema.ts';
import { guessInWords } from '../../report/cost-words.ts';
import { type AnnotationKey, type AnnotationValue, encryptedKeys, hashKeys } from '../prisma-keys.ts';
import { type CommentOwner, type PrismaCursor, spanInFile } from './prisma-cursor.ts';
import type { AnnotationOffer, AnnotationOffers } from './prisma-offer.ts';

/** What the annotations of prisma-field-encryption, and of its fork, are made from. */
export interface HashSite {
  readonly cursor: PrismaCursor;
  readonly owner: CommentOwner;
  /** The model as the project has it; absent where nothing in the file is encrypted yet. */
  readonly model: PrismaModel | undefined;
  /** Variables that the project sets, where that is known. */
  readonly variables: ReadonlySet<string> | undefined;
  /** Bytes of a typical value. */
  readonly length: number;
}

/** Annotations, their options and values, as `@encrypted?mode=strict` and `@encryption:hash(email)?normalize=trim`. */
export function hashOffers(site: HashSite): AnnotationOffers | undefined {
  const { group, at } = site.cursor;
  const lineStart = group.text.lastIndexOf('\n', at - 1) + 1;
  const before = group.text.slice(lineStart, at);
  const behind = group.text.slice(at).split('\n')[0] ?? '';
  const offersFrom = (typed: string, more: RegExp, offers: readonly AnnotationOffer[]) => {
    const rest = more.exec(behind)?.[0] ?? '';
    const span = spanInFile(group, at - typed.length, at + rest.length);
    return span === undefined || offers.length === 0 ? undefined : { span, offers };
  };

  const name = /(?:^|\s)(@[\w:]*)$/.exec(before)?.[1];
  if (name !== undefined) {
    const rest = /^[\w:]*(?:\(\w*\))?/;
    const others = group.text.slice(0, at - name.length) + group.text.slice(at).replace(rest, '');
    return offersFrom(name, rest, annotations(site, others));
  }
  const source = /@encryption:hash\((\w*)$/.exec(before)?.[1];
  if (source !== undefined) {
    const closed = /^\w*\)/.test(behind);
    return offersFrom(source, /^\w*/, sources(site, closed ? '' : ')'));
  }
  const options = /@(encrypted|encryption:hash\(\w+\))\?((?:[\w=]*&)*)(\w*)(=\w*)?$/.exec(before);
  if (options === null) return undefined;
  const [, annotation, written = '', key = '', value] = options;
  const keys: readonly AnnotationKey[] = annotation === 'encrypted' ? encryptedKeys : hashKeys;
  const others = `${written}${/^\w*(?:=\w*)?(&[\w=&]*)?/.exec(behind)?.[1] ?? ''}`;
  const given = [...others.matchAll(/(\w+)=(\w*)/g)].map(([, one = '', two = '']) => ({
    key: one,
    value: two,
  }));
  if (value === undefined) {
    return offersFrom(key, /^\w*(?:=\w*)?/, optionKeys(site, keys, given));
  }
  return offersFrom(value.slice(1), /^\w*/, optionValues(site, keys, key, given));
}

/** The two annotations exclude each other on one field, and a third one is for a key. */
function annotations(site: HashSite, others: string): readonly AnnotationOffer[] {
  const { owner, model, length } = site;
  const { field, block } = owner;
  if (field === undefined || block.kind !== 'model' || /@encrypted|@encryption:/.test(others)) return [];
  const own = model?.fields.find(({ name }) => name === field.name);
  const isKey = field.attributes.some(({ name }) => name === 'id' || name === 'unique');
  const encryptable =
    isText(field) && !field.attributes.some(({ name }) => name === 'id' || name === 'default');
  const offers: AnnotationOffer[] = [];
  if (encryptable && own?.relationKey !== true && (own?.encryption?.kind ?? 'encrypted') === 'encrypted') {
    offers.push({
      label: '@encrypted',
      kind: 'annotation',
      text: '@encrypted',
      detail: `${length} B become ${ciphertextLength(length)} B`,
      about:
        'The field is encrypted when it is written and decrypted when it is read, with AES-256-GCM. Equal values differ, so nothing finds it without a hash.',
    });
  }
  if (encryptable) {
    for (const source of searchable(site)) {
      const text = `@encryption:hash(${source.name})`;
      offers.push({
        label: text,
        kind: 'annotation',
        text,
        detail: hashDetail(source, model),
        about: `The field holds the hash of ${source.name}, and a search for ${source.name} goes to it. Equal values have equal hashes, so how often each occurs shows.`,
      });
    }
  }
  if (isKey && ['Int', 'BigInt', 'String'].includes(field.type ?? '') && !field.list && hasEncrypted(model)) {
    offers.push({
      label: '@encryption:cursor',
      kind: 'annotation',
      text: '@encryption:cursor',
      detail: 'migrations go through the rows by it',
      about:
        'The generated migrations, which encrypt and rotate what is stored, go through the rows by this field.',
    });
  }
  return offers;
}

function hashDetail(source: PrismaModelField, model: PrismaModel | undefined): string {
  const guessed = model === undefined ? undefined : guessPrismaField(source, model);
  return `searched by equality, 64 B${guessed === undefined ? '' : `; ${guessInWords(guessed)}`}`;
}

function isText({ type, list }: PrismaField): boolean {
  return type === 'String' && !list;
}

function hasEncrypted(model: PrismaModel | undefined): boolean {
  return model?.fields.some(({ encryption }) => encryption?.kind === 'encrypted') === true;
}

/** The encrypted fields that no other field is a hash of. */
function searchable({ owner, model }: HashSite): readonly PrismaModelField[] {
  const own = owner.field?.name;
  return (model?.fields ?? []).filter(
    ({ name, encryption, list }) =>
      name !== own &&
      !list &&
      encryption?.kind === 'encrypted' &&
      encryption.indexes.every(({ field }) => field === own),
  );
}

function sources(site: HashSite, ending: string): readonly AnnotationOffer[] {
  return searchable(site).map((source) => ({
    label: source.name,
    kind: 'value',
    text: `${source.name}${ending}`,
    detail: hashDetail(source, site.model),
  }));
}

interface Given {
  readonly key: string;
  readonly value: string;
}

function optionKeys(
  site: HashSite,
  keys: readonly AnnotationKey[],
  given: readonly Given[],
): readonly AnnotationOffer[] {
  return keys.flatMap((key): AnnotationOffer[] => {
    const { name, about } = key;
    // The salt itself has no place in a schema.
    if (name === 'salt') return [];
    if (name !== 'normalize' && given.some((one) => one.key === name)) return [];
    const values = valuesOf(site, key, given);
    const [first] = values;
    if (first === undefined) return [];
    const stop =
      values.length > 1 ? `\${1|${values.map((one) => one.name).join(',')}|}` : `\${1:${first.name}}`;
    return [
      {
        label: name,
        kind: 'key',
        text: `${name}=${first.name}`,
        snippet: `${name}=${stop}`,
        detail: key.default === undefined ? about : `without it: ${key.default}`,
        about,
      },
    ];
  });
}

function optionValues(
  site: HashSite,
  keys: readonly AnnotationKey[],
  name: string,
  given: readonly Given[],
): readonly AnnotationOffer[] {
  const key = keys.find((one) => one.name === name);
  if (key === undefined) return [];
  return valuesOf(site, key, given).map((value) => ({
    label: value.name,
    kind: 'value',
    text: value.name,
    ...(value.about === '' ? {} : { detail: value.about }),
  }));
}

/** The values that are read, and mean something beside what is there. */
function valuesOf(
  { variables }: HashSite,
  { name, values = [] }: AnnotationKey,
  given: readonly Given[],
): readonly AnnotationValue[] {
  const other = (key: string) => given.find((one) => one.key === key)?.value;
  switch (name) {
    case 'saltEnv': {
      const salts = [...(variables ?? [])]
        .filter((one) => /salt|pepper/i.test(one) && /^\w+$/.test(one))
        .sort();
      return salts.length > 0
        ? salts.map((one) => ({ name: one, about: 'an environment file sets it' }))
        : [{ name: 'HASH_SALT', about: 'a variable that the environment has to set' }];
    }
    case 'normalize': {
      if ((other('inputEncoding') ?? 'utf8') !== 'utf8') return [];
      const used = new Set(given.flatMap((one) => (one.key === 'normalize' ? [one.value] : [])));
      const cased = used.has('lowercase') || used.has('uppercase');
      return values.filter((one) => !used.has(one.name) && !(cased && one.name.endsWith('case')));
    }
    case 'inputEncoding':
      return other('normalize') === undefined ? values : values.filter((one) => one.name === 'utf8');
    default:
      return values;
  }
}
