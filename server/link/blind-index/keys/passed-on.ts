import { argumentOf, type LocatedCall } from '../../eql/declared/trees.ts';
import type { Located } from '../../evaluate.ts';

/** Calls that make a key of their first argument: bytes of a text, a digest, a slow derivation. */
const ofFirst: ReadonlySet<string> = new Set([
  'from',
  'Buffer',
  'Uint8Array',
  'String',
  'encode',
  'atob',
  'createSecretKey',
  'scryptSync',
  'pbkdf2Sync',
  'parse',
  'parseKeySync',
  'hexToBytes',
  'utf8ToBytes',
  'decodeBase64',
  'SHA256',
  'sha256',
]);

const ofSecond: ReadonlySet<string> = new Set(['hkdfSync', 'importKey']);

/** Methods whose result is made of what they are called on. */
const ofReceiver: ReadonlySet<string> = new Set([
  'slice',
  'substring',
  'substr',
  'subarray',
  'padEnd',
  'padStart',
  'repeat',
  'trim',
  'toString',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'replace',
  'replaceAll',
  'split',
  'filter',
  'map',
]);

/** What a call makes a key of: `Buffer.from(x, 'hex')`, `createHash('sha256').update(x).digest()`, `x.slice(0, 32)`. */
export function passedOn(call: LocatedCall): Located | undefined {
  const { callee, name } = call.tree;
  if (callee.kind === 'member' && ofReceiver.has(name)) return { ...call, tree: callee.object };
  if (name === 'alloc') return argumentOf(call, 1);
  if (ofSecond.has(name)) return argumentOf(call, 1);
  if (ofFirst.has(name)) return argumentOf(call, 0);
  if (name !== 'digest' || callee.kind !== 'member' || callee.object.kind !== 'call') return undefined;
  const update: LocatedCall = { ...call, tree: callee.object };
  const inner = update.tree.callee;
  const once = inner.kind === 'member' && inner.object.kind === 'call' && inner.object.name === 'createHash';
  return update.tree.name === 'update' && once ? argumentOf(update, 0) : undefined;
}
