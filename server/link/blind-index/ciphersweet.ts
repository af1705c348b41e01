import type { CodeIndex } from '../../../rules/model/code-index.ts';
import type { Container } from '../../../rules/model/field.ts';
import type { FileFacts } from '../../read/facts.ts';
import type { SpreadTree, Tree } from '../../read/tree.ts';
import { callsOf } from '../eql/declared/calls.ts';
import { calledOf, packageOfModule } from '../eql/declared/origin.ts';
import {
  argumentOf,
  type Chain,
  chainOf,
  type LocatedCall,
  placeOfTree,
  spotOf,
  textOf,
} from '../eql/declared/trees.ts';
import type { Evaluator, Located } from '../evaluate.ts';
import type { Asking } from './link-blind-index.ts';

/**
 * The blind and compound indexes of ciphersweet-js 2.0.6 that a file declares. The signatures are those of its
 * `lib/*.js` (its `index.d.ts` leaves some out):
 *
 *     new EncryptedField(engine, table, field).addBlindIndex(index)
 *     new EncryptedRow(engine, table).addBlindIndex(field, index).addCompoundIndex(index)
 *     new EncryptedMultiRows(engine).addBlindIndex(table, field, index).addCompoundIndex(table, index)
 *     new BlindIndex(name, transformations = [], filterBits = 256, fastHash = false, hashConfig = {})
 *     new CompoundIndex(name, columns = [], filterBits = 256, fastHash = false, hashConfig = {})
 *     .createCompoundIndex(…) of rows takes what CompoundIndex takes, of several tables behind the table.
 */
export function ciphersweetIndexes(facts: FileFacts, asking: Asking): readonly CodeIndex[] {
  const calls = callsOf(facts).filter(({ tree }) => adders.has(tree.name));
  const transformed = calls.filter(({ tree }) => tree.name === 'addTransformation');
  return calls.flatMap((call): CodeIndex[] => {
    const index = indexOf(call, asking.evaluator);
    const found = index && read(index, transformed, asking);
    return found === undefined ? [] : [found];
  });
}

const adders: ReadonlySet<string> = new Set([
  'addBlindIndex',
  'addCompoundIndex',
  'createCompoundIndex',
  'addTransformation',
]);

/** An index where it is added: of which table and columns, and the call that makes it. */
interface AddedIndex {
  readonly table: Located | undefined;
  /** The column of a blind index; a compound one names its own. */
  readonly column?: Located | undefined;
  readonly made: LocatedCall;
  /** The position of its name among the arguments of that call. */
  readonly first: number;
  readonly methods: readonly LocatedCall[];
}

function indexOf(call: LocatedCall, evaluator: Evaluator): AddedIndex | undefined {
  const { callee, name } = call.tree;
  if (callee.kind !== 'member') return undefined;
  const root = chainOf({ ...call, tree: callee.object }, evaluator)?.root;
  const owner = root && ownerOf(root, evaluator);
  if (root === undefined || owner === undefined) return undefined;
  const shift = owner === 'EncryptedMultiRows' ? 1 : 0;
  const table = shift === 1 ? argumentOf(call, 0) : argumentOf(root, 1);
  if (name === 'createCompoundIndex') {
    return owner === 'EncryptedField' ? undefined : { table, made: call, first: shift, methods: [] };
  }
  const kind = name === 'addBlindIndex' ? 'BlindIndex' : 'CompoundIndex';
  if (name === 'addTransformation' || (kind === 'CompoundIndex' && owner === 'EncryptedField')) {
    return undefined;
  }
  const position = kind === 'BlindIndex' && owner !== 'EncryptedField' ? shift + 1 : shift;
  const index = indexMadeBy(argumentOf(call, position), kind, evaluator);
  if (index === undefined) return undefined;
  const made = { table, made: index.root, first: 0, methods: index.methods };
  if (kind === 'CompoundIndex') return made;
  return { ...made, column: owner === 'EncryptedField' ? argumentOf(root, 2) : argumentOf(call, shift) };
}

type Owner = 'EncryptedField' | 'EncryptedRow' | 'EncryptedMultiRows';

/** What a call makes: `new EncryptedField(…)`, `EncryptedField.build(…)`. */
function ownerOf(root: LocatedCall, evaluator: Evaluator): Owner | undefined {
  const name = madeOf(root, evaluator);
  switch (name) {
    case 'EncryptedField':
    case 'EncryptedRow':
    case 'EncryptedMultiRows':
      return name;
    case 'EncryptedField.build':
      return 'EncryptedField';
    default:
      return undefined;
  }
}

/** The name of what a call calls, where it is ciphersweet-js's. */
function madeOf(call: LocatedCall, evaluator: Evaluator): string | undefined {
  const origin = calledOf(call, evaluator);
  if (origin === undefined || packageOfModule(origin.module) !== 'ciphersweet-js') return undefined;
  // A CommonJS module that is imported as a whole comes by the name `default`.
  return origin.path.filter((name) => name !== 'default').join('.');
}

function indexMadeBy(
  located: Located | undefined,
  kind: 'BlindIndex' | 'CompoundIndex',
  evaluator: Evaluator,
): Chain | undefined {
  const chain = located && chainOf(located, evaluator);
  return chain !== undefined && madeOf(chain.root, evaluator) === kind ? chain : undefined;
}

