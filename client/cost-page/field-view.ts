import type { FieldEstimate } from '../../rules/costs/estimate.ts';
import type { SheetField } from '../../rules/costs/sheet.ts';
import { bytes, milliseconds, ratio } from '../../rules/costs/units.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { createBar, type Part } from './bars.ts';
import { element } from './elements.ts';
import { createSliders } from './slider-view.ts';
import { estimateSupposed, isSupposed, type Supposed } from './suppose.ts';

/** What the bars of one chart are drawn against. */
export interface Scale {
  readonly bytes: number;
  readonly ratio: number;
}

export interface FieldView {
  readonly node: HTMLElement;
  readonly update: (supposed: Supposed, scale: Scale) => void;
}

interface Asked {
  readonly key: string;
  readonly field: SheetField;
  readonly isOpen: boolean;
  readonly onSuppose: (supposed: Supposed) => void;
  readonly onToggle: (open: boolean) => void;
  readonly onOpen: () => void;
}

export function createFieldView(asked: Asked, before: Supposed): FieldView {
  const { key, field, isOpen, onSuppose, onToggle, onOpen } = asked;
  const name = field.path ?? '(path known at run time)';
  const heading = element(
    'h3',
    {},
    element(
      'button',
      { type: 'button', class: 'link', 'data-key': `open ${key}`, title: 'Go to the declaration' },
      name,
    ),
  );
  heading.firstElementChild?.addEventListener('click', onOpen);
  const facts = element('p', { class: 'facts' }, factsOf(field));
  const node = element('article', { class: 'field', 'aria-label': name }, heading, facts);
  if (field.settings === undefined) {
    node.append(element('p', { class: 'note' }, unknownNote(field)));
    return { node, update: () => undefined };
  }

  const size = createBar('bytes');
  const time = createBar('insert');
  const longest = element('p', { class: 'longest-text' });
  const change = element('p', { class: 'change', role: 'status' });
  node.append(size.node, time.node, longest, change);

  const sliders = createSliders({ key, field, onSuppose }, before);
  if (sliders !== undefined) {
    const details = element(
      'details',
      { open: isOpen },
      element('summary', { 'data-key': `details ${key}` }, 'What if'),
      sliders.node,
    );
    details.addEventListener('toggle', () => onToggle(details.open));
    node.append(details);
  }

  return {
    node,
    update(supposed, scale) {
      const declared = estimateSupposed(field, {});
      const now = estimateSupposed(field, supposed);
      if (declared === undefined || now === undefined) return;
      size.show(sizeParts(now), scale.bytes, sizeText(now));
      time.show(timeParts(now), scale.ratio, timeText(now));
      longest.textContent = longestText(now);
      const differs = isSupposed(field, supposed);
      node.classList.toggle('supposed', differs);
      change.textContent = differs
        ? `declared: ${[sizeText(declared), timeText(declared), longestText(declared)]
            .filter((text) => text !== '')
            .join(' · ')}`
        : '';
      sliders?.update(supposed);
    },
  };
}

/** How far a field's bars go: to its longest value, where there is one. */
export function scaleOf(estimate: FieldEstimate): Scale {
  const length = (parts: readonly Part[]) => parts.reduce((sum, { value }) => sum + value, 0);
  return { bytes: length(sizeParts(estimate)), ratio: length(timeParts(estimate)) };
}

function sizeParts({ documentBytes, metadataBytes }: FieldEstimate): Part[] {
  const typical = [documentBytes?.typical ?? 0, metadataBytes?.typical ?? 0] as const;
  const worst = (documentBytes?.worst ?? typical[0]) + (metadataBytes?.worst ?? typical[1]);
  return [
    { name: 'document', value: typical[0] },
    { name: 'metadata', value: typical[1] },
    { name: 'longest', value: Math.max(0, worst - typical[0] - typical[1]) },
  ];
}

function timeParts({ insert, worst }: FieldEstimate): Part[] {
  const more = worst.insert.ratioToEquality - insert.ratioToEquality;
  return [
    { name: 'time', value: insert.ratioToEquality },
    { name: 'longest', value: Math.max(0, more) },
  ];
}

/** Empty where every value costs the same, or none is longest. */
function longestText({ tokens, documentBytes, metadataBytes, worst }: FieldEstimate): string {
  if (tokens.worst === tokens.typical || documentBytes?.worst === undefined) return '';
  const metadata = metadataBytes?.worst;
  return [
    `longest value: +${bytes(documentBytes.worst)} document`,
    ...(metadata === undefined ? [] : [`${bytes(metadata)} ESC + ECOC`]),
    `${grouped(tokens.worst)} tokens`,
    `${ratio(worst.insert.ratioToEquality)} equality`,
  ].join(' · ');
}

function sizeText({ tokens, documentBytes, metadataBytes }: FieldEstimate): string {
  return [
    documentBytes === undefined ? 'document unknown' : `+${bytes(documentBytes.typical)} document`,
    ...(metadataBytes === undefined || metadataBytes.typical === 0
      ? []
      : [`${bytes(metadataBytes.typical)} ESC + ECOC`]),
    `${grouped(tokens.typical)} ${tokens.typical === 1 ? 'token' : 'tokens'}`,
  ].join(' · ');
}

function timeText({ insert }: FieldEstimate): string {
  return `${ratio(insert.ratioToEquality)} equality · ≈ ${milliseconds(insert.milliseconds)}`;
}

function factsOf({ searched, settings, guessability }: SheetField): string {
  const guess =
    guessability === undefined
      ? []
      : [`${guessability.label}${guessability.guessable ? '' : ': cannot be guessed'}`];
  return [...(settings?.bsonType === undefined ? [] : [settings.bsonType]), searched, ...guess].join(' · ');
}

function unknownNote({ length }: SheetField): string {
  return length === undefined
    ? 'One value takes one ciphertext and no tokens; no formula for its bytes is published.'
    : 'No number would be right: the declaration is illegal, or known only at run time.';
}
