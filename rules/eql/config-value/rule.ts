import type { EqlConfigCall, EqlProject } from '../../model/eql.ts';
import { nearest } from '../../model/nearest.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import type { EqlVersion } from '../../model/target.ts';
import { eqlVersions } from '../../model/target.ts';
import { propertyOf, toNumber, type Value } from '../../model/value.ts';
import { type ConfiguredSearch, configuredName, configuredSearches } from '../configured.ts';
import { replaceWord } from '../replace-word.ts';
import { listed } from '../wording.ts';
import { bloomBits, bloomHashes, castsOf, indexesOf, sdkCasts, tokenFilters, tokenizers } from './values.ts';

export const rule = defineRule({
  id: 'eql/config-value',
  severity: 'error',
  title: 'an unknown cast, index or option value in an EQL v2 configuration',
  since: '0.1.0',
  fix: 'suggestion',
  dependsOn: 'eql',
  *check({ eql: project }, { eql }) {
    for (const { place, value } of castsWritten(project)) {
      yield* checkCast(value, place, eql(place.file, 'v2').version);
    }
    for (const search of configuredSearches(project)) {
      if (search.generation !== 'v2') continue;
      yield* checkIndex(search, eql(search.place.file, 'v2').version);
      yield* checkOptions(search, eql(search.place.file, 'v2').version);
    }
    for (const call of project.databases.flatMap(({ configCalls }) => configCalls)) yield* checkJson(call);
  },
});

interface Written {
  readonly value: string;
  readonly place: ConfiguredSearch['place'];
}

/** A cast of a JSON configuration stands once, of calls in each. Builders write the words of SQL themselves. */
function castsWritten({ databases, declared }: EqlProject): readonly Written[] {
  const calls = databases.flatMap(({ configCalls }) =>
    configCalls.flatMap(({ cast, generation }) => (cast === undefined || generation !== 'v2' ? [] : [cast])),
  );
  const json = declared.flatMap(({ cast, source }) =>
    source === 'config-json' && cast !== undefined ? [{ value: cast.written, place: cast.place }] : [],
  );
  return [...calls, ...json];
}

function* checkCast(value: string, place: Written['place'], version: EqlVersion): Generator<Report> {
  const known = castsOf(version);
  if (known.includes(value)) return;
  const meant = meantCast(value, known);
  const later = castsOf(newest).includes(value) ? `, which came with 2.3.1,` : '';
  yield {
    place,
    message: `"${value}" is no cast of EQL ${version}${later} and the call raises "${value} is not a valid cast type": write ${meant === undefined ? `one of ${listed(known)}` : `"${meant}"`} (PostgreSQL code P0001)`,
    fixes: meant === undefined ? [] : [suggestion(`write "${meant}"`, replaceWord(place, value, meant))],
  };
}

const newest = eqlVersions.filter((version) => version.startsWith('2')).at(-1) ?? '2.3.1';

function meantCast(value: string, known: readonly string[]): string | undefined {
  const sdk = Object.hasOwn(sdkCasts, value) ? sdkCasts[value as keyof typeof sdkCasts] : undefined;
  const meant = sdk ?? nearest(value, known);
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}

function* checkIndex({ index, place, source }: ConfiguredSearch, version: EqlVersion): Generator<Report> {
  const known = indexesOf(version);
  if (known.includes(index) || (source !== 'sql' && source !== 'config-json')) return;
  const meant = nearest(index, known);
  const later = indexesOf(newest).includes(index) ? ', which came with 2.3.1,' : '';
  yield {
    place,
    message: `"${index}" is no index of EQL ${version}${later} and the configuration is refused with "Configuration has an invalid index": write ${meant === undefined || later !== '' ? `one of ${listed(known)}` : `"${meant}"`} (PostgreSQL code P0001)`,
    fixes:
      meant === undefined || later !== ''
        ? []
        : [suggestion(`write "${meant}"`, replaceWord(place, index, meant))],
  };
}

