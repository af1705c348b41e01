import { calledOf, packageOfModule } from '../../eql/declared/origin.ts';
import { argumentOf, type LocatedCall, textOf } from '../../eql/declared/trees.ts';
import type { Evaluator, Located } from '../../evaluate.ts';

/** What a call that makes a digest says. */
export interface MadeDigest {
  readonly algorithm: string;
  /** `createHash('sha256')`, `createHmac('sha256', key)`, `sha256(x)`. */
  readonly made: LocatedCall;
  /** What goes in. */
  readonly input: Located;
  /** The key of an HMAC. */
  readonly key?: Located;
}

/** Packages that export a digest without a key under the name of its algorithm, or as a whole. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'js-sha256': ['sha256', ''],
  'js-sha512': ['sha512', ''],
  'js-md5': ['md5', ''],
  md5: [''],
  'blueimp-md5': [''],
  sha1: [''],
  '@noble/hashes': ['sha1', 'sha256', 'sha512', 'sha3_256', 'blake2b', 'blake3'],
  'crypto-js': ['MD5', 'SHA1', 'SHA256', 'SHA512', 'SHA3', ''],
};

export function digestMadeBy(call: LocatedCall, evaluator: Evaluator): MadeDigest | undefined {
  const { tree } = call;
  if (tree.name === 'digest' && tree.callee.kind === 'member') return ofNode(call, evaluator);
  const input = argumentOf(call, 0);
  const origin = input === undefined || tree.construct ? undefined : calledOf(call, evaluator);
  if (input === undefined || origin === undefined) return undefined;
  const name = origin.path.filter((one) => one !== 'default').join('.');
  if (isNodeCrypto(origin.module)) {
    const data = argumentOf(call, 1);
    const algorithm = textOf(input, evaluator)?.value;
    return name === 'hash' && data !== undefined && algorithm !== undefined
      ? { algorithm, made: call, input: data }
      : undefined;
  }
  if (packages[packageOfModule(origin.module)]?.includes(name) !== true) return undefined;
  const last = origin.module.slice(origin.module.lastIndexOf('/') + 1);
  return { algorithm: (name || last).toLowerCase(), made: call, input };
}

/** `createHash(algorithm).update(x).digest()`: of one piece alone, since another may be a key. */
function ofNode(call: LocatedCall, evaluator: Evaluator): MadeDigest | undefined {
  const update = receiverOf(call);
  const made = update && receiverOf(update);
  if (update?.tree.name !== 'update' || made === undefined) return undefined;
  const input = argumentOf(update, 0);
  const maker = nodeCryptoName(made, evaluator);
  if (input === undefined || (maker !== 'createHash' && maker !== 'createHmac')) return undefined;
  const algorithm = textOf(argumentOf(made, 0), evaluator)?.value ?? 'this digest';
  const key = argumentOf(made, 1);
  if (maker === 'createHash') return { algorithm, made, input };
  return key === undefined ? undefined : { algorithm, made, input, key };
}

function receiverOf(call: LocatedCall): LocatedCall | undefined {
  const { callee } = call.tree;
  return callee.kind === 'member' && callee.object.kind === 'call'
    ? { ...call, tree: callee.object }
    : undefined;
}

/** The name of a function of Node's crypto module that a call runs. */
export function nodeCryptoName(call: LocatedCall, evaluator: Evaluator): string | undefined {
  const origin = calledOf(call, evaluator);
  if (origin === undefined || !isNodeCrypto(origin.module)) return undefined;
  return origin.path.filter((name) => name !== 'default').join('.');
}

function isNodeCrypto(module: string): boolean {
  return module === 'crypto' || module === 'node:crypto';
}
