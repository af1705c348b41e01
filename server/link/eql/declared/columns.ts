import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { Evaluator, Located } from '../../evaluate.ts';
import type { DeclaredTableColumn } from './declared.ts';
import { calledOf, isOfCipherStash, isOfDrizzle } from './origin.ts';
import type { Schema, Schemas } from './schemas.ts';
import { argumentOf, asCall } from './trees.ts';

/** Calls that give the columns of the table that is their first argument. */
const ofCipherStash: ReadonlySet<string> = new Set(['extractEncryptionSchema', 'extractProtectSchema']);
const ofDrizzle: ReadonlySet<string> = new Set(['alias', 'getTableColumns', 'getColumns']);

/** The table that an expression stands for. */
export function schemaOf(
  located: Located,
  evaluator: Evaluator,
  schemas: Schemas,
  depth = 0,
): Schema | undefined {
  const call = asCall(evaluator.follow(located));
  if (call === undefined || depth > 5) return undefined;
  const made = schemas.madeBy(call);
  if (made !== undefined) return made;
  const called = calledOf(call, evaluator);
  const name = called?.path.at(-1) ?? '';
  const gives =
    called !== undefined &&
    ((isOfCipherStash(called.module) && ofCipherStash.has(name)) ||
      (isOfDrizzle(called.module) && ofDrizzle.has(name)));
  const table = gives ? argumentOf(call, 0) : undefined;
  return table === undefined ? undefined : schemaOf(table, evaluator, schemas, depth + 1);
}

/** The column that an expression such as `users.email` stands for, encrypted or not. */
export function columnOf(
  located: Located,
  evaluator: Evaluator,
  schemas: Schemas,
): DeclaredTableColumn | undefined {
  const followed = evaluator.follow(located);
  const { tree } = followed;
  if (tree.kind !== 'member') return undefined;
  const schema = schemaOf({ ...followed, tree: tree.object }, evaluator, schemas);
  return schema?.table.columns.find(({ property }) => property === tree.name);
}

export function encryptedColumnOf(
  located: Located,
  evaluator: Evaluator,
  schemas: Schemas,
): EqlColumn | undefined {
  return columnOf(located, evaluator, schemas)?.encrypted;
}
