import type { PrismaModel, PrismaModelAttribute, PrismaModelField } from '../../model/blind-index.ts';
import type { Change, Fix } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { counted } from '../../model/words.ts';
import { fieldsealCode } from '../fieldseal-code.ts';
import { afterType, newLine } from '../insert.ts';
import { isMisspelt } from '../is-misspelt.ts';

export const rule = defineRule({
  id: 'blind-index/vacuous-unique',
  severity: 'error',
  title: 'uniqueness asked of ciphertext, which never repeats, or of a truncated index, which must',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { schemas } }) {
    for (const schema of schemas) {
      for (const model of schema.models) {
        for (const field of model.fields) {
          const asked = uniques(model, field);
          if (asked.length === 0) continue;
          if (schema.package === 'fieldseal') yield* ofFieldseal(model, field, asked);
          else yield* ofCiphertext(model, field, asked);
        }
      }
    }
  },
});

/** Where uniqueness is asked of a field, alone or with others. */
interface Asked {
  readonly place: Place;
  /** `@unique`, `@@unique([a, b])`. */
  readonly shown: string;
  readonly attribute?: PrismaModelAttribute;
}

function uniques(model: PrismaModel, { name, unique, id }: PrismaModelField): readonly Asked[] {
  return [
    ...(unique === undefined ? [] : [{ place: unique, shown: '@unique' }]),
    ...(id === undefined ? [] : [{ place: id, shown: '@id' }]),
    ...model.attributes.flatMap((attribute) =>
      (attribute.name === 'unique' || attribute.name === 'id') && attribute.fields.includes(name)
        ? [
            {
              place: attribute.place,
              shown: `@@${attribute.name}([${attribute.fields.join(', ')}])`,
              attribute,
            },
          ]
        : [],
    ),
  ];
}

function* ofCiphertext(
  model: PrismaModel,
  field: PrismaModelField,
  asked: readonly Asked[],
): Generator<Report> {
  const { name, encryption, type, list } = field;
  if (encryption?.kind !== 'encrypted' || isMisspelt(encryption.annotation)) return;
  // What is only read is written in plaintext; and what cannot be encrypted is another rule's.
  if (encryption.mode === 'readonly' || type !== 'String' || list) return;
  const hash = hashOf(model, field);
  for (const { place, shown, attribute } of asked) {
    // A key that nobody finds is another rule's.
    if (shown === '@id' || attribute?.name === 'id') continue;
    // The first encrypted field of several speaks for the attribute.
    if (attribute !== undefined && firstEncrypted(model, attribute) !== field) continue;
    if (holds(model, field, attribute)) continue;
    const instead =
      hash === undefined
        ? `give it a hash that the package fills, and make that unique`
        : attribute === undefined || attribute.fields.length === 1
          ? `make ${hash.name}, its hash, unique`
          : `ask it of ${hash.name}, its hash`;
    yield {
      place,
      severity: 'warning',
      field: field.path,
      message: `${shown} on ${name} refuses nothing, since the same value is encrypted to another ciphertext each time: ${instead}`,
      ...(hash === undefined ? {} : { related: [{ message: 'its hash', place: hash.namePlace }] }),
      fixes: byHash(model, field, hash, attribute),
    };
  }
}

/** The field that the package fills with a digest of this one. */
function hashOf(model: PrismaModel, { encryption }: PrismaModelField): PrismaModelField | undefined {
  const filled = encryption?.kind === 'encrypted' ? encryption.indexes.at(-1)?.field : undefined;
  return filled === undefined ? undefined : model.fields.find(({ name }) => name === filled);
}

function firstEncrypted(model: PrismaModel, { fields }: PrismaModelAttribute): PrismaModelField | undefined {
  const all = fields.flatMap((name) => model.fields.find((one) => one.name === name) ?? []);
  return all.find(({ encryption }) => encryption?.kind === 'encrypted');
}

