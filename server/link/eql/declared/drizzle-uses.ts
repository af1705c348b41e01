import type { EqlBuilderUse, EqlColumn, EqlUse } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { type Evaluator, type Located, nameOf, noParameters, placeOf } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { columnOf } from './columns.ts';
import { calledOf, isOfCipherStash, isOfDrizzle } from './origin.ts';
import type { Schemas } from './schemas.ts';
import { asCall, entriesOf, type LocatedCall, placeOfTree } from './trees.ts';

type From = EqlBuilderUse['from'];

/** Calls on a query that take columns as they are. */
const clauses: ReadonlySet<string> = new Set(['orderBy', 'groupBy']);

/** Calls on a database whose argument lists columns. */
const selections: ReadonlySet<string> = new Set(['selectDistinct', 'selectDistinctOn']);

/** Operators that compare with a value: with another column or a piece of SQL they send none. */
const comparisons: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'notBetween',
  'inArray',
  'notInArray',
  'like',
  'notLike',
  'ilike',
  'notIlike',
]);

/** Operators that make the set of operators of a client. */
const operatorMakers: ReadonlySet<string> = new Set(['createProtectOperators', 'createEncryptionOperators']);

/** Every encrypted column that is handed to an operator or a clause of Drizzle. */
export function readDrizzleUses(
  { file, source }: FileFacts,
  { evaluator }: Asking,
  schemas: Schemas,
): readonly EqlUse[] {
  return (source?.calls ?? []).flatMap((tree): readonly EqlUse[] => {
    const call = { file, tree, parameters: noParameters };
    if (clauses.has(tree.name) && tree.callee.kind === 'member')
      return usesOf(call, 'drizzle-orm', evaluator, schemas);
    if (selections.has(tree.name) && tree.callee.kind === 'member') return selected(call, evaluator, schemas);
    const from = operatorsOf(call, evaluator);
    return from === undefined ? [] : usesOf(call, from, evaluator, schemas);
  });
}

/** Whose operator a call is. */
function operatorsOf(call: LocatedCall, evaluator: Evaluator): From | undefined {
  const called = calledOf(call, evaluator);
  if (called !== undefined) return isOfDrizzle(called.module) ? 'drizzle-orm' : undefined;
  // `ops.eq`, or `eq` taken out of it.
  const operator = evaluator.follow({ ...call, tree: call.tree.callee });
  if (operator.tree.kind !== 'member') return undefined;
  const maker = asCall(evaluator.follow({ ...operator, tree: operator.tree.object }));
  const made = maker && calledOf(maker, evaluator);
  return made !== undefined && isOfCipherStash(made.module) && operatorMakers.has(made.path.at(-1) ?? '')
    ? 'eql-operators'
    : undefined;
}

/** The operator's own name, whatever the file calls it. */
function functionOf(call: LocatedCall, evaluator: Evaluator): string {
  const operator = evaluator.follow({ ...call, tree: call.tree.callee });
  if (operator.tree.kind === 'member') return operator.tree.name;
  return calledOf(call, evaluator)?.path.at(-1) ?? call.tree.name;
}

function usesOf(call: LocatedCall, from: From, evaluator: Evaluator, schemas: Schemas): readonly EqlUse[] {
  const name = functionOf(call, evaluator);
  const { tree, file } = call;
  const given = tree.arguments.flatMap((argument): Located[] =>
    argument.kind === 'spread' ? [] : [{ ...call, tree: argument }],
  );
  const columns = given.map((argument) => columnOf(argument, evaluator, schemas));
  const compares = comparisons.has(name);
  // A spread may bring anything.
  if (compares && (given.length < tree.arguments.length || sendsNoValue(given, columns, evaluator)))
    return [];
  return given.flatMap((argument, index): EqlUse[] => {
    const column = columns[index]?.encrypted;
    if (column === undefined) return [];
    const others = given.filter((_, at) => at !== index);
    return [
      {
        ...toUse(argument, column),
        place: clauses.has(name) ? placeOfTree(argument) : placeOf(file, tree.nameSpan),
        kind: 'builder',
        from,
        function: name,
        functionPlace: placeOf(file, tree.nameSpan),
        arguments: clauses.has(name) ? [] : others.map((other) => evaluator.evaluate(other)),
      },
    ];
  });
}

/** Calls whose outcome is encrypted already. */
const encrypting: ReadonlySet<string> = new Set([
  'encrypt',
  'bulkEncrypt',
  'encryptQuery',
  'createSearchTerms',
  'encryptModel',
  'bulkEncryptModels',
]);

/** True where an operator is given something besides its column that is no plaintext. */
function sendsNoValue(given: readonly Located[], columns: readonly unknown[], evaluator: Evaluator): boolean {
  const [, ...others] = given;
  return others.some((other, index) => columns[index + 1] !== undefined || isNoValue(other, evaluator));
}

function isNoValue(located: Located, evaluator: Evaluator): boolean {
  let current = evaluator.follow(located);
  for (let step = 0; step < 10; step += 1) {
    if (current.tree.kind === 'tagged') return true;
    if (current.tree.kind === 'member') current = evaluator.follow({ ...current, tree: current.tree.object });
    else if (current.tree.kind === 'call') {
      const { tree } = current;
      if (encrypting.has(tree.name)) return true;
      const called = calledOf(current, evaluator);
      // `sql.raw(…)`, `sql.placeholder(…)`.
      if (called !== undefined && isOfDrizzle(called.module)) return true;
      if (tree.callee.kind !== 'member') return false;
      current = evaluator.follow({ ...current, tree: tree.callee.object });
    } else return false;
  }
  return false;
}

/** `db.selectDistinct({ email: users.email })`. */
function selected(call: LocatedCall, evaluator: Evaluator, schemas: Schemas): readonly EqlUse[] {
  const { file, tree } = call;
  const listed = tree.arguments.flatMap((argument): readonly Located[] => {
    if (argument.kind === 'spread') return [];
    const located = evaluator.follow({ ...call, tree: argument });
    if (located.tree.kind === 'array') {
      return located.tree.items.flatMap((item) =>
        item.kind === 'spread' ? [] : [{ ...located, tree: item }],
      );
    }
    // With DISTINCT ON the list in front decides alone.
    if (tree.name === 'selectDistinctOn') return [];
    return entriesOf(located, evaluator)?.entries.map(({ value }) => value) ?? [];
  });
  return listed.flatMap((located): EqlUse[] => {
    const column = columnOf(located, evaluator, schemas)?.encrypted;
    if (column === undefined) return [];
    return [
      {
        ...toUse(located, column),
        place: placeOfTree(located),
        kind: 'builder',
        from: 'drizzle-orm',
        function: tree.name,
        functionPlace: placeOf(file, tree.nameSpan),
        arguments: [],
      },
    ];
  });
}

export function toUse(
  located: Located,
  column: EqlColumn,
): Pick<EqlUse, 'column' | 'columnPlace' | 'columnText' | 'in'> {
  return {
    column,
    columnPlace: placeOfTree(located),
    columnText: nameOf(located.tree) ?? column.name,
    in: 'builder',
  };
}
