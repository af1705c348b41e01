import type { CostSheet, SheetContainer } from '../../rules/costs/sheet.ts';
import { insertBasis } from '../../rules/costs/time.ts';
import type { FromPage, ToPage } from '../cost-report/messages.ts';
import { type ContainerView, createContainerView, type PageActions } from './container-view.ts';
import { element } from './elements.ts';
import { isCount, type Remembered, readRemembered } from './remembered.ts';

interface EditorApi {
  readonly postMessage: (message: FromPage) => void;
  readonly getState: () => unknown;
  readonly setState: (state: Remembered) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Totals are for so many documents where neither the configuration nor a person says how many. */
const usualRows = 1_000_000;

const editor = acquireVsCodeApi();
const report = document.getElementById('report') ?? document.body;
let remembered = readRemembered(editor.getState());
let sheet: CostSheet | undefined;
let drawn = '';
let views: readonly ContainerView[] = [];

const remember = (change: Partial<Remembered>) => {
  remembered = { ...remembered, ...change };
  editor.setState(remembered);
};

const actions: PageActions = {
  supposedOf: (key) => remembered.supposed[key] ?? {},
  rowsOf: (container) => remembered.rows ?? container.rows ?? usualRows,
  isOpen: (key) => remembered.open.includes(key),
  suppose: (key, supposed) => remember({ supposed: { ...remembered.supposed, [key]: supposed } }),
  toggle: (key, open) => {
    const others = remembered.open.filter((one) => one !== key);
    remember({ open: open ? [...others, key] : others });
  },
  open: (at) => editor.postMessage({ kind: 'open', at }),
};

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'sheet':
      sheet = data.sheet;
      draw();
      break;
    case 'focus':
      if (sheet?.containers.some(({ at }) => at.uri === data.uri)) {
        remember({ scope: data.uri });
        draw();
      }
      break;
    case 'unavailable':
      drawn = '';
      report.replaceChildren(
        element('h1', {}, 'Cost of encryption'),
        element(
          'p',
          { role: 'status' },
          'The language server does not run. Its log says why: encsafe: Show Log.',
        ),
      );
      break;
  }
});
editor.postMessage({ kind: 'ready' });

/** Draws the page anew where what it shows has changed, and keeps the focus where it was. */
function draw(): void {
  if (sheet === undefined) return;
  const { scope } = remembered;
  const shown = sheet.containers.filter(({ at }) => at.uri === scope);
  const containers = shown.length > 0 ? shown : sheet.containers;
  const now = JSON.stringify([sheet, shown.length > 0 ? scope : undefined]);
  if (now === drawn) return;
  drawn = now;
  const focused = document.activeElement?.getAttribute('data-key');
  const made = containers.map((container) => createContainerView(container, actions));
  views = made;
  report.replaceChildren(
    element('h1', {}, 'Cost of encryption'),
    ...(containers.length === 0
      ? [element('p', { role: 'status' }, 'No encrypted field is declared in what is open.')]
      : [controls(sheet, containers), ...made.map(({ node }) => node), footer(containers)]),
  );
  if (focused === null || focused === undefined) return;
  for (const one of report.querySelectorAll('[data-key]')) {
    if (one instanceof HTMLElement && one.getAttribute('data-key') === focused) one.focus();
  }
}

function controls({ containers }: CostSheet, shown: readonly SheetContainer[]): HTMLElement {
  const files = new Map(containers.map(({ at, file }) => [at.uri, file]));
  const scope = element(
    'select',
    { 'data-key': 'scope' },
    element('option', { value: '' }, `All ${files.size} files`),
    ...[...files].map(([uri, file]) =>
      element('option', { value: uri, selected: uri === remembered.scope }, file),
    ),
  );
  scope.addEventListener('change', () => {
    remember({ scope: scope.value });
    draw();
  });
  const rows = element('input', {
    type: 'number',
    min: 1,
    step: 1,
    'data-key': 'rows',
    value: shown[0] === undefined ? usualRows : actions.rowsOf(shown[0]),
  });
  rows.addEventListener('input', () => {
    if (!isCount(rows.valueAsNumber)) return;
    remember({ rows: rows.valueAsNumber });
    for (const { update } of views) update();
  });
  return element(
    'form',
    { class: 'controls' },
    files.size < 2 ? undefined : element('label', {}, 'Fields of', scope),
    element('label', {}, 'Documents', rows),
    element(
      'p',
      { class: 'legend' },
      element('span', { class: 'key document', 'aria-hidden': 'true' }),
      'document',
      element('span', { class: 'key metadata', 'aria-hidden': 'true' }),
      'ESC + ECOC',
      element('span', { class: 'key time', 'aria-hidden': 'true' }),
      'insert, against equality',
      element('span', { class: 'key longest', 'aria-hidden': 'true' }),
      'more for the longest value',
    ),
  );
}

function footer(containers: readonly SheetContainer[]): HTMLElement {
  const queryable = containers.some(({ system }) => system === 'mongodb-qe');
  const basis = [
    'Exact: tokens and bytes, by the layout of libmongocrypt and the server; 1 KB = 1,000 bytes.',
    'Document: what encryption adds, the 22 bytes of the __safeContent__ header in every field and once in all.',
    'ESC + ECOC: what each write appends to the metadata collections, before compaction.',
    `Insert, ${insertBasis}.`,
  ];
  return element('footer', {}, ...(queryable ? basis.map((text) => element('p', {}, text)) : []));
}
