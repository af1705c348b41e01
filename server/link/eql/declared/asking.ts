import type { Evaluator } from '../../evaluate.ts';
import type { LinkSettings } from '../../settings.ts';

/** What every reader of declarations asks. */
export interface Asking {
  readonly evaluator: Evaluator;
  readonly settings: LinkSettings;
}
