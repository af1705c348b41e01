import type { FieldKeys } from '../../../../rules/model/field-keys.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import type { Asking } from '../link-blind-index.ts';
import { createDigestReader } from './digests.ts';
import { guardsOf } from './guards.ts';
import { hashesOf, indexKeysOf } from './hashes.ts';
import { keyUsesOf } from './key-uses.ts';
import { optionalIn } from './optional.ts';
import { createOrigins } from './origin.ts';
import { servingFields } from './serving.ts';
import { columnsOf, storedIn } from './stored.ts';
import { createTrace } from './trace.ts';

/** Where keys come from, and what code encrypts and hashes by hand. */
export function linkKeys(asking: Asking): FieldKeys {
  const { evaluator, read } = asking;
  const all = read.filter(({ source }) => source?.code !== undefined).map(fileCodeOf);
  if (all.length === 0) return { uses: [], optional: [], hashes: [] };
  const trace = createTrace(asking, all);
  const columns = columnsOf(read);
  const stored = all.flatMap((code) => storedIn(code, columns, evaluator));
  const serves = servingFields(all, stored, trace);
  const origins = createOrigins({ evaluator, trace, isGuarded: guardsOf(all) });
  const isGuarded = guardsOf(all, true);
  const digests = createDigestReader(evaluator, trace);
  return {
    uses: [
      ...all.flatMap((code) => keyUsesOf(code, { evaluator, origins, serves })),
      ...indexKeysOf(stored, digests, origins),
    ],
    optional: all.flatMap((code) => optionalIn(code, { evaluator, trace, serves, isGuarded })),
    hashes: hashesOf(stored, digests, asking),
  };
}