/** True where uniqueness of hashes says what that of the ciphertext cannot. */
function holds(
  model: PrismaModel,
  field: PrismaModelField,
  attribute: PrismaModelAttribute | undefined,
): boolean {
  const hash = hashOf(model, field);
  if (hash !== undefined && isUniqueAlone(model, hash)) return true;
  if (attribute === undefined) return false;
  const byHashes = hashed(model, attribute);
  return (
    byHashes !== undefined &&
    model.attributes.some(
      (other) =>
        (other.name === 'unique' || other.name === 'id') &&
        other.fields.every((one) => byHashes.includes(one)),
    )
  );
}

function isUniqueAlone(model: PrismaModel, { name, unique, id }: PrismaModelField): boolean {
  return (
    unique !== undefined ||
    id !== undefined ||
    model.attributes.some(
      (one) =>
        (one.name === 'unique' || one.name === 'id') && one.fields.length === 1 && one.fields[0] === name,
    )
  );
}

/** The fields of an attribute with the hash in the place of every encrypted one; undefined where one has none. */
function hashed(model: PrismaModel, { fields }: PrismaModelAttribute): readonly string[] | undefined {
  const all = fields.map((name) => {
    const field = model.fields.find((one) => one.name === name);
    return field?.encryption?.kind === 'encrypted' ? hashOf(model, field)?.name : name;
  });
  const known = all.flatMap((name) => name ?? []);
  return known.length === all.length ? known : undefined;
}

/** What is asked of the ciphertext stays: `findUnique` by the value only type-checks with it. */
function byHash(
  model: PrismaModel,
  field: PrismaModelField,
  hash: PrismaModelField | undefined,
  attribute: PrismaModelAttribute | undefined,
): Fix[] {
  if (hash === undefined) return [];
  const condition = 'rows whose hashes agree must go first';
  if (attribute === undefined || attribute.fields.length === 1) {
    return [suggestion(`make ${hash.name} unique: ${condition}`, addUnique(hash))];
  }
  const fields = hashed(model, attribute);
  const line = fields === undefined ? undefined : newLine(model, `@@unique([${fields.join(', ')}])`);
  if (fields === undefined || line === undefined) return [];
  return [suggestion(`add @@unique([${fields.join(', ')}]) for ${field.name}: ${condition}`, line)];
}

function addUnique(field: PrismaModelField): Change {
  return { kind: 'text', place: afterType(field), text: ' @unique' };
}

/** Fieldseal refuses both when the client is generated. Source: fieldseal-spec docs/02-spec-v0.1.md 7.10, docs/13 4.1. */
function* ofFieldseal(
  model: PrismaModel,
  field: PrismaModelField,
  asked: readonly Asked[],
): Generator<Report> {
  const { encryption, name } = field;
  if (encryption === undefined) return;
  for (const { place, shown, attribute } of asked) {
    const why =
      encryption.kind === 'encrypted'
        ? `${name} is encrypted to another ciphertext each time, so ${shown} refuses nothing`
        : `${name} keeps ${bitsOf(encryption.index.bits?.value)} of ${encryption.sourceName}, so that different values share an index by design, and ${shown} refuses the second of them`;
    const instead =
      encryption.kind === 'encrypted' ? 'remove it' : 'make it a plain @@index, and compare after decryption';
    yield {
      place,
      field: field.path,
      message: `${why}: ${instead}${fieldsealCode}`,
      fixes: attribute === undefined && shown === '@unique' ? withoutUnique(model, field, place) : [],
    };
  }
}

function bitsOf(bits: number | undefined): string {
  return bits === undefined ? 'some bits' : counted(bits, 'bit');
}

function withoutUnique(model: PrismaModel, field: PrismaModelField, place: Place): Fix[] {
  // The blank before it goes with it.
  const remove: Change = { kind: 'text', place: { ...place, start: place.start - 1 }, text: '' };
  if (field.encryption?.kind !== 'index') return [suggestion('remove @unique', remove)];
  const line = newLine(model, `@@index([${field.name}])`);
  return line === undefined ? [] : [suggestion(`index ${field.name} without @unique`, remove, line)];
}
