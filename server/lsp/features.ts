import { codeActions } from './code-actions.ts';
import { codeLens } from './code-lens.ts';
import { completion } from './completion/completion.ts';
import { costs } from './costs.ts';
import { diagnostics } from './diagnostics.ts';
import { documentLinks } from './document-links.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import type { Feature } from './server.ts';

/** Everything that the server can do, in no order. */
export const features: readonly Feature[] = [
  diagnostics,
  codeActions,
  documentLinks,
  costs,
  hover,
  codeLens,
  inlayHints,
  completion,
];
