import type { KeyUse } from '../../../../rules/model/field-keys.ts';
import type { FileCode, PlacedCall } from '../../code/file-code.ts';
import { calledOf, packageOfModule } from '../../eql/declared/origin.ts';
import { argumentOf, entriesOf, type LocatedCall, placeOfTree } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters } from '../../evaluate.ts';
import { nodeCryptoName } from './digest-calls.ts';
import type { Origins } from './origin.ts';
import type { Serves } from './serving.ts';

interface Asked {
  readonly evaluator: Evaluator;
  readonly origins: Origins;
  readonly serves: Serves;
}

/** A key or vector on its way into something that takes it. */
interface Taken {
  readonly purpose: KeyUse['purpose'];
  readonly taker: string;
  readonly located: Located;
  readonly ofFields: boolean;
}

/** Every key and vector that the calls of a file hand to what encrypts. */
export function keyUsesOf({ calls }: FileCode, asked: Asked): readonly KeyUse[] {
  return calls.flatMap((call) => {
    if (!takers.has(call.tree.name) && !mayBeRenamed(call)) return [];
    const located: LocatedCall = { file: call.file, tree: call.tree, parameters: noParameters };
    return [...ofCipher(call, located, asked), ...ofPackage(located, asked.evaluator)].flatMap((taken) =>
      toUse(taken, asked),
    );
  });
}

function toUse(taken: Taken, asked: Asked): KeyUse[] {
  const { located, ...rest } = taken;
  const place = placeOfTree(located);
  const origin =
    taken.purpose === 'iv' && isFixed(taken, asked)
      ? ({ kind: 'literal', place, published: false } as const)
      : asked.origins(located);
  return origin === undefined ? [] : [{ ...rest, place, origin }];
}

/** Names of what takes a key. */
const takers: ReadonlySet<string> = new Set([
  'createCipheriv',
  'createDecipheriv',
  'fieldEncryptionExtension',
  'fieldEncryptionMiddleware',
  'EncryptionTransformer',
  'JSONEncryptionTransformer',
  'Column',
  'plugin',
  'StringProvider',
  'EncryptedField',
  'Cryptr',
  'encrypt',
  'decrypt',
  'enhance',
]);

/** `import { createCipheriv as cipher } from 'crypto'`. */
function mayBeRenamed({ tree: { callee } }: PlacedCall): boolean {
  if (callee.kind !== 'reference' || callee.to.kind !== 'import') return false;
  return takers.has(callee.to.name) || callee.to.name === 'default';
}

function ofCipher(call: PlacedCall, located: LocatedCall, { evaluator, origins, serves }: Asked): Taken[] {
  const name = nodeCryptoName(located, evaluator);
  if (name !== 'createCipheriv' && name !== 'createDecipheriv') return [];
  const key = argumentOf(located, 1);
  if (key === undefined) return [];
  const vector = name === 'createCipheriv' ? argumentOf(located, 2) : undefined;
  const ofFields = serves(call.file, call.around);
  const taken: Taken[] = [{ purpose: 'encryption', taker: name, located: key, ofFields }];
  // A key of its own for each value may do with one vector for all.
  if (vector === undefined || origins(key) === undefined) return taken;
  return [...taken, { purpose: 'iv', taker: name, located: vector, ofFields }];
}

/** Bytes that are the same at every run: `Buffer.alloc(16, 0)`; what is filled later has a name first. */
function isFixed({ located }: Taken, { evaluator }: Asked): boolean {
  const { tree } = evaluator.follow(located);
  if (tree.kind !== 'call') return false;
  const isWritten = located.tree.kind === 'call';
  const [size, fill] = tree.arguments;
  if (tree.name === 'alloc')
    return fill === undefined ? isWritten : fill.kind === 'number' || fill.kind === 'string';
  return tree.construct && tree.name === 'Uint8Array' && isWritten && size?.kind === 'number';
}

/** Which options of a package take which keys. */
interface Options {
  readonly keys: readonly string[];
  readonly vector?: string;
}

const optionsOf: Readonly<Record<string, Options>> = {
  'prisma-field-encryption': { keys: ['encryptionKey', 'decryptionKeys'] },
  'typeorm-encrypted': { keys: ['key'], vector: 'iv' },
  'mongoose-encryption': { keys: ['encryptionKey', 'signingKey', 'secret'] },
  'mongoose-field-encryption': { keys: ['secret'], vector: 'saltGenerator' },
  '@zenstackhq/runtime': { keys: ['encryptionKey', 'decryptionKeys'] },
};

