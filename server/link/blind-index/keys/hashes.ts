import type { HandMadeHash, KeyUse } from '../../../../rules/model/field-keys.ts';
import type { RelatedPlace } from '../../../../rules/model/finding.ts';
import { placeOfTree, spotOf } from '../../eql/declared/trees.ts';
import { placeOf } from '../../evaluate.ts';
import type { Asking } from '../link-blind-index.ts';
import { guessedBehind, isLookup, isPersonal } from './column-names.ts';
import { nodeCryptoName } from './digest-calls.ts';
import type { Digest, DigestReader, InputName } from './digests.ts';
import type { Origins } from './origin.ts';
import type { StoredValue } from './stored.ts';

/** Digests without a key that lookup columns hold, each once where it is made. */
export function hashesOf(
  stored: readonly StoredValue[],
  { digestOf, inputNames }: DigestReader,
  asking: Asking,
): readonly HandMadeHash[] {
  const found = new Map<string, HandMadeHash>();
  for (const one of stored) {
    const digest = isLookup(one.column) ? digestOf(one.value) : undefined;
    if (digest === undefined || digest.key !== undefined) continue;
    const names = inputNames(digest);
    const behind =
      names &&
      guessedBehind(
        one.column,
        one.model,
        names.map(({ name }) => name),
      );
    if (names === undefined || behind === undefined) continue;
    const hash = toHash(one, digest, names, behind.name, asking);
    const spot = `${hash.place.file}:${hash.place.start}`;
    const before = found.get(spot);
    found.set(
      spot,
      before === undefined ? hash : { ...before, related: [...before.related, ...hash.related] },
    );
  }
  return [...found.values()];
}

function toHash(
  { column, model, declared, place }: StoredValue,
  digest: Digest,
  names: readonly InputName[],
  value: string,
  asking: Asking,
): HandMadeHash {
  // A helper that hashes anything is right; what it is given here is not.
  const saying = names.find(({ name }) => isPersonal(name));
  const level = saying?.level ?? 0;
  const made = digest.through[level] ?? digest.made;
  const keyable = made === digest.made ? keyableOf(digest, asking) : undefined;
  const related: RelatedPlace[] = [{ message: `it goes into ${column} here`, place }];
  return {
    algorithm: digest.algorithm,
    place: made === digest.made ? placeOfTree(made) : placeOf(made.file, made.tree.nameSpan),
    value,
    ...(model === undefined ? {} : { model }),
    column,
    ...(declared === undefined ? {} : { columnPlace: declared }),
    ...(keyable === undefined ? {} : { keyable }),
    related,
  };
}

/** `createHash('sha256')` becomes `createHmac('sha256', key)` where it stands. */
function keyableOf({ made }: Digest, { evaluator, files }: Asking): HandMadeHash['keyable'] {
  const { file, tree } = made;
  const [algorithm, ...others] = tree.arguments;
  if (nodeCryptoName(made, evaluator) !== 'createHash' || tree.name !== 'createHash') return undefined;
  if (algorithm === undefined || others.length > 0) return undefined;
  const { end } = algorithm;
  const change = { name: placeOf(file, tree.nameSpan), argument: placeOf(file, { start: end, end }) };
  if (tree.callee.kind === 'member') return change;
  const names = files.facts(file)?.source?.imports?.flatMap((one) => one.names) ?? [];
  if (names.some(({ name, local }) => name === 'createHmac' && local === name)) return change;
  const imported = names.find(({ name, local }) => name === 'createHash' && local === name);
  if (imported === undefined) return undefined;
  const after = { start: imported.span.end, end: imported.span.end };
  return { ...change, importing: placeOf(file, after) };
}

/** The keys of the HMACs that lookup columns hold. */
export function indexKeysOf(
  stored: readonly StoredValue[],
  { digestOf }: DigestReader,
  origins: Origins,
): readonly KeyUse[] {
  const found = new Map<string, KeyUse>();
  for (const { column, value } of stored) {
    const digest = isLookup(column) ? digestOf(value) : undefined;
    if (digest?.key === undefined) continue;
    const spot = spotOf(digest.key);
    const origin = found.has(spot) ? undefined : origins(digest.key);
    if (origin === undefined) continue;
    const place = placeOfTree(digest.key);
    found.set(spot, { purpose: 'index', taker: 'createHmac', place, origin, ofFields: true });
  }
  return [...found.values()];
}
