import type { RelatedPlace } from '../../../../rules/model/finding.ts';
import type {
  EncryptionExtension,
  ExtendedBefore,
  KeepResult,
} from '../../../../rules/model/prisma-clients.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { Tree } from '../../../read/tree.ts';
import { fileCodeOf, type PlacedCall } from '../../code/file-code.ts';
import { isThis, spot } from '../../code/spots.ts';
import { type Frame, functionAround } from '../../code/walk-acts.ts';
import { walkTree } from '../../code/walk-trees.ts';
import { argumentOf } from '../../eql/declared/trees.ts';
import { type Located, noParameters, placeOf } from '../../evaluate.ts';
import type { Asking } from '../link-blind-index.ts';
import type { AppliedEncryption, Resolver } from './client.ts';
import { type Encryption, encryptionOf } from './encryption-packages.ts';

/** A call that extends a client for encryption, with where it stands. */
export interface FoundExtension {
  readonly extension: EncryptionExtension;
  readonly call: PlacedCall;
  readonly receiver: Located;
}

/** Calls that extend a client for encryption, in order. */
export function findExtensions(
  facts: FileFacts,
  asking: Asking,
  resolver: Resolver,
): readonly FoundExtension[] {
  return extendingIn(facts).flatMap((call) => {
    const { file, tree } = call;
    const argument = argumentOf({ file, tree, parameters: noParameters }, 0);
    const encryption = argument === undefined ? undefined : encryptionOf(argument, asking.evaluator);
    if (encryption === undefined || tree.callee.kind !== 'member') return [];
    const receiver: Located = { file, tree: tree.callee.object, parameters: noParameters };
    const found = { call, receiver };
    return { ...found, extension: toExtension(facts, found, encryption, asking, resolver) };
  });
}

/** Calls of `$extends` and `$use`. */
function extendingIn(facts: FileFacts): readonly PlacedCall[] {
  return fileCodeOf(facts).calls.filter(
    ({ tree: { name, callee, construct } }) =>
      !construct && callee.kind === 'member' && (name === '$extends' || name === '$use'),
  );
}

type Found = Omit<FoundExtension, 'extension'>;

function toExtension(
  facts: FileFacts,
  found: Found,
  encryption: Encryption,
  { settings }: Asking,
  resolver: Resolver,
): EncryptionExtension {
  const { file, tree } = found.call;
  const method = tree.name === '$use' ? '$use' : '$extends';
  const result = method === '$use' ? 'kept' : resultOf(facts, found.call);
  const keep = result === 'discarded' ? keepOf(facts, found, resolver) : undefined;
  const before = extendedBefore(found, encryption, resolver);
  return {
    package: encryption.package,
    packageFolder: settings.packageOf(file),
    method,
    place: placeOf(file, tree),
    namePlace: placeOf(file, tree.nameSpan),
    result,
    ...(keep === undefined ? {} : { keep }),
    ...(before === undefined ? {} : { extendedBefore: before }),
  };
}

function resultOf(facts: FileFacts, call: PlacedCall): EncryptionExtension['result'] {
  const { outermost, act } = outermostExtends(facts, call);
  if (act.result === 'discarded') return 'discarded';
  const { declarations = [], exports = {} } = facts.source ?? {};
  const declaration = declarations.findIndex(
    ({ value }) => value !== undefined && spot(value) === spot(outermost),
  );
  if (declaration < 0) return 'kept';
  const isUsed = (tree: Tree | undefined): boolean => tree !== undefined && mentions(tree, declaration);
  const used =
    Object.values(exports).some(isUsed) ||
    declarations.some(({ value }) => isUsed(value)) ||
    usesIn(facts, isUsed);
  return used ? 'kept' : 'unknown';
}

/** The last `$extends` of the chain that a call is part of: its result is what somebody gets. */
function outermostExtends(
  facts: FileFacts,
  call: PlacedCall,
): Pick<PlacedCall, 'act'> & { readonly outermost: Tree } {
  let current = call;
  for (const other of extendingIn(facts)) {
    const { callee } = other.tree;
    if (other.tree.name !== '$extends' || callee.kind !== 'member') continue;
    if (spot(callee.object) === spot(current.tree)) current = other;
  }
  return { act: current.act, outermost: current.tree };
}

function mentions(tree: Tree, declaration: number): boolean {
  let found = false;
  walkTree(tree, (inner) => {
    found ||= inner.kind === 'reference' && inner.to.kind === 'declaration' && inner.to.index === declaration;
  });
  return found;
}

function usesIn(facts: FileFacts, isUsed: (tree: Tree | undefined) => boolean): boolean {
  const { calls, assigns, returns } = fileCodeOf(facts);
  return (
    calls.some(({ tree }) => isUsed(tree)) ||
    assigns.some(({ act }) => isUsed(act.target) || isUsed(act.value)) ||
    returns.some(isUsed)
  );
}

