import { estimateContainer } from '../costs/estimate.ts';
import type { RelatedPlace } from '../model/finding.ts';
import type { FieldList } from '../model/mongodb.ts';
import type { Place } from '../model/place.ts';
import { propertyOf } from '../model/value.ts';
import { describeBytes } from './cost-wording.ts';
import { costsOf, type FieldCost } from './field-cost.ts';

/** What encryption adds to one document of a list. Fields whose numbers are not known could only add to it. */
export interface DocumentCost {
  readonly costs: readonly FieldCost[];
  readonly typical: number;
  readonly worst: number;
}

export function documentCost(list: FieldList): DocumentCost | undefined {
  const costs = costsOf(list).filter(
    ({ estimate: { typical, worst } }) =>
      typical.overheadBytes !== undefined && worst.overheadBytes !== undefined,
  );
  const bytes = estimateContainer(costs.map(({ estimate }) => estimate)).documentBytes;
  if (bytes === undefined || costs.length === 0) return undefined;
  return { costs, typical: bytes.typical, worst: bytes.worst ?? bytes.typical };
}

/** The five fields that add the most. */
export function heaviestFields({ costs }: DocumentCost): readonly RelatedPlace[] {
  return costs
    .map(({ field, estimate: { worst } }) => ({
      field,
      bytes: (worst.overheadBytes ?? 0) + worst.safeContentBytes,
    }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 5)
    .map(({ field, bytes }) => ({
      message: `${field.path ?? 'this field'} adds ${describeBytes(bytes)} at worst`,
      place: field.place,
    }));
}

/** Where a finding about all fields together stands. */
export function placeOfList(list: FieldList): Place {
  return propertyOf(list.document, 'fields')?.keyPlace ?? list.uses[0]?.place ?? list.document.place;
}
