import type { Tree } from '../../../read/tree.ts';
import { originOf } from '../../eql/declared/origin.ts';
import type { Evaluator, Located } from '../../evaluate.ts';

/** True for the class that Prisma generates, under whatever name a file has it. */
export function isPrismaClient(located: Located, evaluator: Evaluator): boolean {
  const origin = originOf(located, evaluator);
  if (origin === undefined) return isGenerated(located.tree);
  return origin.path.at(-1) === 'PrismaClient' && isClientModule(origin.module);
}

/** `@prisma/client`, `.prisma/client`, and what a generator with an `output` writes. */
function isClientModule(module: string): boolean {
  return /^(?:@prisma\/client|\.prisma\/client)(?:\/|$)/.test(module) || isGeneratedPath(module);
}

/** A path that leads to no file of the project, since what is generated is not checked in. */
function isGeneratedPath(module: string): boolean {
  if (/(?:^|\/)\.?generated(?:\/|$)/.test(module)) return /^(?:\.|[@~#]\w*\/)/.test(module);
  return module.startsWith('.') && /(?:^|\/)\.?(?:prisma|prisma-client|client)(?:\/client)?$/.test(module);
}

/** A generated client that is among the files of the project. */
function isGenerated(tree: Tree): boolean {
  return (
    tree.kind === 'reference' &&
    tree.to.kind === 'import' &&
    tree.to.name === 'PrismaClient' &&
    /(?:^|\/)\.?generated(?:\/|$)/.test(tree.to.module)
  );
}
