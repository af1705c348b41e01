import type { FileFacts } from '../../../read/facts.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import { argumentOf, type LocatedCall, textOf } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters } from '../../evaluate.ts';

type IsEncrypted = (located: Located) => boolean;

/**
 * Names by which other files may speak of encrypted collections and models: their own, and those of exports and members
 * through which a file gets at them.
 */
export function namesOf(
  read: readonly FileFacts[],
  evaluator: Evaluator,
  collections: readonly string[],
  isEncrypted: IsEncrypted,
): ReadonlySet<string> {
  const names = new Set(collections);
  for (const facts of read) {
    const { file, source } = facts;
    if (source === undefined) continue;
    const models = source.calls.filter(({ name }) => name === 'model');
    // What makes no collection and no model has none to give.
    if (source.code === undefined && models.length === 0) continue;
    for (const tree of models) {
      const call: LocatedCall = { file, tree, parameters: noParameters };
      const name = isEncrypted(call) ? textOf(argumentOf(call, 0), evaluator) : undefined;
      if (name !== undefined) names.add(name.value);
    }
    for (const [name, tree] of Object.entries(source.exports)) {
      const exported = evaluator.follow({ file, tree, parameters: noParameters });
      for (const one of namesOfExport(name, exported, isEncrypted)) names.add(one);
    }
    for (const { act } of fileCodeOf(facts).assigns) {
      const { target, value } = act;
      if (target.kind !== 'member' || !mayBeCollection.has(value.kind)) continue;
      if (isEncrypted({ file, tree: value, parameters: noParameters })) names.add(target.name);
    }
  }
  return names;
}

/** That of the export, of a member, or of the file for a default. */
function namesOfExport(name: string, exported: Located, isEncrypted: IsEncrypted): readonly string[] {
  const { tree, file } = exported;
  if (tree.kind === 'object') {
    return tree.entries.flatMap((entry) =>
      entry.kind === 'property' &&
      typeof entry.key === 'string' &&
      mayBeCollection.has(entry.value.kind) &&
      isEncrypted({ ...exported, tree: entry.value })
        ? [entry.key]
        : [],
    );
  }
  const given = tree.kind === 'function' ? tree.result : tree;
  if (given === undefined || !mayBeCollection.has(given.kind)) return [];
  if (!isEncrypted({ ...exported, tree: given })) return [];
  return name === 'default' || name === '*' ? [stemOf(file)] : [name];
}

/** Kinds of trees that may stand for a collection or a model. */
export const mayBeCollection: ReadonlySet<string> = new Set(['call', 'reference', 'member', 'operation']);

function stemOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}
