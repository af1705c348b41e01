import type { DeclaredField, FieldOverride } from '../model/field.ts';
import type { Value } from '../model/value.ts';
import {
  type Bits,
  type ClassValue,
  classNames,
  classOf,
  type GuessabilityClass,
  type GuessabilityKind,
  isGuessabilityClass,
  type Surroundings,
} from './classes.ts';
import { words } from './words.ts';

/** How many values an attacker must try. */
export interface Guessability {
  readonly class: GuessabilityClass;
  /** How a message names one value: `e-mail address`. */
  readonly label: string;
  readonly kind: GuessabilityKind;
  readonly bits?: Bits;
  /** Why it is thought to be this class: half a sentence. */
  readonly reason: string;
}

/** What a schema says besides the name, in words that every language of schemas has. */
export type Hint =
  | 'boolean'
  | 'enumeration'
  | 'short-text'
  | 'ip-address'
  | 'random-id'
  | 'structured-id'
  | 'sequential-id'
  | 'reference';

export interface GuessInput {
  /** Dotted path or column name. */
  readonly path: string;
  /** The name of the collection, table or model. */
  readonly container?: string | undefined;
  /** The other fields of the same container. */
  readonly siblings?: readonly string[];
  /** A bsonType, or what is nearest to it. */
  readonly valueType?: string | undefined;
  /** The first one decides. */
  readonly hints?: readonly Hint[];
  readonly override?: FieldOverride;
}

/** The class of a field's values, or undefined where nothing certain says it. */
export function guess(input: GuessInput): Guessability | undefined {
  const override = input.override?.class;
  if (override !== undefined && isGuessabilityClass(override)) {
    return verdict(
      override,
      input.override?.saidBy === 'comment' ? 'its comment says so' : 'the configuration says so',
    );
  }
  const hint = input.hints?.[0];
  if (hint === 'reference') return undefined;
  if (hint !== undefined) return verdict(hintedClasses[hint], 'its declaration says so');
  if (input.valueType === 'bool') return verdict('boolean', 'its type is bool');
  if (input.valueType === 'objectId') return verdict('structured-id', 'its type is objectId');
  return guessByName(input);
}

/** The class of a declared field, among the fields that are declared with it. */
export function guessField(
  field: DeclaredField & { readonly bsonType?: Value },
  siblings: readonly Pick<DeclaredField, 'path'>[] = [],
): Guessability | undefined {
  const { container, override } = field;
  const path = field.path ?? '';
  const valueType = field.bsonType?.kind === 'string' ? field.bsonType.value : undefined;
  const key =
    override.class === undefined ? `${valueType}\0${container.collection ?? ''}\0${path}` : undefined;
  if (key !== undefined && guesses.has(key)) return guesses.get(key);
  let aloneIsEnough = true;
  const guessed = guess({
    path,
    container: container.collection,
    // Few names ask for them, and a list may be long.
    get siblings() {
      aloneIsEnough = false;
      return siblings.flatMap((one) => (one.path === undefined || one.path === field.path ? [] : [one.path]));
    },
    valueType,
    override,
  });
  if (key !== undefined && aloneIsEnough) {
    if (guesses.size >= mostGuesses) guesses.clear();
    guesses.set(key, guessed);
  }
  return guessed;
}

/** What was guessed by name and type alone: several rules ask, and an edit changes one name of a file. */
const guesses = new Map<string, Guessability | undefined>();
const mostGuesses = 5_000;

/** True for values that can be tried or looked up, few or many. */
export function isGuessable({ kind }: Pick<Guessability, 'kind'>): boolean {
  return kind === 'gated' || kind === 'enumerable' || kind === 'listed';
}

const hintedClasses = {
  boolean: 'boolean',
  enumeration: 'enumeration',
  'short-text': 'enumeration',
  'ip-address': 'ip',
  'random-id': 'random-id',
  'structured-id': 'structured-id',
  'sequential-id': 'sequential-id',
} as const satisfies Record<Exclude<Hint, 'reference'>, GuessabilityClass>;

/** Words that say whose value it is, and leave what it is. The second list says that the owner is a person. */
const roles = new Set(
  `billing shipping home work primary secondary alt alternate alternative new old current previous backup recovery
   personal private business office mailing permanent default client parent child partner`.split(/\s+/),
);
const personRoles = new Set(
  `user customer patient member employee contact owner guardian emergency sender recipient invitee spouse
   mother father student guest applicant beneficiary`.split(/\s+/),
);

/** Words that say how it is stored: a digest of a value is as guessable as the value. */
const storage = new Set(
  `enc encrypted cipher ciphertext ct plain raw masked hash hashed hmac digest bidx bi blind index idx lookup search
   fp fingerprint`.split(/\s+/),
);

const personModels = new Set(
  `user person patient customer client contact employee member lead profile holder guest candidate student physician
   people applicant citizen donor`.split(/\s+/),
);

const addressNames = new Set(
  `city town county zip zipcode postcode postalcode postal plz address street streetaddress country countrycode comune
   provincia`.split(/\s+/),
);

/** Last words after which even `is…` and `has…` is no yes-or-no value. */
const notFlags = new Set('id ids at on count date key url token number name code'.split(' '));

/** A token whose qualifier says that it is the short code of a second factor. */
const shortTokens = new Set(['otp', 'sms', 'pin', 'mfa', 'totp', 'tfa', 'fa']);

/** A longer name is none that a person gave. */
const longestName = 100;

interface Name {
  readonly class: GuessabilityClass;
  readonly near?: Surroundings;
}

