import type { PrismaModel } from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { digestLength } from '../digest-length.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';
import { newLine } from '../insert.ts';
import { isType } from '../is-type.ts';

export const rule = defineRule({
  id: 'blind-index/missing-database-index',
  severity: 'warning',
  title: 'a hash or blind index that no database index holds',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const indexed of indexedFields(blindIndex)) {
      const { model, field, source } = indexed;
      if (model.kind !== 'model' || !isType(field) || isIndexed(indexed) || isSmall(indexed)) continue;
      const write = keyOf(indexed);
      yield {
        place: field.namePlace,
        field: field.path,
        message: `searches for ${source.name} go by ${field.name}, and no database index serves them, so each of them reads all rows of ${model.table}: add @@index([${write}])`,
        related: [{ message: 'what is searched', place: source.namePlace }],
        fixes: addIndex(indexed, write),
      };
    }
  },
});

const indexes: ReadonlySet<string> = new Set(['index', 'unique', 'id']);

/** Also behind fields that a search may give too, as one within a tenant does; a row's own key is none of those. */
function isIndexed({ model, field }: IndexedField): boolean {
  return (
    field.unique !== undefined ||
    field.id !== undefined ||
    model.attributes.some(({ name, fields }) => indexes.has(name) && mayServe(model, fields, field.name))
  );
}

function mayServe({ fields: all }: PrismaModel, fields: readonly string[], name: string): boolean {
  const at = fields.indexOf(name);
  const isKey = (one: string) =>
    all.some((field) => field.name === one && (field.id !== undefined || field.unique !== undefined));
  return at >= 0 && !fields.slice(0, at).some(isKey);
}

/** Below that many rows a database reads the table anyway. Source: docs/reference/query-performance.md of EQL, for PostgreSQL. */
const fewRows = 1_000;

function isSmall({ field }: IndexedField): boolean {
  const rows = field.override.rows ?? field.assumptions.rows;
  return rows !== undefined && rows < fewRows;
}

/** MySQL indexes the beginning of a long text only, and wants to be told how much of it (error 1170). */
function keyOf({ schema, field, index }: IndexedField): string {
  const { name, type, nativeType } = field;
  const long = nativeType === undefined ? type === 'Bytes' : /(?:text|blob)$/i.test(nativeType.name);
  if (schema.provider !== 'mysql' || !long) return name;
  const length = type === 'Bytes' ? bytesOf(index.bits?.value) : digestLength(index);
  return length === undefined ? name : `${name}(length: ${length})`;
}

function bytesOf(bits: number | undefined): number | undefined {
  return bits === undefined ? undefined : Math.ceil(bits / 8);
}

function addIndex({ model }: IndexedField, write: string): Fix[] {
  const line = newLine(model, `@@index([${write}])`);
  return line === undefined ? [] : [suggestion(`add @@index([${write}])`, line)];
}
