import type { EqlIndexKey } from '../../../../rules/model/eql.ts';
import type { SqlConstraint, SqlExpression } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import { rawEncrypted } from './index-keys.ts';
import { addIndex, dropIndex } from './indexes.ts';
import type { ColumnState, TableState } from './picture.ts';
import { placeAt, type Stage, tableNamed } from './stage.ts';

/** The column that a constraint is written at, with its name. */
export interface Own {
  readonly column: ColumnState;
  readonly span: Span;
}

export function addConstraint(stage: Stage, table: TableState, constraint: SqlConstraint, own?: Own): void {
  switch (constraint.kind) {
    case 'primary-key':
    case 'unique':
      if (constraint.usingIndex === undefined) addKey(stage, table, constraint, own);
      else promote(stage, constraint, constraint.usingIndex);
      return;
    case 'foreign-key':
      checkForeignKey(stage, table, constraint, own);
      return;
    case 'default':
      if (own !== undefined) checkDefault(stage, own.column, constraint.expression, constraint);
      return;
    case 'generated':
      checkCiphertext(stage, 'generated-from', constraint.expression, table, constraint);
      return;
    case 'check':
    case 'not-null':
    case 'identity':
    case 'exclusion':
    case 'other':
      return;
  }
}

type Key = SqlConstraint & { readonly kind: 'primary-key' | 'unique' };

/** The index behind UNIQUE or PRIMARY KEY. */
function addKey(stage: Stage, table: TableState, constraint: Key, own: Own | undefined): void {
  const named = constraint.columns.map((span) => ({ column: table.columns.get(span.name), span }));
  const columns = named.length === 0 && own !== undefined ? [own] : named;
  const states = columns.flatMap(({ column }) => column ?? []);
  const names = states.map(({ name }) => name).join('_');
  addIndex(stage, {
    kind: constraint.kind,
    name: constraint.name,
    table,
    unique: true,
    method: 'btree',
    partial: false,
    keys: columns.map(
      ({ column, span }): EqlIndexKey => ({
        place: placeAt(stage, span),
        ...(column?.encrypted === undefined ? {} : { column: column.encrypted }),
        form: 'column',
      }),
    ),
    columns: states,
    schemas: [],
    shape: 'columns',
    place: placeAt(stage, constraint),
    part: stage.now.part,
    key:
      constraint.name ??
      (constraint.kind === 'primary-key' ? `${table.name}_pkey` : `${table.name}_${names}_key`),
  });
}

/** ADD CONSTRAINT … USING INDEX: the index becomes the constraint's, by its name. */
function promote(stage: Stage, { kind, name }: Key, usingIndex: string): void {
  const index = stage.picture.indexes.get(usingIndex);
  if (index === undefined) return;
  dropIndex(stage, index);
  addIndex(stage, { ...index, kind, name: name ?? index.name, key: name ?? index.key });
}

function checkForeignKey(
  stage: Stage,
  table: TableState,
  constraint: SqlConstraint & { readonly kind: 'foreign-key' },
  own: Own | undefined,
): void {
  const named = constraint.columns.flatMap(({ name }) => table.columns.get(name) ?? []);
  const columns = named.length === 0 && own !== undefined ? [own.column] : named;
  const other = tableNamed(stage, constraint.references);
  const referenced = constraint.referencedColumns.flatMap(({ name }) => other?.columns.get(name) ?? []);
  const column = [...columns, ...referenced].find(({ encrypted }) => encrypted !== undefined)?.encrypted;
  if (column === undefined) return;
  const { generation } = column;
  stage.definitions.push({ kind: 'foreign-key', column, generation, place: placeAt(stage, constraint) });
}

/** A default of an encrypted column; NULL is none. */
export function checkDefault(stage: Stage, column: ColumnState, expression: SqlExpression, span: Span): void {
  const value = givenBy(expression);
  if (value === 'null' || column.encrypted === undefined) return;
  const { generation } = column.encrypted;
  const place = placeAt(stage, span);
  stage.definitions.push({ kind: 'default', column: column.encrypted, generation, value, place });
}

export function givenBy(expression: SqlExpression): 'null' | 'literal' | 'expression' {
  switch (expression.kind) {
    case 'null':
      return 'null';
    case 'cast':
      return givenBy(expression.operand);
    case 'string':
    case 'number':
    case 'boolean':
      return 'literal';
    default:
      return 'expression';
  }
}

/** What is made of the ciphertext of a column, where its term would be meant. */
export function checkCiphertext(
  stage: Stage,
  kind: 'partition-key' | 'generated-from',
  expression: SqlExpression,
  table: TableState,
  span: Span,
): void {
  for (const { encrypted } of rawEncrypted(expression, table)) {
    if (encrypted === undefined) continue;
    const { generation } = encrypted;
    stage.definitions.push({ kind, column: encrypted, generation, place: placeAt(stage, span) });
  }
}
