import type { EncryptedSchema, PrismaModel, PrismaModelField } from '../../model/blind-index.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { isMisspelt } from '../is-misspelt.ts';
import { isType } from '../is-type.ts';

export const rule = defineRule({
  id: 'blind-index/unsupported-field',
  severity: 'error',
  title: 'encryption asked for a field that the package cannot encrypt',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex: { schemas } }) {
    for (const schema of schemas) {
      // Its own declarations have a rule of their own.
      if (schema.package === 'fieldseal') continue;
      for (const model of schema.models) {
        for (const field of model.fields) {
          const report = reportOf({ schema, model, field });
          if (report !== undefined) yield { ...report, field: field.path };
        }
      }
    }
  },
});

interface Subject {
  readonly schema: EncryptedSchema;
  readonly model: PrismaModel;
  readonly field: PrismaModelField;
}

function reportOf(subject: Subject): Report | undefined {
  const { schema, model, field } = subject;
  const { encryption } = field;
  if (encryption === undefined) return passedOver(subject);
  if (!isType(field, schema.models)) return undefined;
  if (encryption.kind === 'index') {
    return field.type === 'String'
      ? undefined
      : {
          place: field.typePlace,
          message: `${field.name} is ${field.type}, and ${schema.package} writes hashes into String fields only, so the program stops at its start with "only String fields can contain hashes": declare it String?`,
        };
  }
  if (isMisspelt(encryption.annotation)) return undefined;
  if (field.type !== 'String') return otherType(subject);
  if (field.list) {
    return {
      place: field.typePlace,
      message: `${field.name} is a list, and ${schema.package} encrypts single values only: create, set and push store it in plaintext, without an error; keep it in one String, as JSON`,
    };
  }
  // It is only read: nothing new is encrypted.
  if (encryption.mode === 'readonly') return undefined;
  return key(subject) ?? defaultOf(field, model) ?? nativeTypeOf(field);
}

/** An annotation on a field of a block that the package does not look into. */
function passedOver({ schema, model, field }: Subject): Report | undefined {
  const annotation = field.annotations.find(({ name }) => name === 'encrypted');
  if (annotation === undefined || isMisspelt(annotation)) return undefined;
  switch (model.kind) {
    case 'type':
      return {
        place: field.namePlace,
        message: `${schema.package} does not look into composite types, so ${field.name} of ${model.name} is stored in plaintext, without an error: move it to the model, or keep the whole ${model.name} in one encrypted String, as JSON`,
      };
    case 'view':
      return schema.package === 'prisma-encryption'
        ? {
            place: field.namePlace,
            message: `prisma-encryption does not look into views, so ${field.name} of ${model.name} is read as ciphertext: read it through the model that it comes from`,
          }
        : undefined;
    // The client does not know what is marked @ignore, so nothing is stored either.
    case 'model':
      return undefined;
  }
}

function otherType({ schema, field }: Subject): Report {
  const { name, type, relation } = field;
  const instead = relation
    ? `mark the fields of ${type} instead`
    : 'declare it String and turn it into text and back in code';
  return {
    place: field.typePlace,
    message: `${name} is ${type}, and ${schema.package} encrypts String only, so the program stops at its start with "unsupported type ${type}": ${instead}`,
  };
}

/** A value that other rows, or the client, must be able to name. */
function key({ model, field }: Subject): Report | undefined {
  const { name, id, relationKey } = field;
  const compound = model.attributes.find((one) => one.name === 'id' && one.fields.includes(name));
  if (compound !== undefined) {
    return {
      place: compound.place,
      message: `${name} is part of the key of ${model.name} and is encrypted to another ciphertext each time, so no row is found by this key: use fields that are not encrypted`,
    };
  }
  if (id !== undefined && !hasUniqueIndex(model, field)) {
    return {
      place: id,
      message: `${name} is the key of ${model.name} and is encrypted to another ciphertext each time, so no row is found by it and the same ${name} is let in twice: give ${model.name} a key that is not encrypted, and look ${name} up by a hash`,
    };
  }
  if (!relationKey) return undefined;
  return {
    place: field.namePlace,
    message: `${name} refers to another row and is encrypted to another ciphertext each time, so it never equals what it refers to: refer to a field that is not encrypted, and leave this one so too`,
  };
}

function hasUniqueIndex(model: PrismaModel, { encryption }: PrismaModelField): boolean {
  const hash = encryption?.kind === 'encrypted' ? encryption.indexes.at(-1)?.field : undefined;
  return model.fields.some(({ name, unique }) => name === hash && unique !== undefined);
}

function defaultOf(
  { name, hasDefault, defaultText, encryption }: PrismaModelField,
  model: PrismaModel,
): Report | undefined {
  // There is nothing to read in an empty text.
  if (hasDefault === undefined || defaultText === '') return undefined;
  const hashed = encryption?.kind === 'encrypted' && encryption.indexes.length > 0 ? ', with no hash' : '';
  return {
    place: hasDefault,
    message: `the default of ${name} is filled in behind the extension, so every ${model.name} that is created without ${name} holds it in plaintext${hashed}: remove the default and give the value in code`,
  };
}

/** Types that are no text. Source: Prisma's reference, native types of PostgreSQL, CockroachDB, SQL Server and MongoDB. */
const noText: ReadonlySet<string> = new Set([
  'Uuid',
  'UniqueIdentifier',
  'Inet',
  'Bit',
  'VarBit',
  'Xml',
  'ObjectId',
]);

function nativeTypeOf({ name, nativeType }: PrismaModelField): Report | undefined {
  if (nativeType === undefined || !noText.has(nativeType.name)) return undefined;
  return {
    place: nativeType.place,
    message: `${name} is stored as ${nativeType.name}, which takes no ciphertext, so every write is refused: make the column text`,
  };
}
