import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  type TextEdit,
} from 'vscode-languageserver';
import type { Ranges } from '../ranges.ts';
import { documentationOf } from './documentation.ts';
import type { Offer } from './offer.ts';
import { createPrinter, printKey, printLiteral, quoted, type Style } from './print.ts';
import type { Slot } from './sketch/sketch.ts';
import type { RuleOffers } from './suppressions.ts';

/** What a client can do with an item. */
export interface ItemAbilities {
  readonly snippets: boolean;
  /** Documentation may come later, for the one item that is looked at. */
  readonly resolves: boolean;
}

export function abilitiesOf(client: ClientCapabilities): ItemAbilities {
  const item = client.textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true,
    resolves: item?.resolveSupport?.properties.includes('documentation') === true,
  };
}

export function toItems(
  offers: readonly Offer[],
  slot: Slot,
  style: Style,
  ranges: Ranges,
  abilities: ItemAbilities,
): CompletionItem[] {
  return offers.flatMap((offer, order) => {
    const written = textOf(offer, slot, style);
    if (written === undefined) return [];
    const { text, filter, snippet } = written;
    const { about, detail } = offer;
    const documentation = about === undefined || abilities.resolves ? undefined : documentationOf(about);
    const additional: TextEdit[] =
      slot.commaAt === undefined
        ? []
        : [{ range: ranges.rangeOf({ start: slot.commaAt, end: slot.commaAt }), newText: ',' }];
    return [
      {
        label: offer.label,
        kind: kindOf(offer),
        ...(detail === undefined ? {} : { detail }),
        ...(documentation === undefined ? {} : { documentation }),
        ...(about !== undefined && abilities.resolves ? { data: about } : {}),
        sortText: String(order).padStart(3, '0'),
        filterText: filter,
        insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
        textEdit: { range: ranges.rangeOf(slot.span), newText: text },
        ...(additional.length === 0 ? {} : { additionalTextEdits: additional }),
      },
    ];
  });
}

interface Written {
  readonly text: string;
  /** What the editor compares with what stands there. */
  readonly filter: string;
  readonly snippet: boolean;
}

function textOf(offer: Offer, slot: Slot, style: Style): Written | undefined {
  const { quote } = slot;
  const comma = slot.commaAfter ? ',' : '';
  const { snippets } = style;
  // Quotes that stand there already stay what they are, and so do keys without quotes.
  const own: Style = quote === '' || style.syntax === 'json' ? style : { ...style, quote };
  const keep = (text: string): string =>
    quote !== '' && style.syntax !== 'json' ? quoted(text, quote) : text;
  const printer = createPrinter(own);
  if (offer.kind === 'key') {
    if (slot.kind !== 'key') return undefined;
    const name =
      quote === ''
        ? printKey(offer.label, own)
        : style.syntax === 'json'
          ? JSON.stringify(offer.label)
          : keep(offer.label);
    const filter = quote === '' ? offer.label : name;
    if (slot.colon) return { text: name, filter, snippet: false };
    const key = snippets ? name.replaceAll(/[\\$]/g, '\\$&') : name;
    return { text: `${key}: ${printer.value(offer.piece)}${comma}`, filter, snippet: snippets };
  }
  if (slot.kind === 'key' && offer.kind !== 'whole') return undefined;
  const space = slot.kind === 'value' && slot.spaceBefore ? ' ' : '';
  const { piece } = offer;
  if (piece.kind === 'literal') {
    const text =
      typeof piece.value === 'string' && quote !== '' && style.syntax !== 'json'
        ? quoted(piece.value, quote)
        : printLiteral(piece.value, own);
    return { text: `${space}${text}${comma}`, filter: filterOf(text, offer.label, quote), snippet: false };
  }
  // A value with brackets takes no place between quotes.
  return {
    text: `${space}${printer.value(piece)}${comma}`,
    filter: `${quote}${offer.label}`,
    snippet: snippets,
  };
}

/** Where a quote is written, the editor sees it as a part of what is being typed. */
function filterOf(text: string, label: string, quote: string): string {
  if (quote === '') return label;
  return text.startsWith(quote) ? text : `${quote}${label}`;
}

function kindOf({ kind, piece }: Offer): CompletionItemKind {
  switch (kind) {
    case 'key':
      return CompletionItemKind.Property;
    case 'whole':
      return CompletionItemKind.Snippet;
    case 'rule':
      return CompletionItemKind.Reference;
    case 'value':
      return piece.kind === 'literal' && typeof piece.value === 'string'
        ? CompletionItemKind.EnumMember
        : CompletionItemKind.Value;
  }
}

/** Rules in a comment, with the mark behind which the reason comes. */
export function toRuleItems(
  { span, reason, rules }: RuleOffers,
  ranges: Ranges,
  { snippets, resolves }: ItemAbilities,
): CompletionItem[] {
  return rules.map(({ id, title, found }, order) => ({
    label: id,
    kind: CompletionItemKind.Reference,
    detail: found ? `found on the line below: ${title}` : title,
    sortText: String(order).padStart(3, '0'),
    filterText: id,
    insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: ranges.rangeOf(span), newText: reason ? `${id} -- ${snippets ? '$0' : ''}` : id },
    ...(resolves ? { data: { kind: 'rule', id } } : {}),
  }));
}
