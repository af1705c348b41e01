import { estimateContainer, type FieldEstimate } from '../../rules/costs/estimate.ts';
import type { SheetContainer } from '../../rules/costs/sheet.ts';
import { estimateSupposed, type Supposed } from './suppose.ts';

/** What encryption adds for a number of documents, each written once, before compaction. */
export interface Totals {
  readonly collectionBytes: number;
  readonly metadataBytes: number;
  readonly bytes: number;
  readonly millisecondsPerInsert: number;
}

/** Undefined where a field is missing from the sum, or a number of one. */
export function totalsOf(
  container: SheetContainer,
  supposedOf: (path: string | undefined) => Supposed,
  rows: number,
): Totals | undefined {
  if (!container.whole) return undefined;
  const estimates: FieldEstimate[] = [];
  for (const field of container.fields) {
    const estimate = estimateSupposed(field, supposedOf(field.path));
    if (estimate === undefined) return undefined;
    estimates.push(estimate);
  }
  const { documentBytes, metadataBytes, bytesForRows, insertMilliseconds } = estimateContainer(
    estimates,
    rows,
  );
  if (documentBytes === undefined || metadataBytes === undefined || bytesForRows === undefined)
    return undefined;
  return {
    collectionBytes: documentBytes.typical * rows,
    metadataBytes: metadataBytes.typical * rows,
    bytes: bytesForRows,
    millisecondsPerInsert: insertMilliseconds.typical,
  };
}