function keepOf(facts: FileFacts, { call, receiver }: Found, resolver: Resolver): KeepResult | undefined {
  const { file, tree } = call;
  // The rest of a longer chain would have to move along.
  if (outermostExtends(facts, call).outermost !== tree) return undefined;
  if (isThis(receiver.tree)) {
    const of = resolver.step(receiver);
    const isClient = of.kind === 'instance' && resolver.prismaClass(of.of) !== undefined;
    return isClient ? { kind: 'assign-to-this' } : undefined;
  }
  if (receiver.tree.kind !== 'reference' || receiver.tree.to.kind !== 'declaration') return undefined;
  const { index } = receiver.tree.to;
  const code = fileCodeOf(facts);
  const declaration = facts.source?.declarations[index];
  const { name } = receiver.tree;
  if (declaration === undefined || code.parameters.has(index)) return undefined;
  if (!declaration.constant) return { kind: 'assign', name };
  if (declaration.value === undefined) return undefined;
  const creation = creationIn(declaration.value);
  if (creation === undefined || !isStraight(call.around, creation.end, tree.start, code.calls, index))
    return undefined;
  const declared = facts.source?.declarations ?? [];
  // What stands between the two is not there yet where the client is made.
  const late = tree.arguments.some((argument) =>
    declared.some(
      ({ value }, at) =>
        value !== undefined &&
        value.start > creation.end &&
        mentions(argument.kind === 'spread' ? argument.value : argument, at),
    ),
  );
  if (late) return undefined;
  return {
    kind: 'at-creation',
    name,
    creation: placeOf(file, creation),
    call: { file, start: receiver.tree.end, end: tree.end },
  };
}

/** The one `new` that a name is made with, alone or where a cache holds nothing. */
function creationIn(value: Tree): Tree | undefined {
  if (value.kind === 'call') return value.construct && value.name === 'PrismaClient' ? value : undefined;
  const options =
    value.kind === 'choice'
      ? value.options
      : value.kind === 'operation' && /^(?:\?\?|\|\|)$/.test(value.operator)
        ? value.operands
        : [];
  const made = options.flatMap((option) => creationIn(option) ?? []);
  return made.length === 1 ? made[0] : undefined;
}

/** True where nothing but the creation comes before, and no call asks for what an extended client lacks. */
function isStraight(
  around: readonly Frame[],
  creation: number,
  extending: number,
  calls: readonly PlacedCall[],
  declaration: number,
): boolean {
  if (around.some(({ kind }) => kind === 'branch' || kind === 'loop')) return false;
  const own = functionAround(around);
  // In a function that is called later, the client was used before.
  if (own !== undefined && own.start > creation) return false;
  if (extending < creation) return false;
  return !calls.some(
    ({ tree }) =>
      (tree.name === '$on' || tree.name === '$use') &&
      tree.callee.kind === 'member' &&
      mentions(tree.callee.object, declaration),
  );
}

function extendedBefore(
  { call, receiver }: Found,
  encryption: Encryption,
  resolver: Resolver,
): ExtendedBefore | undefined {
  const name = placeOf(call.file, call.tree.nameSpan);
  const { all, whole } = resolver.clientsOf(receiver);
  const before = all.map((client) => client.extended.filter((one) => isSecond(one, name, encryption)));
  if (whole && before.length > 0 && before.every((applied) => applied.length > 0)) {
    const related = uniquePlaces(before.flat()).map((place) => ({
      message: 'the client is extended here first',
      place,
    }));
    return { when: 'always', related };
  }
  return fromCache(call, receiver, resolver);
}

/** Another call that encrypts the same fields. */
function isSecond(one: AppliedEncryption, name: RelatedPlace['place'], encryption: Encryption): boolean {
  const isFieldseal = (some: string) => some === 'fieldseal';
  return (
    isFieldseal(one.package) === isFieldseal(encryption.package) &&
    (one.place.file !== name.file || one.place.start !== name.start)
  );
}

function uniquePlaces(applied: readonly AppliedEncryption[]): readonly RelatedPlace['place'][] {
  const seen = new Map(applied.map(({ place }) => [`${place.file}:${place.start}`, place]));
  return [...seen.values()];
}

/** A client that comes from a cache, and goes back to it extended, is extended again when the file is loaded again. */
function fromCache(call: PlacedCall, receiver: Located, resolver: Resolver): ExtendedBefore | undefined {
  if (call.around.some(({ kind }) => kind === 'branch' || kind === 'function' || kind === 'class'))
    return undefined;
  const isOwn = ({ file, tree }: Located) => file === call.file && spot(tree) === spot(call.tree);
  // A middleware changes the very client that the cache holds.
  const inPlace = call.tree.name === '$use';
  for (const { cache, read } of cachesOf(receiver, resolver)) {
    const value = resolver.assignedTo(cache).find((one) => inPlace || leadsTo(one, isOwn, resolver));
    if (value === undefined) continue;
    return {
      when: 'reload',
      related: [
        { message: 'the client comes from the cache here', place: read },
        {
          message: `the ${inPlace ? '' : 'extended '}client goes into the cache here`,
          place: placeOf(value.file, value.tree),
        },
      ],
    };
  }
  return undefined;
}

interface CacheRead {
  readonly cache: string;
  readonly read: RelatedPlace['place'];
}

/** The caches that outlive a run of the file and that an expression may come from. */
function cachesOf(located: Located, resolver: Resolver, depth = 0): readonly CacheRead[] {
  const from = depth > 20 ? undefined : resolver.step(located);
  if (from?.kind === 'extended') return cachesOf(from.receiver, resolver, depth + 1);
  if (from?.kind !== 'several') return [];
  if (from.cache?.startsWith('global.')) {
    return [{ cache: from.cache, read: placeOf(located.file, located.tree) }];
  }
  return from.options.flatMap((option) => cachesOf(option, resolver, depth + 1));
}

function leadsTo(
  located: Located,
  isGoal: (located: Located) => boolean,
  resolver: Resolver,
  depth = 0,
): boolean {
  const from = depth > 20 ? undefined : resolver.step(located);
  if (from?.kind === 'extended') {
    return isGoal(from.call) || leadsTo(from.receiver, isGoal, resolver, depth + 1);
  }
  if (from?.kind !== 'several' || from.cache?.startsWith('global.')) return false;
  return from.options.some((option) => leadsTo(option, isGoal, resolver, depth + 1));
}
