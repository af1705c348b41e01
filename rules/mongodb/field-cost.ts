import { estimateField, estimateSettings, type FieldEstimate, typicalLength } from '../costs/estimate.ts';
import type { FieldSettings, QuerySettings } from '../costs/settings.ts';
import { worstTokens } from '../costs/tokens.ts';
import { type FieldList, isTextKind, type QueryableField, type QueryType } from '../model/mongodb.ts';
import { tagLimits } from './tag-limits.ts';
import { brokenLimits, substringLimits } from './text-limits.ts';

/** A field whose declaration is complete and within the limits, with what it costs. */
export interface FieldCost {
  readonly field: QueryableField;
  readonly estimate: FieldEstimate;
}

/** Undefined where the numbers are not known, or where another rule says that the declaration is refused. */
export function costOf(field: QueryableField): FieldCost | undefined {
  if (field.queries.some(breaksLimit)) return undefined;
  const estimate = estimateField(field);
  if (estimate === undefined) return undefined;
  const text = field.queries.some(({ kind }) => isTextKind(kind));
  return text && estimate.tokens.worst > tagLimits.field.tags ? undefined : { field, estimate };
}

/** The fields of a list whose cost is known; none where the server takes no such list. Several rules ask. */
export function costsOf(list: FieldList): readonly FieldCost[] {
  const known = knownCosts.get(list);
  if (known !== undefined) return known;
  const costs = list.fields.map(costOf).filter((cost) => cost !== undefined);
  const tokens = costs.reduce((sum, { estimate }) => sum + estimate.tokens.worst, 0);
  const taken = tokens > tagLimits.collection.tags ? [] : costs;
  knownCosts.set(list, taken);
  return taken;
}

const knownCosts = new WeakMap<FieldList, readonly FieldCost[]>();

/** The query type that leaves the most tokens, with its settings. */
export function heaviestQuery({ field, estimate }: FieldCost): HeaviestQuery | undefined {
  return field.queries
    .flatMap((query, at) => {
      const settings = estimate.settings.queries[at];
      return settings === undefined ? [] : [{ query, settings, tokens: worstTokens([settings]) }];
    })
    .toSorted((one, other) => other.tokens - one.tokens)[0];
}

export interface HeaviestQuery {
  readonly query: QueryType;
  readonly settings: QuerySettings;
  readonly tokens: number;
}

/** What the field would cost with other query types. */
export function supposing({ field, estimate }: FieldCost, queries: readonly QuerySettings[]): FieldEstimate {
  const settings: FieldSettings = { ...estimate.settings, queries };
  return estimateSettings(settings, typicalLength(field));
}

function breaksLimit(query: QueryType): boolean {
  const { name } = query;
  if (name !== 'substring' && name !== 'substringPreview') return false;
  return brokenLimits(query, substringLimits[name]).length > 0;
}
