import type { FieldListUse } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { asObject, propertyOf, stringAt, valueAt } from '../../../rules/model/value.ts';
import { readNamespace } from '../../../rules/mongodb/namespaces.ts';
import type { Collector } from './collector.ts';
import { readNamespaceMap } from './namespace-map.ts';
import { encryptsSomewhere, holdsEncryptionOptions, isFieldList, isNamedFieldList } from './shapes.ts';

/** Where a value stands: the properties that lead to it from the root, outermost first, with the objects that hold them. */
type Trail = readonly Step[];

interface Step {
  readonly object: ObjectValue;
  readonly property: Property;
}

/**
 * Finds declarations by their shape in a literal that no call has explained: data files, and objects in source code.
 */
export function walkValues(root: Value, collector: Collector): void {
  const seen = new Set<Value>();
  const trail: Step[] = [];
  const visit = (value: Value): void => {
    if (value.kind !== 'object' && value.kind !== 'array') return;
    if (trail.length > 100 || seen.has(value)) return;
    seen.add(value);
    if (value.kind === 'array') {
      for (const item of value.items) visit(item);
      return;
    }
    if (value.properties.some(({ key }) => declaringKeys.has(key))) recognise(value, trail, collector);
    for (const property of value.properties) {
      if (property.value.kind !== 'object' && property.value.kind !== 'array') continue;
      trail.push({ object: value, property });
      visit(property.value);
      trail.pop();
    }
  };
  visit(root);
}

/** Keys without which an object declares nothing. */
const declaringKeys: ReadonlySet<string> = new Set([
  'encryptedFieldsMap',
  'schemaMap',
  'autoEncryption',
  'encryptedFields',
  'fields',
  '$jsonSchema',
  'properties',
  'encryptMetadata',
]);

function recognise(value: ObjectValue, trail: Trail, collector: Collector): void {
  const holder = trail.at(-1);
  const map = propertyOf(value, 'encryptedFieldsMap');
  const schemas = propertyOf(value, 'schemaMap');
  if (map !== undefined) readNamespaceMap('encryptedFieldsMap', map, asObject(schemas?.value), collector);
  if (schemas !== undefined) readNamespaceMap('schemaMap', schemas, asObject(map?.value), collector);

  const auto = propertyOf(value, 'autoEncryption');
  if (auto !== undefined && holdsEncryptionOptions(auto.value)) {
    collector.addClient({ place: auto.keyPlace, options: auto.value, called: false });
  }

  const named = propertyOf(value, 'encryptedFields');
  if (named !== undefined && isNamedFieldList(named.value))
    readNamed(named, named.value, value, trail, collector);
  else if (isFieldList(value) && holder?.property.key !== 'encryptedFields') {
    const namespace = holder === undefined ? undefined : readNamespace(holder.property.key);
    collector.addFieldList(value, namespace ?? {});
  }

  const jsonSchema = propertyOf(value, '$jsonSchema');
  if (jsonSchema?.value.kind === 'object' && encryptsSomewhere(jsonSchema.value)) {
    collector.addCsfle({ schema: jsonSchema.value, origin: 'jsonSchema', ...namesAround(trail) });
  }
  if (isCsfleRoot(value, holder?.property.key)) {
    const namespace = holder === undefined ? undefined : readNamespace(holder.property.key);
    const origin = namespace === undefined ? 'literal' : 'schemaMap';
    collector.addCsfle({ schema: value, origin, ...namespace });
  }
}

function readNamed(
  property: Property,
  document: ObjectValue,
  holder: ObjectValue,
  trail: Trail,
  collector: Collector,
): void {
  const names = namesAround(trail);
  const kind = useOf(holder, trail);
  // A call that holds the list has already said what it is for.
  const explained = collector.usesOf(document).length > 0;
  const use: FieldListUse | undefined =
    kind === undefined || explained ? undefined : { kind, place: property.keyPlace };
  collector.addFieldList(document, names, use);
  if (kind === 'createOptions') {
    collector.addCommand({
      kind: 'createCollection',
      place: property.keyPlace,
      ...names,
      options: holder,
      indexes: [],
      document,
    });
  }
}

/** `createOptions` of a driver's test file, or what `db.getCollectionInfos()` printed. */
function useOf(holder: ObjectValue, trail: Trail): FieldListUse['kind'] | undefined {
  const last = trail.at(-1);
  if (last?.property.key === 'createOptions') return 'createOptions';
  if (last?.property.key === 'options' && stringAt(last.object, 'type') === 'collection')
    return 'collectionInfo';
  return valueAt(holder, 'create')?.kind === 'string' ? 'createCollection' : undefined;
}

/** The names that stand beside a declaration or above it. */
function namesAround(trail: Trail): { database?: string; collection?: string } {
  const step = trail.findLast(
    ({ object, property }) =>
      (property.key === 'createOptions' && propertyOf(object, 'collectionName') !== undefined) ||
      (property.key === 'options' && stringAt(object, 'type') === 'collection'),
  );
  if (step === undefined) return {};
  const collection = stringAt(step.object, 'collectionName') ?? stringAt(step.object, 'name');
  const database = stringAt(step.object, 'databaseName');
  return {
    ...(database === undefined ? {} : { database }),
    ...(collection === undefined ? {} : { collection }),
  };
}

/** A client-side schema that stands by itself, or under its namespace: what a schema's other keywords lead to is none. */
function isCsfleRoot(value: ObjectValue, key: string | undefined): boolean {
  if (key === '$jsonSchema') return false;
  const underNamespace = key !== undefined && readNamespace(key) !== undefined;
  const standsAlone = key === undefined || key === 'schema' || key === 'default' || /schema$/i.test(key);
  if (!underNamespace && !standsAlone) return false;
  if (propertyOf(value, 'properties') === undefined && propertyOf(value, 'encryptMetadata') === undefined)
    return false;
  return encryptsSomewhere(value);
}
