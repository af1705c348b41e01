import type { Place } from '../../../../rules/model/place.ts';
import { unspread } from '../../../read/children.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { Tree } from '../../../read/tree.ts';
import type { FileCode, PlacedAssign, PlacedCall } from '../../code/file-code.ts';
import { isThis } from '../../code/spots.ts';
import type { Frame } from '../../code/walk-acts.ts';
import { argumentOf, textOf } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../../evaluate.ts';

/** A value that code writes into a column, or compares with it. */
export interface StoredValue {
  readonly column: string;
  /** Where the column is named. */
  readonly place: Place;
  readonly model?: string;
  /** Where a schema declares it. */
  readonly declared?: Place;
  readonly value: Located;
  readonly around: readonly Frame[];
}

/** Calls of database clients that take columns as keys of an object: Prisma, the MongoDB driver and Mongoose, TypeORM, Sequelize, Drizzle, Knex. */
const operations: ReadonlySet<string> = new Set(
  `create createMany createManyAndReturn update updateMany updateManyAndReturn upsert findUnique findUniqueOrThrow findFirst
   findFirstOrThrow findMany count delete deleteMany insertOne insertMany updateOne replaceOne deleteOne findOne
   findOneAndUpdate findOneAndReplace findOneAndDelete find exists findOneBy findBy findOneOrFail findOneByOrFail
   findAndCount save insert preload findAll findOrCreate bulkCreate values set where andWhere orWhere`.split(
    /\s+/,
  ),
);

/** Calls that take the name of a column and what to compare it with: Knex, Kysely, Firestore, Supabase. */
const comparingByName: ReadonlySet<string> = new Set(['where', 'andWhere', 'orWhere', 'eq']);

/** Calls whose first argument is a table, a collection or a model. */
const tables: ReadonlySet<string> = new Set(
  'from into insert insertInto update updateTable delete deleteFrom table collection model getRepository selectFrom'.split(
    ' ',
  ),
);

/** Those of them whose objects say what to look for. */
const searching = /^(?:find|where|andWhere|orWhere|count|exists|delete)/;

/** Keys below which the column is still the one above: `{ emailHash: { equals: … } }`. */
const comparing: ReadonlySet<string> = new Set(
  'equals in notIn not set has contains $eq $ne $in $nin $set'.split(' '),
);

/** Every value that the code of a file stores, or searches by. */
export function storedIn(code: FileCode, columns: Columns, evaluator: Evaluator): readonly StoredValue[] {
  const ofCalls = code.calls.flatMap((call) => inCall(call, columns, evaluator));
  const ofAssigns = code.assigns.flatMap((assign) => inAssign(assign, code, columns));
  return [...ofCalls, ...ofAssigns];
}

function inCall(call: PlacedCall, columns: Columns, evaluator: Evaluator): StoredValue[] {
  const { tree, file, around } = call;
  const located = { file, tree, parameters: noParameters };
  const from = (column: string, place: Place, value: Located, model: string | undefined): StoredValue => {
    const declared = columns.placeOf(model, column);
    return {
      column,
      place,
      value,
      around,
      ...(model === undefined ? {} : { model }),
      ...(declared === undefined ? {} : { declared }),
    };
  };
  const [first, second] = tree.arguments;
  if (first === undefined) return [];
  if (tree.name === 'eq' && first.kind === 'member' && second !== undefined && second.kind !== 'spread') {
    const { end } = first;
    const place = placeOf(file, { start: end - first.name.length, end });
    return [from(first.name, place, { ...located, tree: second }, lastName(first.object))];
  }
  if (tree.callee.kind !== 'member') return [];
  const model = modelOf(tree.callee.object);
  if (first.kind === 'string') {
    const last = argumentOf(located, tree.arguments.length - 1);
    const named = textOf(argumentOf(located, 0), evaluator);
    if (!comparingByName.has(tree.name) || tree.arguments.length < 2) return [];
    return last === undefined || named === undefined || last.tree.kind === 'object'
      ? []
      : [from(named.value.slice(named.value.lastIndexOf('.') + 1), named.place, last, model)];
  }
  // `db.update(users).set({ … })`: alone it may be the state of a page.
  const isBuilt = tree.callee.object.kind === 'call';
  if (!operations.has(tree.name) || ((tree.name === 'set' || tree.name === 'values') && !isBuilt)) return [];
  return tree.arguments.flatMap((argument) =>
    leavesOf(
      { ...located, tree: unspread(argument) },
      evaluator,
      searching.test(tree.name) ? 'search' : 'columns',
    ).map(({ key, place, value, direct }) => from(key, place, value, direct ? model : undefined)),
  );
}

interface Leaf {
  readonly key: string;
  readonly place: Place;
  /** False where it is reached through a relation: of another model. */
  readonly direct: boolean;
  readonly value: Located;
}

