import type { EqlBuilderUse, EqlColumn, EqlUse } from '../../model/eql.ts';
import { defineRule, type Report } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'eql/plaintext-fallback',
  severity: 'error',
  title: 'an operator of Drizzle that sends the plaintext to the server',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      if (use.kind !== 'builder' || use.column.proxy) continue;
      if (use.from === 'drizzle-orm') yield* ofDrizzle(use);
      if (use.from === 'eql-operators' && use.column.source === 'drizzle-v2') yield* ofPackage(use);
    }
  },
});

interface Need {
  /** The option of `encryptedType` that gives the capability. */
  readonly option: string;
  readonly indexes: readonly string[];
}

const equality: Need = { option: 'equality', indexes: ['unique'] };
const order: Need = { option: 'orderAndRange', indexes: ['ore', 'ope'] };
const match: Need = { option: 'freeTextSearch', indexes: ['match'] };

/**
 * What each operator asks of its column. Source: createComparisonOperator, createRangeOperator and createTextSearchOperator in
 * packages/stack/src/drizzle/operators.ts of cipherstash/protectjs at 2c0583d.
 */
const needs: Readonly<Record<string, Need>> = {
  eq: equality,
  ne: equality,
  gt: order,
  gte: order,
  lt: order,
  lte: order,
  between: order,
  notBetween: order,
  like: match,
  ilike: match,
  notIlike: match,
};

/** Operators of drizzle-orm that bind the value that they are given. */
const sending: ReadonlySet<string> = new Set([...Object.keys(needs), 'notLike', 'inArray', 'notInArray']);

function* ofDrizzle(use: EqlUse & EqlBuilderUse): Generator<Report> {
  if (!sending.has(use.function) || use.arguments.length === 0) return;
  yield {
    place: use.place,
    field: use.column.path,
    message: `${use.function} of drizzle-orm knows nothing of encryption: it sends the plaintext of ${use.column.name} to the server, where it stands in the log and finds nothing; take ${use.function} from ${maker(use.column)}`,
  };
}

function maker({ source }: EqlColumn): string {
  return source === 'drizzle-v2'
    ? 'createEncryptionOperators or createProtectOperators'
    : 'createEncryptionOperators';
}

function* ofPackage(use: EqlUse & EqlBuilderUse): Generator<Report> {
  const need = Object.hasOwn(needs, use.function) ? needs[use.function] : undefined;
  const { column } = use;
  if (need === undefined || column.searches.some(({ index }) => need.indexes.includes(index))) return;
  yield {
    place: use.place,
    field: column.path,
    message: `${column.name} has no ${need.option}, so that ${use.function} falls back to that of drizzle-orm without an error: it sends the plaintext to the server, where it stands in the log and finds nothing; give the column ${need.option}, and encrypt its rows again`,
    related: [{ message: `${column.name} is declared without ${need.option}`, place: column.typePlace }],
  };
}
