import { hasLength } from '../../rules/costs/bytes.ts';
import { estimateSettings, type FieldEstimate } from '../../rules/costs/estimate.ts';
import { type FieldSettings, type QuerySettings, sparsityMaximum } from '../../rules/costs/settings.ts';
import type { LengthLimits, SheetField } from '../../rules/costs/sheet.ts';
import { measured } from '../../rules/costs/sources.ts';

/** Values that a person tries in place of the declared ones, by the key of their slider. */
export type Supposed = Readonly<Record<string, number>>;

/** One thing to try. */
export interface Slider {
  readonly key: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  /** What the declaration says. */
  readonly declared: number;
}

interface Settings {
  readonly settings: FieldSettings;
  readonly length: number;
}

/** Sliders of lengths without a limit go this far, or twice as far as what is declared. */
const usualMost = { length: 100, affix: 30 } as const;

/** The numbers of a field with what is supposed of it; undefined where none would be right. */
export function estimateSupposed(field: SheetField, supposed: Supposed): FieldEstimate | undefined {
  const { settings, length } = supposedSettings(field, supposed) ?? {};
  return settings === undefined ? undefined : estimateSettings(settings, length);
}

/** What can be tried on a field, each within what the others leave it. */
export function slidersOf(field: SheetField, supposed: Supposed): readonly Slider[] {
  const declared = supposedSettings(field, {});
  const now = supposedSettings(field, supposed);
  if (declared === undefined || now === undefined) return [];
  const queries = now.settings.queries.flatMap((query, index) => {
    const before = declared.settings.queries[index];
    if (before === undefined) return [];
    const sliders = querySliders(query, before, field.limits);
    return now.settings.queries.length === 1
      ? sliders
      : sliders.map((slider) => ({ ...slider, label: `${query.kind}: ${slider.label}` }));
  });
  return [...lengthSlider(declared, now), ...queries];
}

/** True when anything supposed differs from what is declared. */
export function isSupposed(field: SheetField, supposed: Supposed): boolean {
  return slidersOf(field, supposed).some(({ value, declared }) => value !== declared);
}

function supposedSettings(field: SheetField, supposed: Supposed): Settings | undefined {
  const { settings, length = measured.typicalLength.value } = field;
  if (settings === undefined) return undefined;
  return {
    settings: { ...settings, queries: settings.queries.map((query) => supposedQuery(query, supposed)) },
    length: supposed.length ?? length,
  };
}

/** Keeps shortest ≤ longest ≤ whole: the lower length gives way. */
function supposedQuery(query: QuerySettings, supposed: Supposed): QuerySettings {
  const said = (option: string, declared: number) => supposed[keyOf(query, option)] ?? declared;
  switch (query.kind) {
    case 'equality':
      return query;
    case 'range':
      return {
        ...query,
        sparsity: said('sparsity', query.sparsity),
        trimFactor: Math.min(said('trimFactor', query.trimFactor), query.bits - 1),
      };
    case 'prefix':
    case 'suffix': {
      const strMaxQueryLength = said('strMaxQueryLength', query.strMaxQueryLength);
      const strMinQueryLength = Math.min(
        said('strMinQueryLength', query.strMinQueryLength),
        strMaxQueryLength,
      );
      return { ...query, strMinQueryLength, strMaxQueryLength };
    }
    case 'substring': {
      const strMaxLength = said('strMaxLength', query.strMaxLength);
      const strMaxQueryLength = Math.min(said('strMaxQueryLength', query.strMaxQueryLength), strMaxLength);
      const strMinQueryLength = Math.min(
        said('strMinQueryLength', query.strMinQueryLength),
        strMaxQueryLength,
      );
      return { ...query, strMinQueryLength, strMaxQueryLength, strMaxLength };
    }
  }
}

function lengthSlider(declared: Settings, now: Settings): Slider[] {
  const { bsonType, queries } = now.settings;
  if (bsonType === undefined || !hasLength(bsonType)) return [];
  const longest = queries.find((query) => query.kind === 'substring')?.strMaxLength;
  const most = longest ?? Math.max(usualMost.length, 2 * declared.length);
  const longestDeclared = declared.settings.queries.find((query) => query.kind === 'substring')?.strMaxLength;
  return [
    {
      key: 'length',
      label: 'length of a value, bytes',
      least: 1,
      most,
      value: Math.min(now.length, most),
      declared: Math.min(declared.length, longestDeclared ?? declared.length, most),
    },
  ];
}

function querySliders(query: QuerySettings, declared: QuerySettings, limits?: LengthLimits): Slider[] {
  const slider = (option: string, least: number, most: number): Slider => {
    const [value, before] = [numberOf(query, option), numberOf(declared, option)];
    return {
      key: keyOf(query, option),
      label: option,
      least: Math.min(least, value),
      most: Math.max(most, value),
      value,
      declared: before,
    };
  };
  switch (query.kind) {
    case 'equality':
      return [];
    case 'range':
      return [slider('sparsity', 1, sparsityMaximum), slider('trimFactor', 0, query.bits - 1)];
    case 'prefix':
    case 'suffix': {
      const most = Math.max(usualMost.affix, 2 * numberOf(declared, 'strMaxQueryLength'));
      return [slider('strMinQueryLength', 1, query.strMaxQueryLength), slider('strMaxQueryLength', 1, most)];
    }
    case 'substring': {
      const most = Math.max(limits?.strMaxLength ?? 0, numberOf(declared, 'strMaxLength'));
      const longest = Math.max(limits?.strMaxQueryLength ?? 0, numberOf(declared, 'strMaxQueryLength'));
      const least = Math.min(limits?.strMinQueryLength ?? 1, numberOf(declared, 'strMinQueryLength'));
      return [
        slider('strMinQueryLength', least, query.strMaxQueryLength),
        slider('strMaxQueryLength', least, Math.min(longest, query.strMaxLength)),
        slider('strMaxLength', least, most),
      ];
    }
  }
}

function keyOf({ kind }: QuerySettings, option: string): string {
  return `${kind}.${option}`;
}

function numberOf(query: QuerySettings, option: string): number {
  const value = (query as unknown as Readonly<Record<string, unknown>>)[option];
  return typeof value === 'number' ? value : 0;
}
