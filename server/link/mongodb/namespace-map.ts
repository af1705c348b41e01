import type { NamespaceMap } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property } from '../../../rules/model/value.ts';
import { readNamespace } from '../../../rules/mongodb/namespaces.ts';
import type { Collector } from './collector.ts';
import { isDeclaredFieldList, isNamedFieldList } from './shapes.ts';

/** An `encryptedFieldsMap` or `schemaMap`: the map itself, and a declaration for each namespace. */
export function readNamespaceMap(
  kind: NamespaceMap['kind'],
  property: Property,
  sibling: ObjectValue | undefined,
  collector: Collector,
): void {
  const { value } = property;
  collector.addMap({ kind, property, value, ...(sibling === undefined ? {} : { sibling }) });
  if (value.kind !== 'object') return;
  for (const entry of value.properties) {
    const named = readNamespace(entry.key);
    const namespace = named ?? {};
    const isList = named === undefined ? isNamedFieldList : isDeclaredFieldList;
    if (kind === 'encryptedFieldsMap' && isList(entry.value)) {
      collector.addFieldList(entry.value, namespace, { kind: 'encryptedFieldsMap', place: entry.keyPlace });
    }
    if (kind === 'schemaMap' && entry.value.kind === 'object') {
      collector.addCsfle({ schema: entry.value, origin: 'schemaMap', ...namespace });
    }
  }
}
