import type { SheetContainer } from '../../rules/costs/sheet.ts';
import { bytes, milliseconds } from '../../rules/costs/units.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { element } from './elements.ts';
import type { Supposed } from './suppose.ts';
import { type Totals, totalsOf } from './totals.ts';

const figures = [
  { label: 'in the collection', of: (totals: Totals) => `+${bytes(totals.collectionBytes)}` },
  { label: 'in ESC + ECOC', of: (totals: Totals) => bytes(totals.metadataBytes) },
  { label: 'together', of: (totals: Totals) => bytes(totals.bytes) },
  { label: 'an insert', of: (totals: Totals) => `≈ ${milliseconds(totals.millisecondsPerInsert)}` },
] as const;

/** What all fields of a container add together. */
export function createTotals(container: SheetContainer) {
  const node = element('div', { class: 'totals' });
  return {
    node,
    update(supposedOf: (path: string | undefined) => Supposed, rows: number) {
      const now = totalsOf(container, supposedOf, rows);
      const declared = totalsOf(container, () => ({}), rows);
      if (now === undefined || declared === undefined) {
        node.replaceChildren(
          element(
            'p',
            { class: 'note' },
            'No total: the numbers of a field are not known, or the list is not whole.',
          ),
        );
        return;
      }
      node.replaceChildren(
        element('p', { class: 'rows' }, `${grouped(rows)} ${rows === 1 ? 'document' : 'documents'}`),
        element(
          'dl',
          {},
          ...figures.map(({ label, of }) =>
            element(
              'div',
              {},
              element('dt', {}, label),
              element('dd', {}, of(now)),
              of(now) === of(declared)
                ? undefined
                : element('dd', { class: 'declared' }, `declared: ${of(declared)}`),
            ),
          ),
        ),
      );
    },
  };
}
