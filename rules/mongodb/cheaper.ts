import type { AffixSettings, QuerySettings, RangeSettings, SubstringSettings } from '../costs/settings.ts';
import type { Change, Fix, NewValue } from '../model/finding.ts';
import type { QueryType } from '../model/mongodb.ts';
import { suggestion } from '../model/rule.ts';
import { atLeast } from '../model/target.ts';
import { lookup, type ObjectValue, propertyOf } from '../model/value.ts';
import { describeWorst } from './cost-wording.ts';
import { type FieldCost, supposing } from './field-cost.ts';
import { setOwn } from './own-value.ts';

/** Ways to stay within so many tokens a value, each with its numbers. */
export function cheaper(cost: FieldCost, tokens: number): Fix[] {
  const [first, second] = cost.estimate.settings.queries;
  const [query] = cost.field.queries;
  if (first === undefined || query === undefined) return [];
  switch (first.kind) {
    case 'equality':
      return [];
    case 'range':
      return sparser(cost, query, first, tokens);
    case 'substring':
      return [
        ...shorterValues(cost, query, first, tokens),
        ...narrowerSearch(cost, query, first, tokens),
        ...ends(cost, query, first),
      ];
    case 'prefix':
    case 'suffix':
      return shorterEnds(
        cost,
        second === undefined || isAffix(second)
          ? [first, ...(second === undefined ? [] : [second])]
          : [first],
        tokens,
      );
  }
}

function isAffix(settings: QuerySettings): settings is AffixSettings {
  return settings.kind === 'prefix' || settings.kind === 'suffix';
}

/** The greatest strMaxLength that stays within. */
function shorterValues(
  cost: FieldCost,
  query: QueryType,
  settings: SubstringSettings,
  tokens: number,
): Fix[] {
  const length = greatest(settings.strMaxQueryLength, settings.strMaxLength - 1, (strMaxLength) =>
    within(cost, [{ ...settings, strMaxLength }], tokens),
  );
  if (length === undefined) return [];
  const estimate = supposing(cost, [{ ...settings, strMaxLength: length }]);
  return [
    suggestion(
      `take values of ${length} characters and no longer: ${describeWorst(estimate)}`,
      ...setNumber(query.object, 'strMaxLength', length),
    ),
  ];
}

/** The longest and the shortest searches that stay within. */
function narrowerSearch(
  cost: FieldCost,
  query: QueryType,
  settings: SubstringSettings,
  tokens: number,
): Fix[] {
  const { strMinQueryLength: shortest, strMaxQueryLength: longest } = settings;
  const fixes: Fix[] = [];
  const end = greatest(shortest, longest - 1, (strMaxQueryLength) =>
    within(cost, [{ ...settings, strMaxQueryLength }], tokens),
  );
  if (end !== undefined) {
    const estimate = supposing(cost, [{ ...settings, strMaxQueryLength: end }]);
    fixes.push(
      suggestion(
        `search for ${span(shortest, end)} instead of ${span(shortest, longest)}: ${describeWorst(estimate)}`,
        ...setNumber(query.object, 'strMaxQueryLength', end),
      ),
    );
  }
  const start = least(shortest + 1, longest, (strMinQueryLength) =>
    within(cost, [{ ...settings, strMinQueryLength }], tokens),
  );
  if (start !== undefined) {
    const estimate = supposing(cost, [{ ...settings, strMinQueryLength: start }]);
    fixes.push(
      suggestion(
        `search for ${span(start, longest)} instead of ${span(shortest, longest)}: ${describeWorst(estimate)}`,
        ...setNumber(query.object, 'strMinQueryLength', start),
      ),
    );
  }
  return fixes;
}

