import type { Fix } from '../../model/finding.ts';
import type { EncryptingClient, MongodbProject, NamespaceMap } from '../../model/mongodb.ts';
import { samePlace } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { describe, type ObjectValue, type Property, propertyOf, valueAt } from '../../model/value.ts';
import { readNamespace } from '../namespaces.ts';

export const rule = defineRule({
  id: 'mongodb/namespace-map',
  severity: 'error',
  title: 'a map of namespaces that names no collection, or one collection twice',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ mongodb }) {
    for (const map of mongodb.namespaceMaps) {
      const client = clientOf(map, mongodb);
      // Elsewhere an object under this name may still become something else before a client gets it.
      if (client !== undefined) yield* checkShape(map, applicationDatabases(client, mongodb));
      yield* checkBothMaps(map);
    }
  },
});

function clientOf(map: NamespaceMap, { clients }: MongodbProject): EncryptingClient | undefined {
  return clients.find(({ options }) => {
    const given = propertyOf(options, map.kind);
    return given !== undefined && samePlace(given.place, map.property.place);
  });
}

/** The databases of the code, without the key vault's and the server's own. */
function applicationDatabases({ options }: EncryptingClient, { clients }: MongodbProject): string[] {
  const vault = valueAt(options, 'keyVaultNamespace');
  const vaultDatabase = vault?.kind === 'string' ? readNamespace(vault.value)?.database : undefined;
  const others = new Set(['admin', 'local', 'config', vaultDatabase]);
  return [...new Set(clients.flatMap(({ databases }) => databases))].filter((name) => !others.has(name));
}

function* checkShape(map: NamespaceMap, databases: readonly string[]): Generator<Report> {
  const { value, kind, property } = map;
  if (
    value.kind === 'array' ||
    value.kind === 'string' ||
    value.kind === 'number' ||
    value.kind === 'boolean'
  ) {
    yield {
      place: property.value.place,
      message: `${kind} is ${describe(value)}, and the client takes an object with a key "database.collection" for each collection`,
    };
  }
  if (value.kind !== 'object') return;
  for (const entry of value.properties) {
    if (readNamespace(entry.key) === undefined) yield noNamespace(map, value, entry, databases);
    else yield* checkEntry(map, entry);
  }
}

function noNamespace(
  { kind }: NamespaceMap,
  map: ObjectValue,
  entry: Property,
  databases: readonly string[],
): Report {
  const { key, keyPlace } = entry;
  if (key === 'encryptedFields' || (key === 'fields' && kind === 'encryptedFieldsMap')) {
    return {
      place: keyPlace,
      message: `${kind} holds a list of fields instead of a list for each collection: the client looks for a key "database.collection", finds none, and encrypts only what the server tells it to; put the list under the full name of its collection`,
      related: key === 'fields' ? [{ message: 'this object is one list', place: map.place }] : [],
    };
  }
  const [database] = databases;
  return {
    place: keyPlace,
    message: `"${key}" in ${kind} is no "database.collection": the client never finds it, and encrypts only what the server tells it to; write the database in front of it`,
    fixes:
      database === undefined || databases.length > 1 || !/^[^.$\s]+$/.test(key)
        ? []
        : [
            suggestion(`name it "${database}.${key}"`, {
              kind: 'rename-key',
              property: entry,
              to: `${database}.${key}`,
            }),
          ],
  };
}

function* checkEntry({ kind }: NamespaceMap, { key, value }: Property): Generator<Report> {
  const list = kind === 'encryptedFieldsMap';
  const wanted = list ? 'an object with the list fields' : 'a schema with bsonType "object" and properties';
  if (
    value.kind === 'array' ||
    value.kind === 'string' ||
    value.kind === 'number' ||
    value.kind === 'boolean'
  ) {
    yield {
      place: value.place,
      message: `"${key}" in ${kind} is ${describe(value)}, and the client takes ${wanted}`,
      fixes: list && value.kind === 'array' ? [asFields(value)] : [],
    };
  }
  if (value.kind !== 'object') return;
  const wrapper = propertyOf(value, list ? 'encryptedFields' : '$jsonSchema');
  if (wrapper !== undefined) {
    yield {
      place: wrapper.keyPlace,
      message: `"${key}" in ${kind} takes ${wanted} itself: take it out of ${wrapper.key}`,
      fixes:
        value.properties.length === 1 && !value.open
          ? [
              suggestion(`take out of ${wrapper.key}`, {
                kind: 'set-value',
                value,
                to: { kind: 'copy', of: wrapper.value },
              }),
            ]
          : [],
    };
    return;
  }
  const foreign = propertyOf(value, list ? 'properties' : 'fields');
  const own = propertyOf(value, list ? 'fields' : 'properties');
  if (own !== undefined || value.open) return;
  if (foreign?.value.kind === (list ? 'object' : 'array')) {
    yield {
      place: foreign.keyPlace,
      message: list
        ? `"${key}" holds a schema of client-side field level encryption, which belongs into schemaMap: encryptedFieldsMap takes ${wanted}`
        : `"${key}" holds a list of Queryable Encryption, which belongs into encryptedFieldsMap: schemaMap takes ${wanted}`,
    };
  } else if (list) {
    yield {
      place: value.place,
      message: `"${key}" in encryptedFieldsMap has no fields: the client takes ${wanted}, which may be empty`,
    };
  }
}

function asFields(value: Property['value']): Fix {
  return suggestion('put the list into fields', {
    kind: 'set-value',
    value,
    to: { kind: 'object', properties: [{ key: 'fields', value: { kind: 'copy', of: value } }] },
  });
}

/** Each pair of maps is met twice, once from either side. */
function* checkBothMaps({ kind, value, sibling }: NamespaceMap): Generator<Report> {
  if (kind !== 'encryptedFieldsMap' || value.kind !== 'object' || sibling === undefined) return;
  for (const entry of value.properties) {
    const other = propertyOf(sibling, entry.key);
    // What is no collection's name says nothing of one: a description of both maps has the same words in each.
    if (other === undefined || readNamespace(entry.key) === undefined) continue;
    yield {
      place: entry.keyPlace,
      message: `"${entry.key}" is in schemaMap and in encryptedFieldsMap, and the client refuses to start: a collection has either client-side field level encryption or Queryable Encryption, so take it out of one`,
      related: [{ message: 'it is in schemaMap here', place: other.keyPlace }],
      fixes: [
        suggestion(`remove "${entry.key}" from encryptedFieldsMap`, {
          kind: 'remove-property',
          object: value,
          property: entry,
        }),
        suggestion(`remove "${entry.key}" from schemaMap`, {
          kind: 'remove-property',
          object: sibling,
          property: other,
        }),
      ],
    };
  }
}
