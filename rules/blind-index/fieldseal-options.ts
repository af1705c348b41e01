/**
 * What Fieldseal reads in its annotations: where, and whether as a bare flag or as `key: value`. Anything else it passes
 * over in silence. Source: npm @fieldseal/prisma 0.1.3, `dist/declarations.js`.
 */
export const fieldsealOptions = {
  table_uuid: { of: 'model', form: 'value' },
  encrypted: { of: 'value field', form: 'flag' },
  column_uuid: { of: 'value field', form: 'value' },
  as: { of: 'value field', form: 'value' },
  storage: { of: 'value field', form: 'value' },
  tenant_bound: { of: 'value field', form: 'flag' },
  noun: { of: 'value field', form: 'value' },
  index: { of: 'index field', form: 'value' },
  idf: { of: 'index field', form: 'value' },
  normalize: { of: 'index field', form: 'value' },
  truncate_bits: { of: 'index field', form: 'value' },
  projected_population: { of: 'index field', form: 'value' },
  index_id: { of: 'index field', form: 'value' },
  argon2_time_cost: { of: 'index field', form: 'value' },
  argon2_memory_kib: { of: 'index field', form: 'value' },
  skewed: { of: 'index field', form: 'value' },
  on_unindexable: { of: 'index field', form: 'value' },
} as const satisfies Record<string, FieldsealOption>;

export type FieldsealHolder = 'model' | 'value field' | 'index field';

interface FieldsealOption {
  readonly of: FieldsealHolder;
  readonly form: 'flag' | 'value';
}

/** What Fieldseal knows of an option of that name; undefined for a name that it never reads. */
export function fieldsealOption(name: string): FieldsealOption | undefined {
  return Object.hasOwn(fieldsealOptions, name)
    ? fieldsealOptions[name as keyof typeof fieldsealOptions]
    : undefined;
}
