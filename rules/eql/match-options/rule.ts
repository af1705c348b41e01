import { nearest } from '../../model/nearest.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { type ObjectValue, type Property, propertyOf } from '../../model/value.ts';
import { type ConfiguredSearch, configuredName, configuredSearches } from '../configured.ts';
import { replaceWord } from '../replace-word.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/match-options',
  severity: 'warning',
  title: 'index options that no client reads, or that lose trigrams and case folding',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql }) {
    for (const search of configuredSearches(eql)) {
      // Builders write whole options by themselves.
      if (search.source !== 'sql' && search.source !== 'config-json') continue;
      if (search.options?.kind !== 'object') continue;
      const unread = search.options.properties.filter(({ key }) => isUnread(search.index, key));
      for (const property of unread) yield unreadOption(search, search.options, property);
      if (unread.length === 0) yield* partialOptions(search, search.options);
    }
  },
});

/** What a reader asks of each index's options. Source: docs.rs cipherstash-config, column/index; protect-ffi encrypt_config.rs. */
const readKeys: Readonly<Record<string, readonly string[]>> = {
  match: ['tokenizer', 'token_filters', 'k', 'm', 'include_original'],
  unique: ['token_filters'],
  ste_vec: ['prefix', 'term_filters', 'array_index_mode', 'mode'],
  ore: [],
  ope: [],
};

function isUnread(index: string, key: string): boolean {
  const keys = Object.hasOwn(readKeys, index) ? readKeys[index] : undefined;
  return keys !== undefined && !keys.includes(key);
}

function unreadOption(search: ConfiguredSearch, options: ObjectValue, property: Property): Report {
  const { index } = search;
  const { key, keyPlace } = property;
  const keys = readKeys[index] ?? [];
  const what = `nobody reads "${key}" in the options of the ${index} index of ${configuredName(search)}, and EQL stores it without a word`;
  if (index === 'match' && key === 'bf') {
    return {
      place: keyPlace,
      message: `${what}: the clients read "m", and take 2048 where it is missing; write "m"`,
      fixes:
        propertyOf(options, 'm') === undefined
          ? [suggestion('write "m"', replaceWord(keyPlace, key, 'm'))]
          : [],
    };
  }
  if (index === 'match' && key === 'token_length') {
    return {
      place: keyPlace,
      message: `${what}: it belongs into the tokenizer, as in "tokenizer": {"kind": "ngram", "token_length": 3}, without which whole words are searched and not their pieces`,
      fixes: [],
    };
  }
  const meant = nearest(key, keys);
  return {
    place: keyPlace,
    message: `${what}: ${keys.length === 0 ? 'this index has no options' : `it knows ${listed(keys)}`}`,
    fixes:
      meant === undefined || propertyOf(options, meant) !== undefined
        ? search.source === 'sql'
          ? []
          : [suggestion(`remove "${key}"`, { kind: 'remove-property', object: options, property })]
        : [suggestion(`write "${meant}"`, replaceWord(keyPlace, key, meant))],
  };
}

/** What a client takes for a key that is missing, and what the SQL call writes when there are no options at all. */
const usual = {
  tokenizer: {
    loses: 'whole words are searched and not their pieces',
    text: '{"kind": "ngram", "token_length": 3}',
  },
  token_filters: { loses: 'upper and lower case differ', text: '[{"kind": "downcase"}]' },
} as const;

function* partialOptions(search: ConfiguredSearch, options: ObjectValue): Generator<Report> {
  if (search.index !== 'match' || options.open) return;
  // The call fills an empty object with the usual options itself.
  if (search.source === 'sql' && options.properties.length === 0) return;
  if (search.cast !== undefined && search.cast.value !== 'text') return;
  const missing = (['tokenizer', 'token_filters'] as const).filter(
    (key) => propertyOf(options, key) === undefined,
  );
  if (missing.length === 0) return;
  const lost = listed(missing.map((key) => usual[key].loses));
  yield {
    place: search.source === 'sql' ? options.place : search.place,
    message: `without ${listed(missing.map((key) => `"${key}"`))} in the options of the match index of ${configuredName(search)}, ${lost}: the usual values count only where no options are given, so write ${listed(missing.map((key) => `"${key}": ${usual[key].text}`))}`,
    fixes: [],
  };
}
