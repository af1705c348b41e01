import type { EncryptedSchema } from '../../../../rules/model/blind-index.ts';
import type {
  ClientWrite,
  EncryptionExtension,
  PlainClient,
} from '../../../../rules/model/prisma-clients.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import type { Asking } from '../link-blind-index.ts';
import { changedClients, providedClasses } from './changed.ts';
import type { Maker, Resolver } from './client.ts';
import type { FoundExtension } from './extensions.ts';
import { readWrite, writeOf } from './writes.ts';

/** Clients that write models with encrypted fields and that nobody extends for encryption. */
export function findPlainClients(
  code: readonly FileFacts[],
  extensions: readonly FoundExtension[],
  schemaOf: (file: string) => EncryptedSchema | undefined,
  asking: Asking,
  resolver: Resolver,
): readonly PlainClient[] {
  const kept = extensions.filter(({ extension }) => extension.result !== 'discarded');
  const schemas = new Set(kept.flatMap(({ call }) => schemaOf(call.file) ?? []));
  if (schemas.size === 0) return [];
  const found = new Map<string, FoundClient>();
  for (const facts of code) {
    const schema = schemaOf(facts.file);
    if (schema === undefined || !schemas.has(schema)) continue;
    for (const call of fileCodeOf(facts).calls) {
      const write = writeOf(call, schema);
      if (write === undefined) continue;
      const { all, whole } = resolver.clientsOf(write.client);
      const plain = all.every(({ extended, open }) => extended.length === 0 && !open);
      // Of several that it may be, the first one stands for all.
      const [client] = all;
      if (!whole || client === undefined || !plain) continue;
      const { maker } = client;
      const one = found.get(maker.key) ?? { makers: [], maker, schema, writes: [] };
      found.set(maker.key, one);
      one.makers.push(...all.map((other) => other.maker.key));
      one.writes.push(readWrite(write, asking.evaluator));
    }
  }
  if (found.size === 0) return [];
  const generated = new Set(
    kept.flatMap(({ receiver }) => resolver.clientsOf(receiver).all.map(({ maker }) => maker.generated)),
  );
  const changed = changedClients(code, [...schemas], asking, resolver);
  if (changed === undefined) return [];
  for (const key of providedClasses(asking, resolver)) changed.add(key);
  for (const { receiver } of extensions) {
    for (const { maker } of resolver.clientsOf(receiver).all) changed.add(maker.key);
  }
  return [...found.values()].flatMap(({ makers, maker, schema, writes }): PlainClient[] => {
    if (makers.some((key) => changed.has(key))) return [];
    // The client of another schema, which is generated elsewhere.
    if (generated.size > 0 && !generated.has(maker.generated)) return [];
    const extended = kept.flatMap(({ call, extension }): readonly EncryptionExtension[] =>
      schemaOf(call.file) === schema ? [extension] : [],
    );
    const packageFolder = asking.settings.packageOf(maker.place.file);
    return [{ packageFolder, place: maker.place, writes, extended }];
  });
}

interface FoundClient {
  readonly maker: Maker;
  readonly schema: EncryptedSchema;
  /** All that the client of some write may be. */
  readonly makers: string[];
  readonly writes: ClientWrite[];
}
