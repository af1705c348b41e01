import type { SheetContainer, SheetPlace } from '../../rules/costs/sheet.ts';
import { element } from './elements.ts';
import { createFieldView, type Scale, scaleOf } from './field-view.ts';
import { keyOf } from './remembered.ts';
import { estimateSupposed, type Supposed } from './suppose.ts';
import { createTable } from './table-view.ts';
import { createTotals } from './totals-view.ts';

/** What a container's part of the page needs of the rest. */
export interface PageActions {
  readonly supposedOf: (key: string) => Supposed;
  readonly rowsOf: (container: SheetContainer) => number;
  readonly isOpen: (key: string) => boolean;
  readonly suppose: (key: string, supposed: Supposed) => void;
  readonly toggle: (key: string, open: boolean) => void;
  readonly open: (at: SheetPlace) => void;
}

export interface ContainerView {
  readonly node: HTMLElement;
  readonly update: () => void;
}

const systems = {
  'mongodb-qe': 'Queryable Encryption',
  'mongodb-csfle': 'client-side field level encryption',
} as const satisfies Record<SheetContainer['system'], string>;

export function createContainerView(container: SheetContainer, actions: PageActions): ContainerView {
  const { name, file, target, system, fields, at } = container;
  const supposedOf = (path: string | undefined) => actions.supposedOf(keyOf(container, path));
  const opener = element(
    'button',
    {
      type: 'button',
      class: 'link',
      'data-key': `container ${keyOf(container, undefined)}`,
      title: 'Go to the declaration',
    },
    file,
  );
  opener.addEventListener('click', () => actions.open(at));
  const node = element(
    'section',
    { 'aria-label': name },
    element('h2', {}, name === file ? opener : name),
    element(
      'p',
      { class: 'facts' },
      ...(name === file ? [] : [opener, ' · ']),
      `${systems[system]} · MongoDB ${target.version}${target.assumed ? ' (assumed)' : ''}`,
    ),
  );
  const views = fields.map((field) => {
    const key = keyOf(container, field.path);
    return {
      path: field.path,
      view: createFieldView(
        {
          key,
          field,
          isOpen: actions.isOpen(key),
          onSuppose: (supposed) => {
            actions.suppose(key, supposed);
            update();
          },
          onToggle: (open) => actions.toggle(key, open),
          onOpen: () => actions.open(field.at),
        },
        actions.supposedOf(key),
      ),
    };
  });
  node.append(element('div', { class: 'fields' }, ...views.map(({ view }) => view.node)));
  const estimated = fields.some(({ settings }) => settings !== undefined);
  const totals = estimated ? createTotals(container) : undefined;
  const table = estimated ? createTable(container, keyOf(container, undefined)) : undefined;
  if (totals !== undefined) node.append(totals.node);
  if (table !== undefined) node.append(table.node);

  const update = () => {
    const scale = scaleOfAll(container, supposedOf);
    for (const { path, view } of views) view.update(supposedOf(path), scale);
    totals?.update(supposedOf, actions.rowsOf(container));
    table?.update(supposedOf);
  };
  update();
  return { node, update };
}

/** The declared costs set the length of the bars, so that a bar that is changed moves; it may only grow past them. */
function scaleOfAll(container: SheetContainer, supposedOf: (path: string | undefined) => Supposed): Scale {
  const scales = container.fields
    .flatMap((field) => [estimateSupposed(field, {}), estimateSupposed(field, supposedOf(field.path))])
    .flatMap((estimate) => (estimate === undefined ? [] : [scaleOf(estimate)]));
  return {
    bytes: Math.max(1, ...scales.map((scale) => scale.bytes)),
    ratio: Math.max(1, ...scales.map((scale) => scale.ratio)),
  };
}