function ofPackage(call: LocatedCall, evaluator: Evaluator): Taken[] {
  const { name } = call.tree;
  if (name === 'plugin') return ofPlugin(call, evaluator);
  if (name === 'Column') return ofColumn(call, evaluator);
  const origin = calledOf(call, evaluator);
  if (origin === undefined) return [];
  const module = packageOfModule(origin.module);
  const exported = origin.path.filter((one) => one !== 'default').join('.');
  const first = argumentOf(call, 0);
  if (isPrismaEncryption(module)) {
    return exported.startsWith('fieldEncryption')
      ? inOptions(first, 'prisma-field-encryption', module, evaluator)
      : [];
  }
  switch (module) {
    case 'typeorm-encrypted':
      return exported.endsWith('EncryptionTransformer') ? inOptions(first, module, module, evaluator) : [];
    case 'ciphersweet-js':
      return exported === 'StringProvider' ? taken(first, module) : [];
    case 'sequelize-encrypted':
      return taken(argumentOf(call, 1), module);
    case 'cryptr':
      return call.tree.construct ? taken(first, module, false) : [];
    case 'crypto-js':
      return /^(?:AES|DES|TripleDES|Rabbit|RC4)\.(?:en|de)crypt$/.test(exported)
        ? taken(argumentOf(call, 1), module, false)
        : [];
    case '@zenstackhq/runtime': {
      const options =
        exported === 'enhance' ? optionAt(argumentOf(call, 2), 'encryption', evaluator) : undefined;
      return inOptions(options, module, module, evaluator);
    }
    default:
      return [];
  }
}

/** prisma-field-encryption, its forks and its successor. */
function isPrismaEncryption(module: string): boolean {
  return /(?:^|\/)prisma-(?:deterministic-search-)?(?:field-)?encryption$/.test(module);
}

/** `schema.plugin(encrypt, { secret })`. */
function ofPlugin(call: LocatedCall, evaluator: Evaluator): Taken[] {
  const plugin = argumentOf(call, 0);
  const origin =
    plugin === undefined
      ? undefined
      : calledOf({ ...call, tree: { ...call.tree, callee: plugin.tree } }, evaluator);
  const module = origin && packageOfModule(origin.module);
  if (module !== 'mongoose-encryption' && module !== 'mongoose-field-encryption') return [];
  return inOptions(argumentOf(call, 1), module, module, evaluator);
}

/** `@Column({ encrypt: { key, iv } })`, which the subscriber of typeorm-encrypted reads. */
function ofColumn(call: LocatedCall, evaluator: Evaluator): Taken[] {
  const origin = calledOf(call, evaluator);
  if (origin === undefined || packageOfModule(origin.module) !== 'typeorm') return [];
  const last = argumentOf(call, call.tree.arguments.length - 1);
  return inOptions(optionAt(last, 'encrypt', evaluator), 'typeorm-encrypted', 'typeorm-encrypted', evaluator);
}

function optionAt(located: Located | undefined, name: string, evaluator: Evaluator): Located | undefined {
  const found = located && entriesOf(located, evaluator);
  return found?.entries.find(({ key }) => key === name)?.value;
}

function inOptions(located: Located | undefined, kind: string, taker: string, evaluator: Evaluator): Taken[] {
  const options = optionsOf[kind];
  const found = located && entriesOf(located, evaluator);
  if (options === undefined || found === undefined) return [];
  return found.entries.flatMap(({ key, value }): Taken[] => {
    if (options.keys.includes(key)) {
      const { tree, ...rest } = evaluator.follow(value);
      const items = tree.kind === 'array' ? tree.items : undefined;
      return items === undefined
        ? taken(value, taker)
        : items.flatMap((item) => (item.kind === 'spread' ? [] : taken({ ...rest, tree: item }, taker)));
    }
    if (key !== options.vector) return [];
    const { tree, ...rest } = evaluator.follow(value);
    // A generator that returns one text for all.
    const vector = tree.kind === 'function' ? tree.result && { ...rest, tree: tree.result } : value;
    return vector === undefined ? [] : [{ purpose: 'iv', taker, located: vector, ofFields: true }];
  });
}

function taken(located: Located | undefined, taker: string, ofFields = true): Taken[] {
  return located === undefined ? [] : [{ purpose: 'encryption', taker, located, ofFields }];
}
