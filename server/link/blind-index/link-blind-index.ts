import type { BlindIndexProject } from '../../../rules/model/blind-index.ts';
import type { FileFacts } from '../../read/facts.ts';
import type { Evaluator } from '../evaluate.ts';
import type { Files, Wanted } from '../files.ts';
import type { LinkSettings } from '../settings.ts';
import { linkClients } from './clients/link-clients.ts';
import { linkCodeIndexes } from './code-indexes.ts';
import { linkKeys } from './keys/link-keys.ts';
import { linkSchemas } from './schemas/link-schemas.ts';

/** What every part of this asks. */
export interface Asking {
  /** The files whose declarations count, in a stable order. */
  readonly read: readonly FileFacts[];
  readonly evaluator: Evaluator;
  readonly files: Files;
  readonly settings: LinkSettings;
  readonly wanted: Wanted;
}

/** Prisma's schemas with field encryption, the clients and keys of code, and blind indexes that code declares. */
export function linkBlindIndex(asking: Asking): BlindIndexProject {
  const schemas = linkSchemas(asking);
  return {
    schemas,
    clients: linkClients(asking, schemas),
    keys: linkKeys(asking),
    codeIndexes: linkCodeIndexes(asking),
  };
}
