import type {
  EncryptedSchema,
  PrismaModel,
  PrismaModelField,
  StrayAnnotation,
} from '../model/blind-index.ts';
import type { Fix } from '../model/finding.ts';
import { suggestion } from '../model/rule.ts';

/** Something in a model that reads like an annotation and is none, with the field that it was meant for. */
export interface StrayOf {
  readonly stray: StrayAnnotation;
  readonly model: PrismaModel;
  readonly field?: PrismaModelField;
  readonly schema: EncryptedSchema;
}

/** Those of a schema whose package is known: what another tool reads may be written as it is on purpose. */
export function straysOf(schema: EncryptedSchema): readonly StrayOf[] {
  if (!schema.packageKnown) return [];
  return schema.models.flatMap((model) => [
    ...model.fields.flatMap((field) => field.strays.map((stray) => ({ stray, model, field, schema }))),
    ...model.strays.map((stray) => ({ stray, model, schema })),
  ]);
}

/** What comes of it that the package does not see it: a clause that follows "so that". */
export function outcome({ stray: { meant = '' }, model, field, schema }: StrayOf): string {
  const name = field === undefined ? `what it was meant for in ${model.name}` : `${model.name}.${field.name}`;
  if (schema.package === 'fieldseal') {
    return field === undefined
      ? `nothing of ${model.name} is declared by it, without an error`
      : `${name} is neither encrypted nor an index, without an error`;
  }
  const source = /^@encryption:hash\((\w+)\)/.exec(meant)?.[1];
  if (source !== undefined) {
    const elsewhere = model.fields.some(
      ({ name: other, encryption }) =>
        other === source && encryption?.kind === 'encrypted' && encryption.indexes.length > 0,
    );
    const lookups = elsewhere ? '' : `, and no lookup by ${source} finds anything`;
    return `no hash is ever written to ${name}${lookups}, without an error`;
  }
  // Of all annotations only a hash may not say what was meant.
  if (meant === '' || meant.startsWith('@encryption:hash'))
    return `no hash is ever written to ${name}, without an error`;
  if (meant.startsWith('@encryption:cursor')) return `migrations do not go by ${name}`;
  return `${name} is stored as plain text, without an error`;
}

/** Writes what was meant where the package reads it. */
export function repairs({ stray, field }: StrayOf): readonly Fix[] {
  const { meant, why } = stray;
  if (meant === undefined || why === 'model') return [];
  const { repair = stray.why === 'typo' ? [{ place: stray.place, text: meant }] : [] } = stray;
  if (repair.length === 0) return [];
  const where = field === undefined ? '' : ` for ${field.name}`;
  return [
    suggestion(
      `write ${meant}${where}`,
      ...repair.map(({ place, text }) => ({ kind: 'text', place, text }) as const),
    ),
  ];
}