/** Prefix and suffix with the same lengths, where only the ends of a value are searched. */
export function ends(cost: FieldCost, query: QueryType, settings: SubstringSettings): Fix[] {
  const { field } = cost;
  const queries = field.queriesProperty?.value;
  if (queries === undefined || query.object.open || !atLeast(field.target, '8.2')) return [];
  const { strMinQueryLength, strMaxQueryLength } = settings;
  const pair = (['prefix', 'suffix'] as const).map((kind) => ({
    kind,
    strMinQueryLength,
    strMaxQueryLength,
  }));
  const estimate = supposing(cost, pair);
  if (estimate.tokens.worst >= cost.estimate.tokens.worst) return [];
  const preview = atLeast(field.target, '9.0') ? '' : 'Preview';
  const to = pair.map(
    ({ kind }): NewValue => ({
      kind: 'object',
      properties: [
        { key: 'queryType', value: `${kind}${preview}` },
        ...affixKeys.flatMap((key) => {
          const value = propertyOf(query.object, key)?.value;
          return value === undefined ? [] : [{ key, value: { kind: 'copy', of: value } as const }];
        }),
      ],
    }),
  );
  return [
    suggestion(`search only how values begin and end: ${describeWorst(estimate)}`, {
      kind: 'set-value',
      value: queries,
      to,
    }),
  ];
}

const affixKeys = [
  'strMinQueryLength',
  'strMaxQueryLength',
  'caseSensitive',
  'diacriticSensitive',
  'contention',
] as const;

/** The same number of lengths for each end, so many that all stay within. */
function shorterEnds(cost: FieldCost, settings: readonly AffixSettings[], tokens: number): Fix[] {
  const cut = (lengths: number): readonly AffixSettings[] =>
    settings.map((one) => ({
      ...one,
      strMaxQueryLength: Math.min(one.strMaxQueryLength, one.strMinQueryLength + lengths - 1),
    }));
  const most = Math.max(...settings.map((one) => one.strMaxQueryLength - one.strMinQueryLength + 1));
  const lengths = greatest(1, most - 1, (count) => within(cost, cut(count), tokens));
  if (lengths === undefined) return [];
  const shorter = cut(lengths);
  const changes = shorter.flatMap((one, at): readonly Change[] => {
    const before = settings[at]?.strMaxQueryLength;
    const query = cost.field.queries[at];
    return query === undefined || before === one.strMaxQueryLength
      ? []
      : setNumber(query.object, 'strMaxQueryLength', one.strMaxQueryLength);
  });
  const what = shorter.map(({ strMaxQueryLength }) => strMaxQueryLength);
  const end = new Set(what).size === 1 ? `${what[0]}` : what.join(' and ');
  return [
    suggestion(`end searches at ${end} characters: ${describeWorst(supposing(cost, shorter))}`, ...changes),
  ];
}

/** Source of the bound: every release and the documentation take 1 to 4, newer code up to 8. */
const sparsityEverywhere = 4;

function sparser(cost: FieldCost, query: QueryType, settings: RangeSettings, tokens: number): Fix[] {
  const sparsity = least(settings.sparsity + 1, sparsityEverywhere, (number) =>
    within(cost, [{ ...settings, sparsity: number }], tokens),
  );
  if (sparsity === undefined) return [];
  return [
    suggestion(
      `set sparsity to ${sparsity}: ${describeWorst(supposing(cost, [{ ...settings, sparsity }]))}, and slower queries`,
      ...setNumber(query.object, 'sparsity', sparsity),
    ),
  ];
}

function within(cost: FieldCost, queries: readonly QuerySettings[], tokens: number): boolean {
  return supposing(cost, queries).tokens.worst <= tokens;
}

/** The greatest number that holds, where smaller ones hold too. */
function greatest(low: number, high: number, holds: (number: number) => boolean): number | undefined {
  if (low > high || !holds(low)) return undefined;
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (holds(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** The least number that holds, where greater ones hold too. */
function least(low: number, high: number, holds: (number: number) => boolean): number | undefined {
  const mirrored = greatest(-high, -low, (number) => holds(-number));
  return mirrored === undefined ? undefined : -mirrored;
}

function setNumber(object: ObjectValue, key: string, to: number): readonly Change[] {
  const found = lookup(object, key);
  if (found.state === 'unknown') return [];
  return found.state === 'present'
    ? setOwn(object, found.property, to)
    : [{ kind: 'add-property', object, key, value: to }];
}

function span(shortest: number, longest: number): string {
  return shortest === longest ? `${shortest} characters` : `${shortest} to ${longest} characters`;
}
