import type { FieldEstimate } from '../../rules/costs/estimate.ts';
import type { QuerySettings } from '../../rules/costs/settings.ts';
import { bsonTypes, isBsonType } from '../../rules/model/bson.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { CsfleField, QueryableField, QueryType } from '../../rules/model/mongodb.ts';
import { atLeast, type MongodbTarget } from '../../rules/model/target.ts';
import type { Property } from '../../rules/model/value.ts';
import { counted, listed } from '../../rules/model/words.ts';
import { contentionOf } from '../../rules/mongodb/contention-of.ts';
import { deterministic, random } from '../../rules/mongodb/csfle-algorithms.ts';
import { code, type Line } from './card.ts';
import type { SettingAt } from './declarations.ts';
import { indexOfQuery, isCountedOption, whatIf } from './what-if.ts';

/** What the setting under the cursor drives, in one line; undefined where there is nothing to say about it. */
export function settingLine(
  field: QueryableField | CsfleField,
  { object, property }: SettingAt,
  estimate: FieldEstimate | undefined,
): Line | undefined {
  const words =
    field.system === 'mongodb-csfle'
      ? clientSideWords(property)
      : (queryWords(field, { object, property }, estimate) ?? fieldWords(field, property));
  return words === undefined ? undefined : [code(property.key), `: ${words}`];
}

function queryWords(
  field: QueryableField,
  { object, property: { key, value } }: SettingAt,
  estimate: FieldEstimate | undefined,
): string | undefined {
  const at = indexOfQuery(field, object);
  const query = field.queries[at];
  if (query === undefined) return undefined;
  const settings = estimate?.settings.queries[at];
  switch (key) {
    case 'queryType':
      return settings === undefined ? kindWords(query) : settingsWords(settings);
    case 'contention':
      return contentionWords(query);
    case 'min':
    case 'max':
      return boundWords(key, settings);
    case 'precision':
      return `decimal places that a value keeps; each more makes the range ten times as long${bitsNow(settings)}`;
    case 'caseSensitive':
    case 'diacriticSensitive': {
      const what = key === 'caseSensitive' ? 'upper and lower case' : 'accents';
      const does =
        value.kind !== 'boolean'
          ? 'whether searches tell'
          : value.value
            ? 'searches tell'
            : 'searches do not tell';
      return `${does} ${what} apart; it changes no number`;
    }
    default:
      return isCountedOption(key) && key in meanings
        ? `${meanings[key]}${oneMoreOneLess(field, estimate, at, key)}`
        : undefined;
  }
}

const meanings = {
  strMinQueryLength: 'the shortest text that a search may have',
  strMaxQueryLength: 'the longest text that a search may have',
  strMaxLength: 'the longest value that can be stored',
  sparsity: 'every how many levels of the tree one is stored; a sparser tree makes searches slower',
  trimFactor: 'how many levels of the tree are cut off at the top; a higher cut makes wide searches slower',
} as const;

/** `; 236 tokens at most, one more 281, one less 192`. */
function oneMoreOneLess(
  field: QueryableField,
  estimate: FieldEstimate | undefined,
  at: number,
  option: keyof typeof meanings,
): string {
  if (estimate === undefined) return '';
  const tokens = (by: 1 | -1) => whatIf(field, estimate, at, option, by)?.tokens.worst;
  const [more, less] = [tokens(1), tokens(-1)];
  const now = counted(estimate.tokens.worst, 'token');
  if (more === undefined && less === undefined) return `; ${now} at most`;
  const steps = [
    ...(more === undefined ? [] : [`one more ${grouped(more)}`]),
    ...(less === undefined ? [] : [`one less ${grouped(less)}`]),
  ];
  return `; ${now} at most, ${steps.join(', ')}`;
}

function kindWords({ kind }: QueryType): string | undefined {
  switch (kind) {
    case undefined:
      return undefined;
    case 'equality':
      return 'finds a value by all of it';
    case 'range':
      return 'finds values between two bounds';
    case 'prefix':
      return 'finds values by how they begin';
    case 'suffix':
      return 'finds values by how they end';
    case 'substring':
      return 'finds values by any piece of them';
  }
}

function settingsWords(settings: QuerySettings): string {
  switch (settings.kind) {
    case 'equality':
      return 'finds a value by all of it, which is one token';
    case 'range':
      return 'finds values between two bounds; a token for each stored level of a tree over all values';
    case 'prefix':
    case 'suffix': {
      const { strMinQueryLength: least, strMaxQueryLength: most } = settings;
      const end = settings.kind === 'prefix' ? 'begin' : 'end';
      return `finds values by how they ${end}; a token for each length from ${least} to ${most}, and one for the whole value`;
    }
    case 'substring': {
      const { strMinQueryLength: least, strMaxQueryLength: most } = settings;
      return `finds values by any piece of them; a token for each piece of ${least} to ${most} characters, and one for the whole value`;
    }
  }
}

function contentionWords(query: QueryType): string | undefined {
  const amount = contentionOf(query)?.amount;
  if (amount === undefined) return undefined;
  const slots = amount + 1n;
  if (slots === 1n) {
    return 'one counter a value: a lookup probes it alone, writers of one value wait for each other, and it shows how often the value is written';
  }
  return `${grouped(slots)} counters a value: a lookup probes them all, and as many writers of one value need not wait`;
}

function boundWords(key: 'min' | 'max', settings: QuerySettings | undefined): string {
  return `the ${key === 'min' ? 'least' : 'greatest'} value that can be stored; closer bounds leave fewer tokens${bitsNow(settings)}`;
}

function bitsNow(settings: QuerySettings | undefined): string {
  return settings?.kind === 'range' ? `; now ${settings.bits} bits` : '';
}

function fieldWords(field: QueryableField, { key, value }: Property): string | undefined {
  switch (key) {
    case 'bsonType':
      return value.kind === 'string' ? typeWords(value.value, field.target) : undefined;
    case 'queries':
      return 'how the value can be searched; it cannot be changed once the collection exists';
    case 'keyId':
      return 'the data key of this field, and of no other field of the collection';
    case 'keyAltName':
      return 'the name of the data key of this field';
    default:
      return undefined;
  }
}

function typeWords(name: string, target: MongodbTarget): string | undefined {
  if (!isBsonType(name)) return undefined;
  const { equality, range, text } = bsonTypes[name];
  const preview = atLeast(target, '9.0') ? '' : 'Preview';
  const kinds = [
    ...(equality ? ['equality'] : []),
    ...(range ? ['range'] : []),
    ...(text && atLeast(target, '8.2')
      ? ['prefix', 'suffix', 'substring'].map((kind) => kind + preview)
      : []),
  ];
  return kinds.length === 0
    ? `the one type that values may have; ${name} can be encrypted and not searched`
    : `the one type that values may have; ${name} can be searched by ${listed(kinds, 'or')}`;
}

function clientSideWords({ key, value }: Property): string | undefined {
  switch (key) {
    case 'algorithm':
      if (value.kind !== 'string') return undefined;
      if (value.value === deterministic)
        return 'one value always gives one ciphertext, so equality can find it';
      return value.value === random
        ? 'one value gives another ciphertext each time, so no query finds it'
        : undefined;
    case 'bsonType':
      return 'the type that values may have; Deterministic needs it, and takes one alone';
    case 'keyId':
      return 'the data key: a list of one, or a JSON pointer to the field of the document that names it';
    default:
      return undefined;
  }
}
