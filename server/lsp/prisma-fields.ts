import type {
  AnnotationOption,
  BlindIndexProject,
  EncryptedSchema,
  IndexField,
  PrismaAnnotation,
  PrismaModel,
  PrismaModelField,
} from '../../rules/model/blind-index.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { holds, type Place } from '../../rules/model/place.ts';
import { contains } from './declarations.ts';

/** An encrypted field of a schema with what serves to search it. */
export interface EncryptedPrismaField {
  readonly schema: EncryptedSchema;
  readonly model: PrismaModel;
  readonly field: PrismaModelField;
  /** The index that searches go to, and the field that holds it. */
  readonly index?: { readonly made: IndexField; readonly holder: PrismaModelField };
}

/** What an offset of a schema stands in: a field that is encrypted, or one that serves to search it. */
export interface PrismaFieldAt extends EncryptedPrismaField {
  /** The field that the offset is of: the encrypted one, or its index. */
  readonly at: PrismaModelField;
  readonly place: Place;
}

export function encryptedFieldsOf({
  schemas,
}: Pick<BlindIndexProject, 'schemas'>): readonly EncryptedPrismaField[] {
  return schemas.flatMap((schema) =>
    schema.models.flatMap((model) =>
      model.fields.flatMap((field) =>
        field.encryption?.kind === 'encrypted' ? [toEncrypted(schema, model, field)] : [],
      ),
    ),
  );
}

function toEncrypted(
  schema: EncryptedSchema,
  model: PrismaModel,
  field: PrismaModelField,
): EncryptedPrismaField {
  const made = field.encryption?.kind === 'encrypted' ? field.encryption.indexes.at(-1) : undefined;
  const holder = made && model.fields.find(({ name }) => name === made.field);
  return {
    schema,
    model,
    field,
    ...(made === undefined || holder === undefined ? {} : { index: { made, holder } }),
  };
}

export function prismaFieldAt(
  { schemas }: Pick<BlindIndexProject, 'schemas'>,
  file: string,
  offset: number,
): PrismaFieldAt | undefined {
  for (const { schema, model, at } of fieldsIn(schemas, file)) {
    const place = partsOf(at).find((part) => contains(part, file, offset));
    if (place === undefined) continue;
    const field = at.encryption?.kind === 'index' ? at.encryption.source : at;
    if (field?.encryption?.kind !== 'encrypted') continue;
    return { ...toEncrypted(schema, model, field), at, place };
  }
  return undefined;
}

/** An option of an annotation that an offset stands in. */
export interface OptionAt {
  readonly schema: EncryptedSchema;
  readonly annotation: PrismaAnnotation;
  readonly option: AnnotationOption;
  readonly place: Place;
}

export function optionAt(
  { schemas }: Pick<BlindIndexProject, 'schemas'>,
  file: string,
  offset: number,
): OptionAt | undefined {
  for (const schema of schemas) {
    for (const { annotations, fields, place: whole } of schema.models) {
      if (whole.file !== file) continue;
      for (const annotation of [...annotations, ...fields.flatMap((field) => field.annotations)]) {
        for (const option of annotation.options) {
          const { keyPlace, valuePlace } = option;
          const place = valuePlace === undefined ? keyPlace : { ...keyPlace, end: valuePlace.end };
          if (contains(place, file, offset)) return { schema, annotation, option, place };
        }
      }
    }
  }
  return undefined;
}

function* fieldsIn(schemas: readonly EncryptedSchema[], file: string) {
  for (const schema of schemas) {
    for (const model of schema.models) {
      if (model.place.file !== file) continue;
      for (const at of model.fields) yield { schema, model, at };
    }
  }
}

/** Its line, and its annotations wherever they stand. */
function partsOf({ declaration, annotations }: PrismaModelField): readonly Place[] {
  return [declaration, ...annotations.map(({ place }) => place)];
}

/** True for a finding on the field or on its index, wherever it stands. */
export function isAboutPrismaField(
  { place, field: path }: Finding,
  { field, index, model }: EncryptedPrismaField,
): boolean {
  return [field, ...(index === undefined ? [] : [index.holder])].some(
    (one) =>
      [...partsOf(one), ...one.annotations.map(({ meant }) => meant)].some((part) => holds(part, place)) ||
      (path === one.path && holds(model.place, place)),
  );
}
