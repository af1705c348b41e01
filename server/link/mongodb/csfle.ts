import type { Container } from '../../../rules/model/field.ts';
import type { CsfleField, CsfleParent, CsfleSchema, MongooseSchema } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { propertyOf, valueAt } from '../../../rules/model/value.ts';
import type { LinkSettings } from '../settings.ts';
import { subschemaKeywords } from './shapes.ts';

interface Inherited {
  readonly algorithm?: Value;
  readonly keyId?: Value;
  readonly known: boolean;
}

/** A client-side schema with every `encrypt` in it, each with what it inherits. */
export function buildCsfleSchema(
  schema: ObjectValue,
  origin: CsfleSchema['origin'],
  container: Container,
  settings: LinkSettings,
): CsfleSchema {
  const target = settings.mongodb(schema.place.file);
  const fields: CsfleField[] = [];

  const visit = (
    here: ObjectValue,
    above: Inherited,
    parents: readonly CsfleParent[],
    path: readonly string[] | undefined,
  ): void => {
    if (parents.length > 100) return;
    const inherited = inherit(here, above);
    const encryptProperty = propertyOf(here, 'encrypt');
    if (encryptProperty !== undefined) {
      fields.push(
        toField(here, encryptProperty, inherited, parents, path?.join('.'), container, settings, target),
      );
    }
    const down = (
      value: Value,
      through: string,
      name: Property | undefined,
      segment: string | undefined,
    ): void => {
      if (value.kind !== 'object') return;
      const parent: CsfleParent = { schema: here, through, ...(name === undefined ? {} : { name }) };
      visit(
        value,
        inherited,
        [...parents, parent],
        segment === undefined || path === undefined ? undefined : [...path, segment],
      );
    };
    for (const keyword of subschemaKeywords.byName) {
      const group = valueAt(here, keyword);
      if (group?.kind !== 'object') continue;
      for (const property of group.properties) {
        down(property.value, keyword, property, keyword === 'properties' ? property.key : undefined);
      }
    }
    for (const keyword of [...subschemaKeywords.one, 'items']) {
      const property = propertyOf(here, keyword);
      if (property === undefined) continue;
      const children = property.value.kind === 'array' ? property.value.items : [property.value];
      for (const child of children) down(child, keyword, property, undefined);
    }
    for (const keyword of subschemaKeywords.many) {
      const property = propertyOf(here, keyword);
      if (property?.value.kind !== 'array') continue;
      for (const child of property.value.items) down(child, keyword, property, undefined);
    }
  };
  visit(schema, { known: !schema.open }, [], []);
  return { container, target, schema, fields, origin };
}

function inherit(here: ObjectValue, above: Inherited): Inherited {
  const metadata = valueAt(here, 'encryptMetadata');
  if (metadata === undefined) return { ...above, known: above.known && !here.open };
  if (metadata.kind !== 'object') return { known: false };
  const algorithm = valueAt(metadata, 'algorithm') ?? above.algorithm;
  const keyId = valueAt(metadata, 'keyId') ?? above.keyId;
  return {
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(keyId === undefined ? {} : { keyId }),
    known: above.known && !here.open && !metadata.open,
  };
}

function toField(
  holder: ObjectValue,
  encryptProperty: Property,
  inherited: Inherited,
  parents: readonly CsfleParent[],
  path: string | undefined,
  container: Container,
  settings: LinkSettings,
  target: CsfleSchema['target'],
): CsfleField {
  const encrypt = encryptProperty.value.kind === 'object' ? encryptProperty.value : undefined;
  const algorithm = (encrypt && valueAt(encrypt, 'algorithm')) ?? inherited.algorithm;
  const keyId = (encrypt && valueAt(encrypt, 'keyId')) ?? inherited.keyId;
  const bsonType = encrypt && valueAt(encrypt, 'bsonType');
  const { file } = encryptProperty.place;
  return {
    system: 'mongodb-csfle',
    container,
    ...(path === undefined || path === '' ? {} : { path }),
    place: parents.at(-1)?.name?.keyPlace ?? encryptProperty.keyPlace,
    target,
    assumptions: settings.assumptions(file),
    override: settings.override(file, container, path),
    budgets: settings.budgets(file),
    encryptProperty,
    ...(encrypt === undefined ? {} : { encrypt }),
    holder,
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(bsonType === undefined ? {} : { bsonType }),
    inheritanceKnown: inherited.known && encrypt !== undefined && !encrypt.open,
    parents,
  };
}

/** A Mongoose schema with `encryptionType: 'csfle'`: Mongoose makes the schema of its fields. */
export function buildMongooseCsfle(
  schema: MongooseSchema,
  container: Container,
  settings: LinkSettings,
): CsfleSchema {
  const fields = schema.fields.flatMap((field): CsfleField[] => {
    if (field.encrypt === undefined || field.position !== 'schema') return [];
    const { file } = field.property.place;
    const algorithm = valueAt(field.encrypt, 'algorithm');
    const keyId = valueAt(field.encrypt, 'keyId');
    // Mongoose puts the derived type over what `encrypt` says.
    const bsonType: Value | undefined =
      field.bsonType === undefined || field.typeValue === undefined
        ? undefined
        : { kind: 'string', place: field.typeValue.place, value: field.bsonType };
    return [
      {
        system: 'mongodb-csfle',
        container,
        path: field.path,
        place: field.property.keyPlace,
        target: schema.target,
        assumptions: settings.assumptions(file),
        override: settings.override(file, container, field.path),
        budgets: settings.budgets(file),
        encryptProperty: field.encryptProperty,
        encrypt: field.encrypt,
        holder: field.declaration,
        ...(algorithm === undefined ? {} : { algorithm }),
        ...(keyId === undefined ? {} : { keyId }),
        ...(bsonType === undefined ? {} : { bsonType }),
        inheritanceKnown: !field.encrypt.open,
        parents: [],
      },
    ];
  });
  return { container, target: schema.target, schema: schema.definition, fields, origin: 'mongoose' };
}
