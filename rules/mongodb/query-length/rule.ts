import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { asObject, booleanAt, type StringValue, toNumber, valueAt } from '../../model/value.ts';
import { checkQueryText, type QueryTextBounds, type QueryTextCheck } from '../query-text.ts';
import { fieldAt, isTextOperator, onceAPlace, type Search, searchesOf, textOperators } from '../searches.ts';
import { counted } from '../wording.ts';

export const rule = defineRule({
  id: 'mongodb/query-length',
  severity: 'error',
  title: 'a searched text that is shorter or longer than the field allows, or empty',
  since: '0.1.0',
  fix: 'none',
  *check(project) {
    yield* onceAPlace(
      project.mongodb.queries.operations.flatMap((operation) =>
        searchesOf(operation).flatMap((search) => {
          const field = search.path === undefined ? undefined : fieldAt(operation, search.path);
          return field?.system === 'mongodb-qe' ? (checkSearch(search, field) ?? []) : [];
        }),
      ),
    );
  },
});

function checkSearch(search: Search, field: QueryableField): Report | undefined {
  const { operator, operand } = search;
  // The whole text may have any length.
  if (!isTextOperator(operator) || operator === '$encStrNormalizedEq') return undefined;
  const [kind] = textOperators[operator].kinds;
  const text = asObject(operand) && valueAt(operand as never, textOperators[operator].operand);
  const [query, ...others] = field.queries.filter((one) => one.kind === kind);
  if (text?.kind !== 'string' || query === undefined || others.length > 0) return undefined;
  const bounds = boundsOf(query);
  const check = bounds === undefined ? undefined : checkText(text, bounds);
  if (bounds === undefined || check === undefined || check.result === 'ok') return undefined;
  return {
    place: text.place,
    field: field.path,
    message: wording(field.path ?? kind, kind, check, bounds),
    related: [{ message: `${field.path} takes ${range(bounds)} here`, place: query.object.place }],
  };
}

interface KnownBounds {
  readonly min: number;
  readonly max: number;
  /** Absent where only known at run time. */
  readonly diacriticSensitive?: boolean;
}

function boundsOf({ object }: QueryType): KnownBounds | undefined {
  const min = numberAt('strMinQueryLength');
  const max = numberAt('strMaxQueryLength');
  if (min === undefined || max === undefined || min > max) return undefined;
  const diacriticSensitive = booleanAt(object, 'diacriticSensitive');
  return { min, max, ...(diacriticSensitive === undefined ? {} : { diacriticSensitive }) };

  function numberAt(key: string): number | undefined {
    const value = valueAt(object, key);
    return value === undefined ? undefined : toNumber(value);
  }
}

/** Where it is not known whether diacritics are folded, only what holds either way. */
function checkText({ value }: StringValue, { diacriticSensitive, ...bounds }: KnownBounds) {
  const checks = (diacriticSensitive === undefined ? [true, false] : [diacriticSensitive]).map((sensitive) =>
    // Lower case changes no length.
    checkQueryText(value, { ...bounds, caseSensitive: true, diacriticSensitive: sensitive }),
  );
  const [first] = checks;
  return checks.every((check) => check.result === first?.result && check.foldedLength === first.foldedLength)
    ? first
    : undefined;
}

function wording(
  path: string,
  kind: string,
  { result, foldedLength }: QueryTextCheck,
  bounds: Pick<QueryTextBounds, 'min' | 'max'>,
): string {
  if (result === 'empty') {
    return `an empty text finds nothing by ${kind}: the client refuses it ("string value cannot be empty for substring, suffix, or prefix queries"), so leave the condition out where nothing is searched for`;
  }
  const short = result === 'tooShort';
  const limit = short ? `minimum query length` : 'maximum query length';
  const advice = short
    ? `search for at least ${counted(bounds.min, 'character')}`
    : `search for at most ${counted(bounds.max, 'character')}${kind === 'substring' ? '' : ', or make a new collection with a greater strMaxQueryLength'}`;
  return `the searched text has ${counted(foldedLength, 'code point')} after folding, and a ${kind} search of ${path} takes ${range(bounds)}: the client refuses it as ${short ? 'shorter' : 'longer'} than the ${limit}; ${advice}`;
}

function range({ min, max }: Pick<QueryTextBounds, 'min' | 'max'>): string {
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}
