import type { Tree } from '../../../read/tree.ts';
import { originOf } from '../../eql/declared/origin.ts';
import type { Evaluator, Located } from '../../evaluate.ts';

/**
 * Which generated client the class is that Prisma generates, under whatever name a file has it: `@prisma/client`, or the
 * folder that a generator writes it to, without what leads there. Undefined for anything else.
 */
export function generatedClient(located: Located, evaluator: Evaluator): string | undefined {
  const origin = originOf(located, evaluator);
  if (origin !== undefined) {
    return origin.path.at(-1) === 'PrismaClient' && isClientModule(origin.module)
      ? clientName(origin.module)
      : undefined;
  }
  const { tree } = located;
  return isGenerated(tree) ? clientName(tree.to.module) : undefined;
}

/** Of `../generated/billing/client` it is `billing`; a folder that is named after Prisma says nothing of a schema. */
function clientName(module: string): string {
  const parts = module.replace(/\.[cm]?[jt]s$/, '').split('/');
  const named = parts.filter(
    (part) => !/^(?:\.*|@|client|index|(?:[@.]?prisma(?:-client)?)|\.?generated)$/.test(part),
  );
  return named.at(-1) ?? '@prisma/client';
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
function isGenerated(tree: Tree): tree is ImportedTree {
  return (
    tree.kind === 'reference' &&
    tree.to.kind === 'import' &&
    tree.to.name === 'PrismaClient' &&
    /(?:^|\/)\.?generated(?:\/|$)/.test(tree.to.module)
  );
}

type ImportedTree = Extract<Tree, { kind: 'reference' }> & {
  readonly to: { readonly kind: 'import'; readonly module: string };
};
