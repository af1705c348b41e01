import type { CodeIndex } from '../../../rules/model/code-index.ts';
import { ciphersweetIndexes } from './ciphersweet.ts';
import type { Asking } from './link-blind-index.ts';

/** Blind indexes that code declares, in calls of ciphersweet-js. */
export function linkCodeIndexes(asking: Asking): readonly CodeIndex[] {
  return asking.read.flatMap((facts) => ciphersweetIndexes(facts, asking));
}
