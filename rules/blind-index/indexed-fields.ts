import type {
  BlindIndexProject,
  EncryptedSchema,
  IndexField,
  PrismaModel,
  PrismaModelField,
} from '../model/blind-index.ts';

/** A field that serves to search another, and is filled. */
export interface IndexedField {
  readonly schema: EncryptedSchema;
  readonly model: PrismaModel;
  readonly field: PrismaModelField;
  readonly index: IndexField;
  /** The encrypted field that it is of. */
  readonly source: PrismaModelField;
}

/** Every hash and blind index of the schemas, each with its source; of several over one source the last, since only that is filled. */
export function* indexedFields({ schemas }: Pick<BlindIndexProject, 'schemas'>): Generator<IndexedField> {
  for (const schema of schemas) {
    for (const model of schema.models) {
      for (const field of model.fields) {
        const { encryption } = field;
        if (encryption?.kind !== 'index' || encryption.source === undefined) continue;
        const { index, source } = encryption;
        const filled = source.encryption?.kind === 'encrypted' ? source.encryption.indexes.at(-1) : undefined;
        if (filled !== undefined && filled.field !== field.name) continue;
        yield { schema, model, field, index, source };
      }
    }
  }
}
