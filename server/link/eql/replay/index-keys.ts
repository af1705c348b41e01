import type { EqlIndexKey } from '../../../../rules/model/eql.ts';
import type { SqlExpression, SqlIndexKey } from '../../../read/sql/statement.ts';
import { placeOf } from '../../evaluate.ts';
import type { SqlCall } from './digest.ts';
import type { ColumnState, TableState } from './picture.ts';
import { walkExpression } from './walk.ts';
import { generationOfName } from './written-names.ts';

/** A key of an index, with what is asked of it when something is dropped or built again. */
export interface ReadKey {
  readonly key: EqlIndexKey;
  readonly columns: readonly ColumnState[];
  readonly schemas: readonly string[];
  /** Two keys of one shape over the same columns serve the same: an extractor does so however it is cast. */
  readonly shape: string;
}

export function readKey(written: SqlIndexKey, table: TableState, file: string): ReadKey {
  const { expression, operatorClass } = written;
  const columns = columnsOf(expression, table);
  const { form, extractor } = formOf(expression, table);
  const key: { -readonly [Name in keyof EqlIndexKey]: EqlIndexKey[Name] } = {
    place: placeOf(file, written),
    form,
  };
  const encrypted = columns.find((column) => column.encrypted !== undefined)?.encrypted;
  if (encrypted !== undefined) key.column = encrypted;
  if (extractor !== undefined) {
    const { schema, name } = extractor.function;
    const place = placeOf(file, extractor.function);
    key.extractor = schema === undefined ? { name, place } : { schema, name, place };
  }
  if (operatorClass !== undefined) key.operatorClass = operatorClass;
  const serves = form === 'extractor' && extractor !== undefined;
  return {
    key,
    columns,
    schemas: schemasOf(expression),
    shape: serves ? `${extractor.function.schema}.${extractor.function.name}` : shapeOf(expression),
  };
}

/** The columns of the table that an expression reads. */
export function columnsOf(expression: SqlExpression, table: TableState): ColumnState[] {
  const found: ColumnState[] = [];
  walkExpression(expression, {
    expression: (part) => {
      const column = columnAt(part, table);
      if (column !== undefined && !found.includes(column)) found.push(column);
    },
  });
  return found;
}

/** The schemas that an expression calls into. */
export function schemasOf(expression: SqlExpression): string[] {
  const schemas: string[] = [];
  const add = ({ schema }: { readonly schema?: string }) => {
    if (schema !== undefined && !schemas.includes(schema)) schemas.push(schema);
  };
  walkExpression(expression, {
    expression: (part) => {
      if (part.kind === 'call') add(part.function);
    },
    type: add,
  });
  return schemas;
}

/** The encrypted columns whose ciphertext an expression reads: not through a function of EQL, which gives a term. */
export function rawEncrypted(expression: SqlExpression, table: TableState): ColumnState[] {
  if (expression.kind === 'call' && generationOfName(expression.function) !== undefined) return [];
  const found = new Set<ColumnState>();
  const visit = (part: SqlExpression) => {
    const column = columnAt(part, table);
    if (column?.encrypted !== undefined) found.add(column);
  };
  const covered = new Set<SqlExpression>();
  walkExpression(expression, {
    expression: (part) => {
      if (covered.has(part)) return;
      if (part.kind === 'call' && generationOfName(part.function) !== undefined) {
        walkExpression(part, { expression: (inner) => covered.add(inner) });
      } else visit(part);
    },
  });
  return [...found];
}

interface Form {
  readonly form: EqlIndexKey['form'];
  readonly extractor?: SqlCall;
}

function formOf(expression: SqlExpression, table: TableState): Form {
  if (columnAt(expression, table) !== undefined) return { form: 'column' };
  const inner = withoutCasts(expression);
  if (inner !== expression && columnAt(inner, table) !== undefined) return { form: 'cast' };
  if (inner.kind !== 'call' || generationOfName(inner.function) === undefined) return { form: 'other' };
  const [first] = inner.arguments;
  const direct = first !== undefined && columnAt(withoutCasts(first.value), table) !== undefined;
  return { form: direct ? 'extractor' : 'other', extractor: inner };
}

function columnAt(expression: SqlExpression, table: TableState): ColumnState | undefined {
  if (expression.kind !== 'column' || expression.star) return undefined;
  const name = expression.parts.at(-1);
  return name === undefined ? undefined : table.columns.get(name);
}

function withoutCasts(expression: SqlExpression): SqlExpression {
  let inner = expression;
  while (inner.kind === 'cast') inner = inner.operand;
  return inner;
}

/** What is written, but for how: two of one shape over the same columns are the same key. */
function shapeOf(expression: SqlExpression): string {
  const parts: string[] = [];
  walkExpression(expression, {
    expression: (part) => parts.push(partOf(part)),
    type: ({ name }) => parts.push(`::${name}`),
  });
  return parts.join(' ');
}

function partOf(part: SqlExpression): string {
  switch (part.kind) {
    case 'string':
      return `'${part.value}'`;
    case 'number':
      return part.digits;
    case 'call':
      return `${part.function.schema ?? ''}.${part.function.name}`;
    case 'operator':
      return part.operator;
    default:
      return part.kind;
  }
}
