import type { Evaluator, Located } from '../../evaluate.ts';

/** What an expression is of a package: `types.TextEq` imported from `module` has the path `['types', 'TextEq']`. */
export interface Origin {
  /** A package, or a file of the project that could not be followed. */
  readonly module: string;
  readonly path: readonly string[];
}

/** Where an expression comes from, through renamed imports, namespaces and the project's own modules. */
export function originOf(located: Located, evaluator: Evaluator, depth = 0): Origin | undefined {
  const followed = evaluator.follow(located);
  const { tree } = followed;
  if (tree.kind === 'reference' && tree.to.kind === 'import') {
    const { module, name } = tree.to;
    return { module, path: name === '*' ? [] : [name] };
  }
  if (tree.kind !== 'member' || depth > 20) return undefined;
  const owner = originOf({ ...followed, tree: tree.object }, evaluator, depth + 1);
  return owner === undefined ? undefined : { module: owner.module, path: [...owner.path, tree.name] };
}

/** The origin of what a call calls. */
export function calledOf(call: Located, evaluator: Evaluator): Origin | undefined {
  return call.tree.kind === 'call' ? originOf({ ...call, tree: call.tree.callee }, evaluator) : undefined;
}

/** `@cipherstash/stack/v3` is of `@cipherstash/stack`, `drizzle-orm/pg-core` of `drizzle-orm`. */
export function packageOfModule(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

export function isOfCipherStash(module: string): boolean {
  return module.startsWith('@cipherstash/');
}

export function isOfDrizzle(module: string): boolean {
  return packageOfModule(module) === 'drizzle-orm';
}
