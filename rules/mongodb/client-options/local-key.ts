import type { EncryptingClient } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { type ObjectValue, type UnknownValue, valueAt } from '../../model/value.ts';

/** Names of functions that make random bytes. */
const randomSources: ReadonlySet<string> = new Set([
  'randomBytes',
  'randomFillSync',
  'getRandomValues',
  'generateKeySync',
]);

/** A master key that is made when the process starts is gone when it ends. */
export function* checkLocalKey({ options }: EncryptingClient): Generator<Report> {
  const providers = valueAt(options, 'kmsProviders');
  if (providers?.kind !== 'object') return;
  for (const { key: name, value: provider } of providers.properties) {
    if (name !== 'local' && !name.startsWith('local:')) continue;
    const key = provider.kind === 'object' ? keyOf(provider) : undefined;
    const source = key?.calls?.find((call) => randomSources.has(call));
    if (key === undefined || source === undefined) continue;
    const named = key.name !== undefined;
    yield {
      place: key.place,
      // A name may also be written down somewhere, for the next start.
      severity: named ? 'warning' : 'error',
      message: `the local master key comes from ${source} each time the process starts${named ? ', and unless these very bytes are kept, ' : ': '}the next start cannot read what this one wrote; read the key from where it is kept, or use a key management service`,
    };
  }
}

function keyOf(provider: ObjectValue): UnknownValue | undefined {
  const key = valueAt(provider, 'key');
  return key?.kind === 'unknown' ? key : undefined;
}