/** Names are compared without their gaps, so that `zipcode` and `zipCode` are one. */
const names = new Map<string, Name[]>();
const endings: { readonly class: GuessabilityClass; readonly words: readonly string[] }[] = [];

for (const name of classNames) {
  const data = classOf(name);
  for (const one of [...(data.names ?? []), ...(data.numbers ?? [])]) add(one, { class: name });
  for (const one of [...(data.numbers ?? []), ...(data.onlyNumbers ?? [])]) {
    for (const suffix of ['number', 'no', 'nr', 'num']) add(`${one} ${suffix}`, { class: name });
  }
  for (const near of ['person', 'address'] as const) {
    for (const one of data.namesNear?.[near] ?? []) add(one, { class: name, near });
  }
  for (const ending of data.endings ?? []) endings.push({ class: name, words: ending.split(' ') });
}

function add(text: string, name: Name) {
  const key = text.replaceAll(' ', '');
  names.set(key, [...(names.get(key) ?? []), name]);
}

function guessByName(input: GuessInput): Guessability | undefined {
  const segments = input.path.split('.').filter((segment) => !/^\d*$/.test(segment));
  const last = segments.at(-1);
  if (last === undefined || last.length > longestName) return undefined;
  const parents = segments.slice(0, -1);
  const near: Record<Surroundings, () => boolean> = {
    person: () => isPerson(input.container) || parents.some(isPerson),
    address: () => parents.some(isAddressPart) || (input.siblings ?? []).some(isAddressPart),
  };
  const stored = storedAs(input.valueType);
  if (stored === undefined && input.valueType !== undefined) return undefined;
  for (const reading of readings(words(last))) {
    const found = classOfReading(reading, near);
    if (found === undefined) continue;
    const takes: readonly ClassValue[] = classOf(found).storedAs ?? ['text'];
    return stored === undefined || takes.includes(stored)
      ? verdict(found, `it is named "${last}"`)
      : undefined;
  }
  return undefined;
}

interface Reading {
  readonly rest: readonly string[];
  /** True when a word that was left out says that the value is a person's. */
  readonly person: boolean;
  /** True when the first word was how the value is stored: `hashType` is no type, `hashedEmail` is an e-mail address. */
  readonly storage: boolean;
}

/** The name as it stands, then without how it is stored and whose it is, each also without a counter at its end. */
function* readings(all: readonly string[]): Generator<Reading> {
  let reading: Reading = { rest: all, person: false, storage: false };
  yield* counted(reading);
  while (reading.rest.length > 1) {
    const { rest } = reading;
    const first = rest[0] ?? '';
    if (storage.has(rest.at(-1) ?? '')) reading = { ...reading, rest: rest.slice(0, -1) };
    else if (storage.has(first)) reading = { ...reading, rest: rest.slice(1), storage: true };
    else if (personRoles.has(first)) reading = { ...reading, rest: rest.slice(1), person: true };
    else if (roles.has(first)) reading = { ...reading, rest: rest.slice(1) };
    else return;
    yield* counted(reading);
  }
}

function* counted(reading: Reading): Generator<Reading> {
  yield reading;
  const { rest } = reading;
  if (rest.length > 1 && /^\d{1,2}$/.test(rest.at(-1) ?? '')) yield { ...reading, rest: rest.slice(0, -1) };
}

function classOfReading(
  { rest, person, storage: stored }: Reading,
  near: Readonly<Record<Surroundings, () => boolean>>,
): GuessabilityClass | undefined {
  const candidates = names.get(rest.join('')) ?? [];
  const found =
    candidates.find(
      (one) => one.near !== undefined && ((one.near === 'person' && person) || near[one.near]()),
    ) ?? candidates.find((one) => one.near === undefined);
  if (found !== undefined) return stored && found.class === 'enumeration' ? undefined : found.class;
  return classOfShape(rest);
}

/** Names that are known by their first or last word. */
function classOfShape(rest: readonly string[]): GuessabilityClass | undefined {
  if (rest.length < 2) return undefined;
  if ((rest[0] === 'is' || rest[0] === 'has') && !notFlags.has(rest.at(-1) ?? '')) return 'boolean';
  for (const ending of endings) {
    const before = rest.slice(0, -ending.words.length);
    if (before.length === 0 || rest.slice(-ending.words.length).join(' ') !== ending.words.join(' '))
      continue;
    return ending.class === 'token' && before.some((word) => shortTokens.has(word))
      ? undefined
      : ending.class;
  }
  return undefined;
}

/** The last word says what a container holds: a user group is no user. */
function isPerson(name: string | undefined): boolean {
  const last = name === undefined ? undefined : words(name).at(-1);
  if (last === undefined) return false;
  const one = last.endsWith('s') ? last.slice(0, -1) : last;
  return [last, one].some((word) => personModels.has(word) || personRoles.has(word));
}

function isAddressPart(path: string): boolean {
  const all = words(path.slice(path.lastIndexOf('.') + 1));
  return addressNames.has(all.join('')) || addressNames.has(all.slice(1).join(''));
}

/** How a type stores a value: undefined for one that holds none of the classes (arrays, objects, times). */
function storedAs(valueType: string | undefined): ClassValue | undefined {
  switch (valueType) {
    case 'string':
    case 'binData':
    case 'symbol':
      return 'text';
    case 'int':
    case 'long':
    case 'double':
    case 'decimal':
      return 'number';
    case 'date':
      return 'date';
    default:
      return undefined;
  }
}

function verdict(name: GuessabilityClass, reason: string): Guessability {
  const { label, kind, bits } = classOf(name);
  return { class: name, label, kind, ...(bits === undefined ? {} : { bits }), reason };
}