/** Keys of an operation whose objects hold columns: others hold a document of JSON, or a relation. */
const holding: ReadonlySet<string> = new Set(
  `data create createMany connectOrCreate connect update updateMany upsert set values $set $setOnInsert $or $and
   AND OR NOT is isNot some every none`.split(/\s+/),
);

/**
 * What the keys of an object are: `columns`; parts of the `value` of one, which is a document of JSON or a relation; or
 * names to `search` by, of columns and through relations.
 */
type Holds = 'columns' | 'value' | 'search';

/** The values of an object literal and of those in it, each with the name of the column that it is for. */
function leavesOf(
  located: Located,
  evaluator: Evaluator,
  holds: Holds = 'columns',
  above?: Omit<Leaf, 'value'>,
  depth = 0,
): Leaf[] {
  const isWritten = located.tree.kind === 'object' || located.tree.kind === 'array';
  const followed = isWritten || located.tree.kind === 'call' ? located : evaluator.follow(located);
  const { tree, file } = followed;
  if (depth > 8) return [];
  const inside = (value: Tree, next: Holds, named = above) =>
    leavesOf({ ...followed, tree: value }, evaluator, next, named, depth + 1);
  if (tree.kind === 'array') return tree.items.flatMap((item) => inside(unspread(item), holds));
  if (tree.kind !== 'object') return above === undefined ? [] : [{ ...above, value: located }];
  return tree.entries.flatMap((entry) => {
    if (entry.kind === 'spread') return inside(entry.value, holds);
    const { key, keySpan, value } = entry;
    if (typeof key !== 'string') return [];
    if (above !== undefined && comparing.has(key)) return inside(value, 'value');
    const direct = above === undefined || (above.direct && (above.key === 'where' || holding.has(above.key)));
    const named = { key, place: placeOf(file, keySpan), direct };
    if (key === 'where') return inside(value, 'search', named);
    if (holding.has(key)) return inside(value, holds === 'search' ? holds : 'columns', named);
    if (holds === 'value') return [];
    return inside(value, holds === 'search' ? holds : 'value', named);
  });
}

/** `player.emailHash = …`, where a schema has such a column, or in what runs before a document is saved. */
function inAssign({ file, act, around }: PlacedAssign, code: FileCode, columns: Columns): StoredValue[] {
  const { target, value } = act;
  if (target.kind !== 'member' || act.operator !== '=') return [];
  const declared = columns.placeOf(undefined, target.name);
  if (declared === undefined && !(isThis(target.object) && isBeforeSave(around, code))) return [];
  const { end } = target;
  return [
    {
      column: target.name,
      place: placeOf(file, { start: end - target.name.length, end }),
      ...(declared === undefined ? {} : { declared }),
      value: { file, tree: value, parameters: noParameters },
      around,
    },
  ];
}

/** `schema.pre('save', function () { … })`. */
function isBeforeSave(around: readonly Frame[], { calls }: FileCode): boolean {
  return around.some(
    ({ kind, act }) =>
      kind === 'function' &&
      calls.some(
        ({ tree }) =>
          tree.name === 'pre' &&
          tree.callee.kind === 'member' &&
          tree.arguments.some(
            (one) => one.kind === 'function' && one.start === act.start && one.end === act.end,
          ),
      ),
  );
}

/** What a call's receiver is the table of: `player` of `prisma.player`, `users` of `db.insert(users)`. */
function modelOf(receiver: Tree): string | undefined {
  if (receiver.kind === 'call') {
    const [argument] = receiver.arguments;
    if (tables.has(receiver.name) || receiver.callee.kind !== 'member') {
      if (argument?.kind === 'string') return argument.value;
      if (argument?.kind === 'reference') return argument.name;
    }
    return receiver.callee.kind === 'member' ? modelOf(receiver.callee.object) : undefined;
  }
  return lastName(receiver)?.replace(/(?:Repository|Repo|Model|Collection)$/, '') || undefined;
}

function lastName(tree: Tree): string | undefined {
  return tree.kind === 'member' || (tree.kind === 'reference' && !isThis(tree)) ? tree.name : undefined;
}

/** Columns as Prisma schemas declare them. */
export interface Columns {
  /** Where a model declares a column; any model, where none is named. */
  readonly placeOf: (model: string | undefined, column: string) => Place | undefined;
}

export function columnsOf(read: readonly FileFacts[]): Columns {
  const places = new Map<string, Place>();
  for (const { file, prisma } of read) {
    for (const block of prisma?.blocks ?? []) {
      if (block.kind !== 'model') continue;
      for (const { name, nameSpan } of block.fields) {
        const place = placeOf(file, nameSpan);
        places.set(`${block.name.toLowerCase()}.${name}`, place);
        if (!places.has(name)) places.set(name, place);
      }
    }
  }
  return {
    placeOf: (model, column) => places.get(model === undefined ? column : `${model.toLowerCase()}.${column}`),
  };
}
