import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { SqlName, SqlStatement } from '../../../read/sql/statement.ts';
import { walkStatement } from './walk.ts';

/** A name of EQL as a statement writes it. */
export interface WrittenName {
  readonly kind: 'type' | 'function';
  readonly generation: EqlGeneration;
  readonly name: SqlName;
}

/** The generation whose schema this is: `eql_v3`, `eql_v3_internal`. */
export function generationOfSchema(schema: string | undefined): EqlGeneration | undefined {
  const digit = schema === undefined ? undefined : /^eql_v([123])(?:_internal)?$/.exec(schema)?.[1];
  return digit === undefined ? undefined : (`v${digit}` as EqlGeneration);
}

/** The generation that a name of a type or function belongs to: by its schema, else by the way EQL names things. */
export function generationOfName({
  schema,
  name,
}: Pick<SqlName, 'schema' | 'name'>): EqlGeneration | undefined {
  const bySchema = generationOfSchema(schema);
  if (bySchema !== undefined) return bySchema;
  const digit = /^eql_v([123])(?:_|$)/.exec(name)?.[1] ?? /^cs_\w+_v([12])$/.exec(name)?.[1];
  return digit === undefined ? undefined : (`v${digit}` as EqlGeneration);
}

/** Every name of EQL in a statement, but for what EQL's own install script defines. */
export function writtenNames(statement: SqlStatement): readonly WrittenName[] {
  if (statement.kind === 'create-function' && generationOfName(statement.function) !== undefined) return [];
  if (statement.kind === 'create-type' && generationOfName(statement.type) !== undefined) return [];
  const names: WrittenName[] = [];
  const add = (kind: WrittenName['kind'], name: SqlName) => {
    const generation = generationOfName(name);
    if (generation !== undefined) names.push({ kind, generation, name });
  };
  walkStatement(statement, {
    type: (type) => add('type', type),
    expression: (expression) => {
      if (expression.kind === 'call') add('function', expression.function);
    },
  });
  return names;
}
