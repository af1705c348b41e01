import type {
  EncryptedSchema,
  PrismaAnnotation,
  PrismaModel,
  PrismaModelField,
} from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import { nearest } from '../../model/nearest.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { packageName } from '../package-names.ts';

export const rule = defineRule({
  id: 'blind-index/annotation-conflict',
  severity: 'error',
  title: 'annotations that contradict each other, or a hash of a field that is not there or not encrypted',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const schema of blindIndex.schemas) {
      // Fieldseal refuses to generate: another rule says so.
      if (schema.package === 'fieldseal') continue;
      for (const model of schema.models) {
        for (const field of model.fields) {
          yield* onOneField(schema, model, field);
          yield* severalHashes(schema, model, field);
          if (schema.packageKnown) yield* hashOfNothing(schema, model, field);
        }
      }
    }
  },
});

/** The annotation of that name which the package reads of a field: the first. */
function annotationOf({ annotations, encryption }: PrismaModelField, wanted: string) {
  return encryption === undefined ? undefined : annotations.find(({ name }) => name === wanted);
}

function* onOneField(schema: EncryptedSchema, model: PrismaModel, field: PrismaModelField): Iterable<Report> {
  if (field.encryption?.kind !== 'encrypted') return;
  const { name, path } = field;
  const cursor = annotationOf(field, 'encryption:cursor');
  if (cursor !== undefined) {
    yield {
      place: cursor.place,
      field: path,
      message: `${packageName(schema)} stops the program at start: ${model.name}.${name} cannot be used as a cursor as it is encrypted; take another field that is @unique`,
    };
  }
  const hash = annotationOf(field, 'encryption:hash');
  if (hash?.argument === undefined) return;
  const source = hash.argument.value;
  const lost =
    source === name
      ? `${packageName(schema)} writes the hash over the ciphertext, and the value of ${model.name}.${name} is lost for good`
      : `${packageName(schema)} writes the ciphertext of ${name} and the hash of ${source} into the one column, and the later of them stays`;
  yield {
    place: hash.place,
    field: path,
    related: [{ message: 'the field is encrypted here', place: field.encryption.annotation.place }],
    message: `@encrypted and @encryption:hash(${source}) stand on one field: ${lost}; give the hash a field of its own, as in ${source}Hash String? /// @encryption:hash(${source})`,
    fixes: [
      suggestion(`take the hash off ${name}`, {
        kind: 'text',
        place: hash.meant,
        text: '',
      }),
    ],
  };
}

/** Of several hashes over one field the package fills the last. */
function* severalHashes(
  schema: EncryptedSchema,
  model: PrismaModel,
  { name, encryption }: PrismaModelField,
): Iterable<Report> {
  if (encryption?.kind !== 'encrypted') return;
  const last = encryption.indexes.at(-1);
  if (last === undefined) return;
  for (const index of encryption.indexes.slice(0, -1)) {
    // A field that is hash and value at once is told already.
    if (index.field === name) continue;
    yield {
      place: index.annotation.place,
      field: index.field,
      related: [{ message: `the hash of ${name} that is written`, place: last.annotation.place }],
      message: `${model.name}.${name} has several hashes, and ${packageName(schema)} writes the last alone, ${last.field}: ${index.field} stays empty, without an error; keep one`,
      fixes: [
        suggestion(`take the hash off ${index.field}`, {
          kind: 'text',
          place: index.annotation.meant,
          text: '',
        }),
      ],
    };
  }
}

function* hashOfNothing(
  schema: EncryptedSchema,
  model: PrismaModel,
  field: PrismaModelField,
): Iterable<Report> {
  const hash = annotationOf(field, 'encryption:hash');
  if (hash?.argument === undefined) return;
  const { value: source, place } = hash.argument;
  const named = model.fields.find(({ name }) => name === source);
  if (named?.encryption?.kind === 'encrypted' || isMasked(source)) return;
  // Prisma refuses two models of one name, and nobody knows which of them stays.
  if (named === undefined && isInNamesake(schema, model, source)) return;
  yield {
    place,
    field: field.path,
    message: `${packageName(schema)} stops the program at start: no such field ${source} in ${model.name} that is encrypted; ${instead(schema, model, field, hash, named)}`,
    fixes: named === undefined ? renamed(model, field, source, place) : encrypted(named),
  };
}

/** A long name that reads like a key, whose letters no facts hold. */
function isMasked(name: string): boolean {
  return /^[x_]{20,}$/.test(name);
}

function instead(
  schema: EncryptedSchema,
  model: PrismaModel,
  field: PrismaModelField,
  { argument }: PrismaAnnotation,
  named: PrismaModelField | undefined,
): string {
  const source = argument?.value ?? '';
  if (named !== undefined) return `annotate ${source} with @encrypted, or take the hash off ${field.name}`;
  const mapped = encryptedFields(model).find(({ column }) => column === source);
  if (mapped !== undefined) {
    return `${source} is a column, and a hash names the field, as Prisma's schema does: ${mapped.name}`;
  }
  const elsewhere = schema.models.find(
    (other) => other !== model && encryptedFields(other).some(({ name }) => name === source),
  );
  if (elsewhere !== undefined) {
    return `${source} is a field of ${elsewhere.name}, and a hash stands in the model of what it is of`;
  }
  const near = nearest(source, encryptedNames(model, field));
  return near === undefined ? 'name a field that @encrypted stands on' : `did you mean ${near}?`;
}

/** Behind the field and before any comment there: both packages read it in that place, whatever follows. */
function encrypted({ name, type, list, encryption, declaration }: PrismaModelField): readonly Fix[] {
  if (type !== 'String' || list || encryption !== undefined) return [];
  const end = { ...declaration, start: declaration.end };
  return [
    suggestion(`encrypt ${name}: rows that are there stay in plaintext until they are written again`, {
      kind: 'text',
      place: end,
      text: ' /// @encrypted',
    }),
  ];
}

function renamed(model: PrismaModel, field: PrismaModelField, source: string, place: Place): readonly Fix[] {
  const to =
    encryptedFields(model).find(({ column }) => column === source)?.name ??
    nearest(source, encryptedNames(model, field));
  return to === undefined ? [] : [suggestion(`make it a hash of ${to}`, { kind: 'text', place, text: to })];
}

function isInNamesake({ models }: EncryptedSchema, model: PrismaModel, source: string): boolean {
  return models.some(
    (other) =>
      other !== model && other.name === model.name && other.fields.some(({ name }) => name === source),
  );
}

function encryptedFields({ fields }: PrismaModel): readonly PrismaModelField[] {
  return fields.filter(({ encryption }) => encryption?.kind === 'encrypted');
}

function encryptedNames(model: PrismaModel, field: PrismaModelField): readonly string[] {
  return encryptedFields(model).flatMap(({ name }) => (name === field.name ? [] : name));
}
