import type { EncryptedSchema, PrismaModel, PrismaModelField } from '../../../../rules/model/blind-index.ts';
import type { ClientWrite } from '../../../../rules/model/prisma-clients.ts';
import type { Tree } from '../../../read/tree.ts';
import type { PlacedCall } from '../../code/file-code.ts';
import type { Frame } from '../../code/walk-acts.ts';
import { walkTree } from '../../code/walk-trees.ts';
import { argumentOf, entriesOf, type LocatedCall } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../../evaluate.ts';

/** Which arguments of an operation hold what it writes. Source: Prisma Client API reference, model queries. */
const operations: Readonly<Record<string, readonly string[]>> = {
  create: ['data'],
  createMany: ['data'],
  createManyAndReturn: ['data'],
  update: ['data'],
  updateMany: ['data'],
  updateManyAndReturn: ['data'],
  upsert: ['create', 'update'],
};

/** A call that writes a model with encrypted fields, before it is read what it writes. */
export interface EncryptedWrite {
  readonly call: LocatedCall;
  readonly around: readonly Frame[];
  readonly client: Located;
  readonly model: PrismaModel;
  readonly encrypted: readonly PrismaModelField[];
  readonly parts: readonly string[];
}

/** `client.contact.create({ data: { … } })`. */
export function writeOf(
  { file, tree, around }: PlacedCall,
  schema: EncryptedSchema,
): EncryptedWrite | undefined {
  const { callee, name } = tree;
  const parts = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (parts === undefined || callee.kind !== 'member' || callee.object.kind !== 'member') return undefined;
  const model = modelCalled(callee.object.name, schema);
  const encrypted = model?.fields.filter(
    ({ encryption }) => encryption?.kind === 'encrypted' && encryption.mode !== 'readonly',
  );
  if (model === undefined || encrypted === undefined || encrypted.length === 0) return undefined;
  const at = (inner: Tree): Located => ({ file, tree: inner, parameters: noParameters });
  return {
    call: { ...at(tree), tree },
    around,
    client: at(callee.object.object),
    model,
    encrypted,
    parts,
  };
}

export function readWrite(
  { call, around, model, encrypted, parts }: EncryptedWrite,
  evaluator: Evaluator,
): ClientWrite {
  const { file, tree } = call;
  const isPlain = (value: Located) => isPlainValue(value, around, evaluator);
  const argument = argumentOf(call, 0);
  const written = argument === undefined ? undefined : entriesOf(argument, evaluator);
  const set = new Set<PrismaModelField>();
  let open =
    tree.arguments.length > 0 && written?.whole !== true && (argument === undefined || isPlain(argument));
  for (const { key, value } of written?.entries ?? []) {
    if (!parts.includes(key)) continue;
    const rows = rowsOf(value, evaluator);
    open ||= !rows.whole && isPlain(value);
    for (const row of rows.rows) {
      const fields = entriesOf(row, evaluator);
      open ||= fields?.whole !== true && isPlain(row);
      for (const one of fields?.entries ?? []) {
        const field = encrypted.find(({ name }) => name === one.key);
        if (field !== undefined && isPlain(one.value)) set.add(field);
      }
    }
  }
  return {
    model,
    operation: tree.name,
    place: placeOf(file, tree.nameSpan),
    fields: encrypted.filter((field) => set.has(field)),
    open,
  };
}

/** Prisma's client has a model under its name with a small first letter, and takes the name itself. */
export function modelCalled(name: string, { models }: EncryptedSchema): PrismaModel | undefined {
  return models.find(
    (model) =>
      model.kind === 'model' &&
      (model.name === name || `${model.name.charAt(0).toLowerCase()}${model.name.slice(1)}` === name),
  );
}

function rowsOf(
  value: Located,
  evaluator: Evaluator,
): { readonly rows: readonly Located[]; readonly whole: boolean } {
  const followed = evaluator.follow(value);
  if (followed.tree.kind !== 'array') return { rows: [followed], whole: true };
  const { items } = followed.tree;
  return {
    rows: items.flatMap((item) => (item.kind === 'spread' ? [] : [{ ...followed, tree: item }])),
    whole: items.every(({ kind }) => kind !== 'spread'),
  };
}

const encrypts = /crypt|cipher|seal|protect|tokeni[sz]/i;
const reads = /^(?:find\w*|\$?queryRaw\w*)$/;

/**
 * False for nothing at all, for what some function or name says is encrypted already, and for what comes out of a database: a
 * copy of ciphertext is ciphertext.
 */
function isPlainValue(value: Located, around: readonly Frame[], evaluator: Evaluator): boolean {
  const followed = evaluator.follow(value);
  if (followed.tree.kind === 'null') return false;
  let plain = true;
  for (const one of [value, followed]) {
    walkTree(one.tree, (tree) => {
      if (tree.kind === 'call' || tree.kind === 'member') plain &&= !encrypts.test(tree.name);
      if (tree.kind === 'call') plain &&= !reads.test(tree.name);
      if (tree.kind !== 'reference') return;
      plain &&= !encrypts.test(tree.name) && !isRead({ ...one, tree }, around, evaluator);
    });
  }
  return plain;
}

/** A name for rows that a client has read, or for one of them. */
function isRead(name: Located, around: readonly Frame[], evaluator: Evaluator): boolean {
  const { tree } = evaluator.follow(name);
  if (tree.kind === 'call' && reads.test(tree.name)) return true;
  if (tree.kind !== 'reference' || tree.to.kind !== 'declaration') return false;
  const { index } = tree.to;
  return around.some((frame) => {
    if (frame.kind !== 'loop' || frame.act.item !== index || frame.act.over === undefined) return false;
    const rows = evaluator.follow({ ...name, tree: frame.act.over });
    return rows.tree.kind === 'call' && reads.test(rows.tree.name);
  });
}
