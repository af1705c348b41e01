import type { CostSheet, SheetPlace } from '../../rules/costs/sheet.ts';

/** What the page is told. */
export type ToPage =
  | { readonly kind: 'sheet'; readonly sheet: CostSheet }
  /** Show what one document declares, when it declares anything. */
  | { readonly kind: 'focus'; readonly uri: string }
  | { readonly kind: 'unavailable' };

/** What the page asks for. */
export type FromPage = { readonly kind: 'ready' } | { readonly kind: 'open'; readonly at: SheetPlace };

export function isFromPage(message: unknown): message is FromPage {
  const { kind, at } = (message ?? {}) as { readonly kind?: unknown; readonly at?: Partial<SheetPlace> };
  if (kind === 'ready') return true;
  return (
    kind === 'open' &&
    typeof at?.uri === 'string' &&
    Number.isInteger(at.line) &&
    Number.isInteger(at.character)
  );
}
