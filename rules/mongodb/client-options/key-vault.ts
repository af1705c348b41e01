import type { EncryptingClient, MongodbProject } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { valueAt } from '../../model/value.ts';
import { readNamespace } from '../namespaces.ts';
import { databaseOf } from './addresses.ts';

/** A database that is dropped or restored takes the keys with it, and with them all that they encrypt. */
export function* checkKeyVault(client: EncryptingClient, project: MongodbProject): Generator<Report> {
  const value = valueAt(client.options, 'keyVaultNamespace');
  if (value?.kind !== 'string') return;
  const vault = readNamespace(value.value);
  if (vault === undefined) {
    if (/^[\w-]+$/.test(value.value)) {
      yield {
        place: value.place,
        message: `keyVaultNamespace "${value.value}" is no "database.collection": write both, for example "encryption.__keyVault"`,
      };
    }
    return;
  }
  if (!applicationDatabases(client, project).has(vault.database)) return;
  yield {
    place: value.place,
    severity: 'warning',
    message: `the key vault lies in ${vault.database}, the application's own database: who drops or restores that database loses the keys, and with them everything that they encrypt; keep them in a database of their own, for example "encryption.__keyVault"`,
  };
}

/** Where encrypted collections are, and where the client connects to. */
function applicationDatabases(client: EncryptingClient, project: MongodbProject): ReadonlySet<string> {
  const mapped = ['encryptedFieldsMap', 'schemaMap'].flatMap((name) => {
    const map = valueAt(client.options, name);
    return map?.kind === 'object'
      ? map.properties.flatMap(({ key }) => readNamespace(key)?.database ?? [])
      : [];
  });
  const declared = [...project.fieldLists, ...project.csfleSchemas].flatMap(
    ({ container }) => container.database ?? [],
  );
  const connected = databaseOf(client.uri);
  return new Set([...mapped, ...declared, ...(connected === undefined ? [] : [connected])]);
}
