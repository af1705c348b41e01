import type { PrismaEncryption } from '../../../../rules/model/blind-index.ts';
import { calledOf, packageOfModule } from '../../eql/declared/origin.ts';
import { entriesOf } from '../../eql/declared/trees.ts';
import type { Evaluator, Located } from '../../evaluate.ts';

/** An extension or middleware that encrypts fields, as a call makes it. */
export interface Encryption {
  readonly package: PrismaEncryption;
  readonly call: Located;
}

/**
 * What the packages call their extension and middleware. The forks of prisma-field-encryption keep its names: source: index.ts of
 * 47ng/prisma-field-encryption, and the forks on npm by the names prisma-encryption, @*\/prisma-field-encryption and
 * @godspeedsystems/prisma-deterministic-search-field-encryption.
 */
const makers: Readonly<Record<string, 'prisma-field-encryption' | 'fieldseal'>> = {
  fieldEncryptionExtension: 'prisma-field-encryption',
  fieldEncryptionMiddleware: 'prisma-field-encryption',
  fieldsealExtension: 'fieldseal',
};

export function encryptionOf(argument: Located, evaluator: Evaluator): Encryption | undefined {
  const call = evaluator.follow(argument);
  const called = calledOf(call, evaluator);
  const name = called?.path.at(-1);
  if (called === undefined || name === undefined || !Object.hasOwn(makers, name)) return undefined;
  const module = packageOfModule(called.module);
  if (!isPackage(called.module) || !/prisma|encrypt|fieldseal/.test(module)) return undefined;
  const maker = makers[name];
  if (maker === undefined) return undefined;
  return { package: module === 'prisma-encryption' ? 'prisma-encryption' : maker, call };
}

/** A module by the name of a package; `@/lib`, `~/lib` and `#lib` stand for files of the project. */
function isPackage(module: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/.test(module) && !module.startsWith('.');
}

/** Extensions that do nothing to what is written: Prisma's own, and literals that add methods and computed fields alone. */
export function leavesWritesAlone(argument: Located, evaluator: Evaluator): boolean {
  const extension = evaluator.follow(argument);
  const called = calledOf(extension, evaluator);
  if (called !== undefined)
    return /^(?:@prisma\/|prisma-)extension-(?!.*(?:crypt|cipher|seal))/.test(called.module);
  const literal = entriesOf(extension, evaluator);
  return (
    literal?.whole === true && literal.entries.every(({ key }) => /^(?:name|model|client|result)$/.test(key))
  );
}
