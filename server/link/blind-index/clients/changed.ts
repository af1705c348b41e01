import type { EncryptedSchema } from '../../../../rules/model/blind-index.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { CallTree, Tree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import { functionOf, walkActs } from '../../code/walk-acts.ts';
import { walkTree } from '../../code/walk-trees.ts';
import { type Located, noParameters } from '../../evaluate.ts';
import type { Asking } from '../link-blind-index.ts';
import type { Resolver } from './client.ts';
import { modelCalled } from './writes.ts';

/**
 * Clients that some call may change in place: a middleware, or a function that is given the client. Undefined where a middleware
 * may be any client's.
 */
export function changedClients(
  code: readonly FileFacts[],
  schemas: readonly EncryptedSchema[],
  asking: Asking,
  resolver: Resolver,
): Set<string> | undefined {
  const changed = new Set<string>();
  const add = (located: Located) => {
    for (const { maker } of resolver.clientsOf(located).all) changed.add(maker.key);
  };
  for (const facts of code) {
    const { file, calls, assigns } = fileCodeOf(facts);
    const at = (tree: Tree): Located => ({ file, tree, parameters: noParameters });
    for (const { act } of assigns) {
      const { target } = act;
      if (target.kind === 'member' && schemas.some((schema) => modelCalled(target.name, schema))) {
        add(at(target.object));
      }
    }
    for (const { tree } of calls) {
      const { callee } = tree;
      if (tree.name === '$use' && callee.kind === 'member') {
        if (!resolver.clientsOf(at(callee.object)).whole) return undefined;
        add(at(callee.object));
      }
      tree.arguments.forEach((argument, position) => {
        if (argument.kind !== 'reference' && argument.kind !== 'member') return;
        const { all } = resolver.clientsOf(at(argument));
        if (all.length > 0 && mayChange(at(tree.callee), tree, position, asking)) add(at(argument));
      });
    }
  }
  return changed;
}

function mayChange(callee: Located, call: CallTree, position: number, { evaluator, files }: Asking): boolean {
  if (/^(?:assign|definePropert(?:y|ies)|setPrototypeOf)$/.test(call.name)) return position === 0;
  const called = evaluator.follow(callee);
  if (called.tree.kind !== 'function')
    return /crypt|cipher|seal|middleware|extend|intercept|hook/i.test(call.name);
  const acts = actsOf(files.facts(called.file));
  const parameter = called.tree.parameters[position];
  const standing = functionOf(acts, called.tree);
  if (standing === undefined || parameter === undefined || parameter === null) return true;
  let changes = false;
  walkActs(standing.act.acts, (act) => {
    if (act.kind !== 'call' || act.tree.kind !== 'call') return;
    const { name, callee: inner, arguments: given } = act.tree;
    const isParameter = (tree: Tree) =>
      tree.kind === 'reference' && tree.to.kind === 'declaration' && tree.to.index === parameter;
    changes ||= name === '$use' && inner.kind === 'member' && isParameter(inner.object);
    // Handed on, it is followed no further.
    changes ||= given.some((argument) => argument.kind !== 'spread' && isParameter(argument));
  });
  return changes;
}

/**
 * Classes that a container gives something else for: `{ provide: PrismaService, useFactory: … }`. Modules that were not read may
 * do so, too: they are wanted.
 */
export function providedClasses(
  { read, evaluator, files, wanted }: Asking,
  resolver: Resolver,
): ReadonlySet<string> {
  const modules = (files.names?.() ?? []).filter((name) => /\.module\.[cm]?[jt]s$/.test(name));
  for (const name of modules) if (files.facts(name) === undefined) wanted.add(name);
  const provided = new Set<string>();
  for (const { file, source } of new Set([...read, ...modules.flatMap((name) => files.facts(name) ?? [])])) {
    for (const literal of source?.literals ?? []) {
      walkTree(literal, (tree) => {
        if (tree.kind !== 'object') return;
        for (const entry of tree.entries) {
          if (entry.kind !== 'property' || entry.key !== 'provide') continue;
          const of = resolver.classAt(
            evaluator.follow({ file, tree: entry.value, parameters: noParameters }),
          );
          if (of !== undefined) provided.add(of.key);
        }
      });
    }
  }
  return provided;
}