function* checkOptions(search: ConfiguredSearch, version: EqlVersion): Generator<Report> {
  const { index, options } = search;
  if (options?.kind !== 'object') return;
  const value = (key: string) => propertyOf(options, key)?.value;
  if (index === 'match') {
    yield* checkNumber(search, 'k', value('k'), bloomHashes, (k) => Number.isInteger(k));
    yield* checkNumber(search, 'm', value('m'), bloomBits, isPowerOfTwo);
    yield* checkKind(search, value('tokenizer'), 'tokenizer', tokenizers);
  }
  if (index === 'match' || index === 'unique') {
    const filters = value('token_filters');
    for (const filter of filters?.kind === 'array' ? filters.items : []) {
      yield* checkKind(search, filter, 'token filter', tokenFilters);
    }
  }
  const mode = value('mode');
  if (index === 'ste_vec' && mode?.kind === 'string' && !steVecModes.includes(mode.value)) {
    const refused = version === newest;
    yield {
      place: mode.place,
      message: `"${mode.value}" is no mode of ste_vec${refused ? ', and EQL 2.3.1 refuses the configuration' : ', and EQL 2.2.1 stores it where no reader understands it'}: write ${listed(
        steVecModes.map((one) => `"${one}"`),
        'or',
      )}${refused ? ' (PostgreSQL code P0001)' : ''}`,
    };
  }
}

const steVecModes = ['standard', 'compat'];

function* checkNumber(
  search: ConfiguredSearch,
  key: 'k' | 'm',
  value: Value | undefined,
  { least, most, what }: { readonly least: number; readonly most: number; readonly what: string },
  isLegal: (value: number) => boolean,
): Generator<Report> {
  if (value === undefined || value.kind === 'unknown') return;
  const number = value.kind === 'number' ? toNumber(value) : undefined;
  if (number !== undefined && number >= least && number <= most && isLegal(number)) return;
  yield {
    place: value.place,
    message: `${key} of the match index of ${configuredName(search)} must be ${what}, and EQL stores what is written without a word: the clients that read it refuse it or find nothing`,
    fixes: fixesOf(key, number, value.place),
  };
}

function fixesOf(key: 'k' | 'm', number: number | undefined, place: ConfiguredSearch['place']) {
  if (number === undefined) return [];
  const meant =
    key === 'k'
      ? Math.min(bloomHashes.most, Math.max(bloomHashes.least, Math.round(number)))
      : Math.min(bloomBits.most, Math.max(bloomBits.least, 2 ** Math.round(Math.log2(Math.max(1, number)))));
  return [
    suggestion(`set ${key} to ${meant}, the nearest legal value`, {
      kind: 'text',
      place,
      text: String(meant),
    }),
  ];
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

function* checkKind(
  search: ConfiguredSearch,
  value: Value | undefined,
  what: string,
  known: readonly string[],
): Generator<Report> {
  const kind = value?.kind === 'object' ? propertyOf(value, 'kind')?.value : undefined;
  if (kind?.kind !== 'string' || known.includes(kind.value)) return;
  const meant = nearest(kind.value, known);
  yield {
    place: kind.place,
    message: `"${kind.value}" is no ${what}, and EQL stores it without a word: the clients that read the ${search.index} index of ${configuredName(search)} know ${listed(known.map((one) => `"${one}"`))}`,
    fixes:
      meant === undefined ? [] : [suggestion(`write "${meant}"`, replaceWord(kind.place, kind.value, meant))],
  };
}

function* checkJson({ options, generation }: EqlConfigCall): Generator<Report> {
  if (generation !== 'v2' || options?.value !== 'broken') return;
  yield {
    place: options.place,
    message:
      'the options are no JSON, and PostgreSQL refuses the call: write an object such as {"k": 6, "m": 2048} (PostgreSQL code 22P02)',
  };
}
