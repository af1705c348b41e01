import { describe, type ObjectValue, propertyOf } from '../../model/value.ts';
import { checkAlgorithm } from './algorithm.ts';
import { checkKeys } from './encrypt-keys.ts';
import { checkKeyId } from './key-id.ts';
import type { Flaw } from './report.ts';
import { subschemas } from './subschemas.ts';

/** What `encryptMetadata` says, wherever it stands. */
export function* checkMetadata(root: ObjectValue): Generator<Flaw> {
  for (const { schema, closedBy } of subschemas(root)) {
    const metadata = propertyOf(schema, 'encryptMetadata');
    if (metadata === undefined || metadata.value.kind === 'unknown') continue;
    const { value } = metadata;
    if (closedBy !== undefined && propertyOf(schema, 'encrypt') === undefined) {
      yield {
        refusal: 'metadataPlacement',
        place: metadata.keyPlace,
        message: `encryptMetadata cannot stand below ${closedBy.key}, where nothing can be encrypted: move it to an object above`,
      };
    }
    if (value.kind !== 'object') {
      if (value.kind === 'null' && value.undefined) continue;
      yield {
        refusal: 'wrongType',
        place: value.place,
        message: `encryptMetadata is ${describe(value)}, and must be an object with algorithm or keyId`,
      };
      continue;
    }
    if (value.properties.length === 0 && !value.open) {
      yield {
        refusal: 'emptyMetadata',
        place: value.place,
        message: 'encryptMetadata is empty: say algorithm or keyId, or take it out',
      };
    }
    yield* checkKeys(value, 'encryptMetadata', ['algorithm', 'keyId'], []);
    yield* checkAlgorithm(value);
    yield* checkKeyId(value);
  }
}