function read(
  added: AddedIndex,
  transformed: readonly LocatedCall[],
  { evaluator, settings }: Asking,
): CodeIndex | undefined {
  const { made, first } = added;
  const table = textOf(added.table, evaluator)?.value;
  const column = textOf(added.column, evaluator)?.value;
  const columns = added.column === undefined ? textsOf(argumentOf(made, first + 1), evaluator) : [column];
  const known = columns?.flatMap((one) => one ?? []);
  if (table === undefined || known === undefined || known.length !== columns?.length) return undefined;
  const name = textOf(argumentOf(made, first), evaluator);
  const container: Container = { system: 'ciphersweet', file: made.file, collection: table };
  const transforms = added.column === undefined ? undefined : transformsOf(added, transformed, evaluator);
  const bits = bitsOf(made, first + 2, evaluator);
  return {
    system: 'ciphersweet',
    container,
    ...(column === undefined ? {} : { path: column }),
    place: placeOfTree(argumentOf(made, first) ?? made),
    assumptions: settings.assumptions(made.file),
    override: settings.override(made.file, container, column),
    budgets: settings.budgets(made.file),
    ...(name === undefined ? {} : { name: name.value }),
    table,
    columns: known,
    ...(transforms === undefined ? {} : { transforms }),
    ...(bits === undefined ? {} : { bits }),
    ...speedOf(made, first + 3, evaluator),
    declaration: placeOfTree(made),
  };
}

/** `filterBits`: 256 unless said. */
function bitsOf(made: LocatedCall, position: number, evaluator: Evaluator): CodeIndex['bits'] {
  if (isLeftOut(made, position, evaluator)) return { value: 256 };
  const written = argumentOf(made, position);
  const value = written && evaluator.evaluate(written);
  return value?.kind === 'number'
    ? { value: Number(value.digits), place: placeOfTree(written ?? made) }
    : undefined;
}

/** `fastHash`: false unless said. */
function speedOf(
  made: LocatedCall,
  position: number,
  evaluator: Evaluator,
): Pick<CodeIndex, 'speed' | 'speedPlace'> {
  if (isLeftOut(made, position, evaluator)) return { speed: 'slow' };
  const written = argumentOf(made, position);
  const value = written && evaluator.evaluate(written);
  if (written === undefined || value?.kind !== 'boolean') return { speed: 'unknown' };
  return { speed: value.value ? 'fast' : 'slow', speedPlace: placeOfTree(written) };
}

/** True where an argument is not written, or is `undefined`: its default holds. */
function isLeftOut(made: LocatedCall, position: number, evaluator: Evaluator): boolean {
  const written = made.tree.arguments;
  if (written.some(({ kind }) => kind === 'spread')) return false;
  const argument = argumentOf(made, position);
  if (argument === undefined) return written.length <= position;
  const value = evaluator.evaluate(argument);
  return value.kind === 'null' && value.undefined;
}

/** The names of the transformations, in order; undefined where one of them is unknown. */
function transformsOf(
  { made, methods }: AddedIndex,
  transformed: readonly LocatedCall[],
  evaluator: Evaluator,
): readonly string[] | undefined {
  const list = argumentOf(made, 1);
  const from = list && evaluator.follow(list);
  const items = isLeftOut(made, 1, evaluator) ? [] : itemsOf(from);
  if (items === undefined) return undefined;
  const written = items.map((item): Located | undefined =>
    from === undefined || item.kind === 'spread' ? undefined : { ...from, tree: item },
  );
  // A chain ends where the index is added; what is called on its name stands by itself.
  const chained = new Set(methods.map(spotOf));
  const later = transformed.filter(
    (call) =>
      !chained.has(spotOf(call)) &&
      call.tree.callee.kind === 'member' &&
      spotOf(chainRoot({ ...call, tree: call.tree.callee.object }, evaluator)) === spotOf(made),
  );
  const added = [...methods, ...later].map((call) =>
    call.tree.name === 'addTransformation' ? argumentOf(call, 0) : undefined,
  );
  const names = [...written, ...added].map((one) =>
    one === undefined ? undefined : transformName(one, evaluator),
  );
  const known = names.flatMap((name) => name ?? []);
  return known.length === names.length ? known : undefined;
}

function itemsOf(list: Located | undefined): readonly (Tree | SpreadTree)[] | undefined {
  return list?.tree.kind === 'array' && list.tree.incomplete !== true ? list.tree.items : undefined;
}

function chainRoot(located: Located, evaluator: Evaluator): Located {
  return chainOf(located, evaluator)?.root ?? located;
}

/** `new LastFourDigits()`: a transformation of ciphersweet-js, or one of the project's own by its name. */
function transformName(located: Located, evaluator: Evaluator): string | undefined {
  const { tree } = evaluator.follow(located);
  return tree.kind === 'call' && tree.construct && tree.name !== '' ? tree.name : undefined;
}

function textsOf(
  located: Located | undefined,
  evaluator: Evaluator,
): readonly (string | undefined)[] | undefined {
  const value = located && evaluator.evaluate(located);
  if (value?.kind !== 'array' || value.open) return undefined;
  return value.items.map((item) => (item.kind === 'string' ? item.value : undefined));
}
