import { estimateSettings, type FieldEstimate, typicalLength } from '../../rules/costs/estimate.ts';
import { type QuerySettings, sparsityMaximum } from '../../rules/costs/settings.ts';
import type { QueryableField, QueryType } from '../../rules/model/mongodb.ts';
import { type LengthOption, substringLimits } from '../../rules/mongodb/text-limits.ts';

/** The numbers that decide how many tokens a value leaves. */
export type CountedOption = LengthOption | 'sparsity' | 'trimFactor';

export function isCountedOption(key: string): key is CountedOption {
  return (
    key === 'strMinQueryLength' ||
    key === 'strMaxQueryLength' ||
    key === 'strMaxLength' ||
    key === 'sparsity' ||
    key === 'trimFactor'
  );
}

/** What the field would cost with one option of one query type raised or lowered; undefined where that is illegal. */
export function whatIf(
  field: QueryableField,
  estimate: FieldEstimate,
  at: number,
  option: CountedOption,
  by: 1 | -1,
): FieldEstimate | undefined {
  const settings = estimate.settings.queries[at];
  const query = field.queries[at];
  if (settings === undefined || query === undefined) return undefined;
  const changed = change(settings, option, by);
  if (changed === undefined || !isAllowed(changed, query)) return undefined;
  const queries = estimate.settings.queries.map((one, index) => (index === at ? changed : one));
  return estimateSettings({ ...estimate.settings, queries }, typicalLength(field));
}

/** Where in the field a query type stands, and what it says. */
export function indexOfQuery(field: QueryableField, object: QueryType['object']): number {
  return field.queries.findIndex((query) => query.object === object);
}

function change(settings: QuerySettings, option: CountedOption, by: number): QuerySettings | undefined {
  if (!(option in settings)) return undefined;
  const before = (settings as unknown as Readonly<Record<CountedOption, number>>)[option];
  return { ...settings, [option]: before + by };
}

function isAllowed(settings: QuerySettings, { name }: QueryType): boolean {
  switch (settings.kind) {
    case 'equality':
      return true;
    case 'range': {
      const { sparsity, trimFactor, bits } = settings;
      return sparsity >= 1 && sparsity <= sparsityMaximum && trimFactor >= 0 && trimFactor < bits;
    }
    case 'prefix':
    case 'suffix':
      return settings.strMinQueryLength >= 1 && settings.strMinQueryLength <= settings.strMaxQueryLength;
    case 'substring': {
      const { strMinQueryLength: least, strMaxQueryLength: most, strMaxLength } = settings;
      if (least < 1 || least > most || most > strMaxLength) return false;
      const limits =
        name === 'substringPreview' ? substringLimits.substringPreview : substringLimits.substring;
      return limits.every(({ option, bound, length }) =>
        bound === 'at least' ? settings[option] >= length : settings[option] <= length,
      );
    }
  }
}
