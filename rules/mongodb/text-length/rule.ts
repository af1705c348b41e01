import type { Change, Fix } from '../../model/finding.ts';
import { isTextKind, type QueryableField, type QueryType } from '../../model/mongodb.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import {
  type BrokenLimit,
  brokenLimits,
  isForeignPreview,
  type Length,
  type LengthLimit,
  readLength,
  substringLimits,
} from '../text-limits.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateTextSearchIndex. */
const codes = { minOverMax: '9783406', maxOverLength: '9783408' } as const;

export const rule = defineRule({
  id: 'mongodb/text-length',
  severity: 'error',
  title: 'lengths of a text query type that contradict each other or pass the limits',
  since: '0.1.0',
  fix: 'suggestion',
  dependsOn: 'mongodb',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const query of field.queries) {
          // A preview name that the target does not know is one finding, which says what else the new name refuses.
          if (isTextKind(query.kind) && !isForeignPreview(query.name, field.target)) {
            yield* checkQuery(field, query);
          }
        }
      }
    }
  },
});

function* checkQuery(field: QueryableField, query: QueryType): Generator<Report> {
  const limits = limitsOf(query);
  const broken = brokenLimits(query, limits);
  for (const one of broken) yield beyondLimit(field, query, one);
  const isBroken = (length: Length) => broken.some(({ written }) => written.value === length.value);

  const shortest = readLength(query, 'strMinQueryLength');
  const longest = readLength(query, 'strMaxQueryLength');
  if (shortest !== undefined && longest !== undefined && shortest.length > longest.length) {
    yield minOverMax(field, query, shortest, longest, limits);
  }
  const whole = query.kind === 'substring' ? readLength(query, 'strMaxLength') : undefined;
  // A value beyond its limit has a finding, and what that finding suggests is in order with this one.
  if (longest === undefined || whole === undefined || longest.length <= whole.length || isBroken(longest))
    return;
  yield {
    place: longest.value.place,
    field: field.path,
    message: `strMaxQueryLength ${longest.length} exceeds strMaxLength ${whole.length}: no value is long enough for such a search, so end searches at ${whole.length} (server code ${codes.maxOverLength})`,
    related: [{ message: `values end at ${whole.length}`, place: whole.value.place }],
    fixes: [
      set('strMaxQueryLength', longest, whole.length),
      ...(limitOf(limits, 'strMaxLength') >= longest.length
        ? [set('strMaxLength', whole, longest.length)]
        : []),
    ],
  };
}

function limitsOf({ name }: QueryType): readonly LengthLimit[] {
  return name === 'substring' || name === 'substringPreview' ? substringLimits[name] : [];
}

function limitOf(limits: readonly LengthLimit[], option: LengthLimit['option']): number {
  return limits.find((limit) => limit.option === option)?.length ?? Number.POSITIVE_INFINITY;
}

function beyondLimit(field: QueryableField, query: QueryType, { limit, written }: BrokenLimit): Report {
  const { option, bound, code } = limit;
  const whole = option === 'strMaxQueryLength' ? readLength(query, 'strMaxLength')?.length : undefined;
  const legal = Math.min(limit.length, whole ?? limit.length);
  const unless =
    query.name === 'substringPreview'
      ? ', unless fleDisableSubstringPreviewParameterLimits switches the limit off'
      : '';
  return {
    place: written.value.place,
    field: field.path,
    message: `${option} is ${written.length}, and ${query.name} takes ${bound} ${limit.length}${unless}: write ${legal} (server code ${code})`,
    fixes: [set(option, written, legal)],
  };
}

function minOverMax(
  field: QueryableField,
  query: QueryType,
  shortest: Length,
  longest: Length,
  limits: readonly LengthLimit[],
): Report {
  const most = Math.min(
    limitOf(limits, 'strMaxQueryLength'),
    readLength(query, 'strMaxLength')?.length ?? Number.POSITIVE_INFINITY,
  );
  const least = limits.length > 0 ? limitOf(limits, 'strMinQueryLength') : 1;
  const lowered = Math.min(longest.length, most);
  const swappable = shortest.length <= most && longest.length >= least;
  const swap: Change[] = [
    { kind: 'set-value', value: shortest.value, to: longest.length },
    { kind: 'set-value', value: longest.value, to: shortest.length },
  ];
  return {
    place: shortest.value.place,
    field: field.path,
    message: `strMinQueryLength ${shortest.length} exceeds strMaxQueryLength ${longest.length}: no search can be that long and that short, so the smaller number comes first (server code ${codes.minOverMax})`,
    related: [{ message: `searches end at ${longest.length}`, place: longest.value.place }],
    fixes: [
      ...(swappable ? [suggestion(`swap them: ${longest.length} to ${shortest.length}`, ...swap)] : []),
      ...(lowered >= least ? [set('strMinQueryLength', shortest, lowered)] : []),
    ],
  };
}

function set(option: string, { value }: Length, to: number): Fix {
  return suggestion(`set ${option} to ${to}`, { kind: 'set-value', value, to });
}
