import type { EncryptingClient } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { isAbsent, type ObjectValue } from '../../model/value.ts';
import { meant } from './names.ts';

/** What a client that encrypts cannot do without. A misspelt option is no missing one. */
export function* checkMissing({ options, called, place }: EncryptingClient): Generator<Report> {
  if (!called) return;
  if (isMissing(options, 'kmsProviders')) {
    yield {
      place,
      message:
        'automatic encryption without kmsProviders: the client refuses to start, since it can open no key ("no kms provider set"); name the provider of the master key',
    };
  }
  if (isMissing(options, 'keyVaultNamespace')) {
    yield {
      place,
      severity: 'warning',
      message:
        'automatic encryption without keyVaultNamespace: the Node driver then looks for the keys in admin.datakeys, and other clients refuse to start; name the collection of the data keys',
      fixes: [
        suggestion('add keyVaultNamespace "encryption.__keyVault"', {
          kind: 'add-property',
          object: options,
          key: 'keyVaultNamespace',
          value: 'encryption.__keyVault',
        }),
      ],
    };
  }
}

function isMissing(options: ObjectValue, name: string): boolean {
  return isAbsent(options, name) && options.properties.every(({ key }) => meant(key) !== name);
}
