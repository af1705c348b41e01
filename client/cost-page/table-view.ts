import type { FieldEstimate } from '../../rules/costs/estimate.ts';
import type { SheetContainer } from '../../rules/costs/sheet.ts';
import { bytes, ratio } from '../../rules/costs/units.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { element } from './elements.ts';
import { estimateSupposed, type Supposed } from './suppose.ts';

const none = '–';

/** Every number of the charts, and those that have no room there. */
export function createTable(container: SheetContainer, key: string) {
  const body = element('tbody', {});
  const table = element(
    'table',
    {},
    element(
      'caption',
      {},
      'One value of each field: without encryption, with equality, and as it stands above',
    ),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { rowspan: 2, scope: 'col' }, 'field'),
        element('th', { colspan: 1, scope: 'colgroup' }, 'plaintext'),
        element('th', { colspan: 1, scope: 'colgroup' }, 'equality'),
        element('th', { colspan: 4, scope: 'colgroup' }, 'this field, typical value'),
        element('th', { colspan: 3, scope: 'colgroup' }, 'longest value'),
      ),
      element(
        'tr',
        {},
        ...[
          'value',
          'document',
          'tokens',
          'document',
          'ESC + ECOC',
          'insert',
          'tokens',
          'document',
          'ESC + ECOC',
        ].map((head) => element('th', { scope: 'col', class: 'number' }, head)),
      ),
    ),
    body,
  );
  const node = element(
    'div',
    {
      class: 'scroll',
      role: 'region',
      tabindex: 0,
      'aria-label': `Numbers of ${container.name}`,
      'data-key': `table ${key}`,
    },
    table,
  );
  return {
    node,
    update(supposedOf: (path: string | undefined) => Supposed) {
      body.replaceChildren(
        ...container.fields.map((field) =>
          row(field.path ?? '(path known at run time)', estimateSupposed(field, supposedOf(field.path))),
        ),
      );
    },
  };
}

function row(name: string, estimate: FieldEstimate | undefined): HTMLElement {
  const { tokens, documentBytes, metadataBytes, insert, typical, equality } = estimate ?? {};
  const added = (value: number | undefined) => (value === undefined ? none : `+${bytes(value)}`);
  const size = (value: number | undefined) => (value === undefined ? none : bytes(value));
  const count = (value: number | undefined) => (value === undefined ? none : grouped(value));
  const cells = [
    size(typical?.plainBytes),
    added(equality?.documentBytes),
    count(tokens?.typical),
    added(documentBytes?.typical),
    size(metadataBytes?.typical),
    insert === undefined ? none : ratio(insert.ratioToEquality),
    count(tokens?.worst),
    added(documentBytes?.worst),
    size(metadataBytes?.worst),
  ];
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    ...cells.map((cell) => element('td', { class: 'number' }, cell)),
  );
}
