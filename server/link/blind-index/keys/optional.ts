import { words } from '../../../../rules/guessability/words.ts';
import type { OptionalEncryption } from '../../../../rules/model/field-keys.ts';
import type { Act, BranchAct, FunctionAct } from '../../../read/source/code/code.ts';
import type { Tree } from '../../../read/tree.ts';
import type { FileCode, PlacedFunction } from '../../code/file-code.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../../evaluate.ts';
import { isForDevelopment } from './conditions.ts';
import type { IsGuarded } from './guards.ts';
import { operationOf } from './operation.ts';
import type { Serves } from './serving.ts';
import type { Trace } from './trace.ts';
import { readVariable, variableOf } from './variables.ts';

interface Asked {
  readonly evaluator: Evaluator;
  readonly trace: Trace;
  readonly serves: Serves;
  readonly isGuarded: IsGuarded;
}

/** Functions of a file that encrypt fields, and return the value as it came where a key or a switch is missing. */
export function optionalIn(code: FileCode, asked: Asked): readonly OptionalEncryption[] {
  return code.functions.flatMap((one) => {
    const { act, around } = one;
    const { name } = act;
    if (name === undefined || !isEncrypting(name) || !encrypts(code, act)) return [];
    if (!asked.serves(one.file, [...around, { kind: 'function', act }])) return [];
    return waysOut(act.acts, []).flatMap((way) => readWay(way, one, name, asked) ?? []);
  });
}

/** `encryptField`, `maybeEncrypt`, `seal`: no `decrypt`, which has to let through what was stored before. */
function isEncrypting(name: string): boolean {
  const all = words(name);
  return (
    all.some((word) => /^(?:encrypt|encipher|seal)/.test(word)) &&
    !all.some((word) => /^(?:de|un|re)(?:crypt|cipher|seal|encrypt)/.test(word))
  );
}

/** True for a function that calls a cipher, or a helper that encrypts. */
function encrypts({ calls }: FileCode, act: FunctionAct): boolean {
  return calls.some(
    ({ tree, around }) =>
      around.some((frame) => frame.kind === 'function' && frame.act === act) &&
      /cipher|encrypt|seal/i.test(tree.name) &&
      !/decipher|decrypt|unseal|^is|enabled$/i.test(tree.name),
  );
}

/** A condition that must hold, or must not, for a way to be taken. */
interface Condition {
  readonly tree: Tree;
  readonly holds: boolean;
}

interface WayOut {
  readonly value: Tree;
  readonly conditions: readonly Condition[];
  /** The statement, where the value is all that it returns. */
  readonly statement?: Act;
}

/** What a function may return, each with everything that decides for it. */
function waysOut(acts: readonly Act[], before: readonly Condition[]): readonly WayOut[] {
  const ways: WayOut[] = [];
  let conditions = before;
  for (const [at, act] of acts.entries()) {
    switch (act.kind) {
      case 'return':
        if (act.value !== undefined) ways.push(...valuesOf(act, act.value, conditions, acts.slice(0, at)));
        break;
      case 'branch': {
        const { condition } = act;
        ways.push(...waysOut(act.then, [...conditions, { tree: condition, holds: true }]));
        ways.push(...waysOut(act.otherwise, [...conditions, { tree: condition, holds: false }]));
        // Behind a branch that never comes back the other one was taken.
        if (leaves(act.then)) conditions = [...conditions, { tree: condition, holds: false }];
        if (act.otherwise.length > 0 && leaves(act.otherwise)) {
          conditions = [...conditions, { tree: condition, holds: true }];
        }
        break;
      }
      case 'try':
        ways.push(...waysOut(act.acts, conditions));
        break;
      default:
    }
  }
  return ways;
}

/** `key ? encrypt(text) : text` is two ways: the branch of the expression stands before what returns it. */
function valuesOf(
  act: Act,
  value: Tree,
  conditions: readonly Condition[],
  before: readonly Act[],
): readonly WayOut[] {
  if (value.kind !== 'choice') {
    const isStatement = act.start !== value.start;
    return [{ value, conditions, ...(isStatement ? { statement: act } : {}) }];
  }
  const branch = before.find(
    (one): one is BranchAct => one.kind === 'branch' && value.start <= one.start && one.end <= value.end,
  );
  if (branch === undefined) return [];
  const [then, otherwise] = value.options;
  return [
    { value: then, conditions: [...conditions, { tree: branch.condition, holds: true }] },
    { value: otherwise, conditions: [...conditions, { tree: branch.condition, holds: false }] },
  ];
}

function leaves(acts: readonly Act[]): boolean {
  const last = acts.at(-1);
  if (last === undefined) return false;
  if (last.kind === 'return' || last.kind === 'throw') return true;
  return last.kind === 'branch' && leaves(last.then) && leaves(last.otherwise);
}

function readWay(
  { value, conditions, statement }: WayOut,
  { file, act }: PlacedFunction,
  name: string,
  asked: Asked,
): OptionalEncryption | undefined {
  if (!isOwnParameter(value, act)) return undefined;
  const reasons = conditions.map((condition) => reasonOf(condition, file, act, asked));
  const [reason] = reasons.flatMap((one) => (one === undefined || one === 'of-the-value' ? [] : [one]));
  if (reason === undefined) return undefined;
  // A further condition that is not understood may be what makes it right.
  if (reasons.some((one) => one === undefined)) return undefined;
  return {
    function: name,
    place: placeOf(file, value),
    ...(statement === undefined ? {} : { statement: placeOf(file, statement) }),
    ...reason,
    related: [],
  };
}

function isOwnParameter(value: Tree, { parameters }: FunctionAct): boolean {
  if (value.kind !== 'reference' || value.to.kind !== 'declaration') return false;
  const { index } = value.to;
  return parameters.some(
    ({ declaration, taken }) =>
      declaration === index || taken?.some((one) => one.declaration === index) === true,
  );
}

type Reason = Pick<OptionalEncryption, 'reason' | 'decides'>;

/**
 * Why a condition lets the value through: `of-the-value` where it only asks what the value is, undefined where it may ask
 * anything.
 */
function reasonOf(
  { tree, holds }: Condition,
  file: string,
  act: FunctionAct,
  asked: Asked,
): Reason | 'of-the-value' | undefined {
  const operation = operationOf(tree);
  if (operation?.operator === '!')
    return reasonOf({ tree: operation.operand, holds: !holds }, file, act, asked);
  if (operation?.operator === '||' || operation?.operator === '&&') {
    const parts = [operation.left, operation.right].map((part) =>
      reasonOf({ tree: part, holds }, file, act, asked),
    );
    // One of them is enough, or all must be.
    const enough = (operation.operator === '||') === holds;
    const found = parts.find((part) => part !== undefined && part !== 'of-the-value');
    if (enough) return found ?? (parts.includes('of-the-value') ? 'of-the-value' : undefined);
    return parts.includes(undefined) ? undefined : (found ?? parts[0]);
  }
  if (isForDevelopment(tree)) return undefined;
  const asks = missingOf(tree, holds);
  if (asks === undefined) return ofValue(tree, act) ? 'of-the-value' : undefined;
  if (ofValue(asks.subject, act)) return 'of-the-value';
  return decisionOf(asks, file, asked);
}

interface Asks {
  readonly subject: Tree;
  /** True where the way is taken without it. */
  readonly missing: boolean;
}

/** What is asked for by a condition, and whether it is there: `key`, `key === undefined`, `typeof key === 'undefined'`. */
function missingOf(tree: Tree, holds: boolean): Asks | undefined {
  const operation = operationOf(tree);
  if (operation === undefined) return { subject: tree, missing: !holds };
  if (operation.operator !== '===' && operation.operator !== '!==') return undefined;
  const equal = (operation.operator === '===') === holds;
  const { left, right } = operation;
  const inner = operationOf(left);
  if (inner?.operator === 'typeof' && right.kind === 'string') {
    return right.value === 'undefined' ? { subject: inner.operand, missing: equal } : undefined;
  }
  if (right.kind === 'null' || (right.kind === 'string' && right.value === '')) {
    return { subject: left, missing: equal };
  }
  if (right.kind === 'boolean') return { subject: left, missing: equal !== right.value };
  if (right.kind !== 'string') return undefined;
  const says = switchTexts.get(right.value.toLowerCase());
  return says === undefined ? undefined : { subject: left, missing: equal !== says };
}

/** How a variable of the environment says yes and no. */
const switchTexts: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['off', false],
  ['no', false],
]);

function decisionOf(
  { subject, missing }: Asks,
  file: string,
  { evaluator, trace, isGuarded }: Asked,
): Reason | undefined {
  const located: Located = { file, tree: subject, parameters: noParameters };
  const variable = environmentNameOf(located, evaluator, trace);
  const names = [variable, writtenName(subject)].flatMap((name) => name ?? []);
  const [name] = names;
  if (name === undefined) return undefined;
  const kind = names.map(kindOf).find((one) => one !== undefined);
  if (isGuarded(variable, [{ file, name: writtenName(subject) ?? '' }])) return undefined;
  if (kind === 'key') return missing ? { reason: 'no-key', decides: name } : undefined;
  if (kind === 'on') return missing ? { reason: 'switch', decides: name } : undefined;
  if (kind === 'off') return missing ? undefined : { reason: 'switch', decides: name };
  return undefined;
}

/** The variable of the environment that a name, or a function without arguments, stands for. */
function environmentNameOf(
  located: Located,
  evaluator: Evaluator,
  trace: Trace,
  depth = 0,
): string | undefined {
  if (depth > 10) return undefined;
  const { tree } = located;
  if (tree.kind === 'call') {
    const read = readVariable({ ...located, tree }, evaluator);
    if (read !== undefined) return read;
    const [argument] = tree.arguments;
    const converts = tree.name === 'Boolean' || tree.name === 'from' || tree.name === 'String';
    if (converts && argument !== undefined && argument.kind !== 'spread') {
      return environmentNameOf({ ...located, tree: argument }, evaluator, trace, depth + 1);
    }
  }
  if (tree.kind === 'choice') {
    const found = tree.options.map((option) =>
      environmentNameOf({ ...located, tree: option }, evaluator, trace, depth + 1),
    );
    return found.find((one) => one !== undefined);
  }
  const operation = operationOf(tree);
  if (operation !== undefined && 'left' in operation) {
    return environmentNameOf({ ...located, tree: operation.left }, evaluator, trace, depth + 1);
  }
  const variable = variableOf(located, evaluator);
  if (variable !== undefined) return variable.variable;
  const [way, ...others] = trace.back(located) ?? [];
  return way === undefined || others.length > 0
    ? undefined
    : environmentNameOf(way.located, evaluator, trace, depth + 1);
}

function writtenName(tree: Tree): string | undefined {
  if (tree.kind === 'reference' || tree.kind === 'member') return tree.name;
  return tree.kind === 'call' && tree.name !== '' ? tree.name : undefined;
}

const keyWords = new Set('key keys secret secrets passphrase kek dek keyring'.split(' '));
const onWords = new Set('enabled enable on use active configured available'.split(' '));
const offWords = new Set('disabled disable off skip no without plaintext plain'.split(' '));

/** What a name decides: whether there is a key, whether encryption is on, or off. */
function kindOf(name: string): 'key' | 'on' | 'off' | undefined {
  const all = words(name);
  const ofEncryption = all.some((word) => /^(?:en)?crypt/.test(word) || word === 'cipher');
  if (ofEncryption && all.some((word) => offWords.has(word))) return 'off';
  if (ofEncryption && all.some((word) => onWords.has(word))) return 'on';
  if (all.at(-1) === 'encryption') return 'on';
  return all.some((word) => keyWords.has(word)) ? 'key' : undefined;
}

/** True where a condition asks nothing but what the parameters are. */
function ofValue(tree: Tree, act: FunctionAct): boolean {
  switch (tree.kind) {
    case 'reference':
      return isOwnParameter(tree, act);
    case 'member':
      return ofValue(tree.object, act);
    case 'call': {
      const { callee } = tree;
      if (callee.kind === 'member' && ofValue(callee.object, act)) return true;
      const parts = tree.arguments.filter(({ kind }) => kind !== 'spread');
      return parts.length > 0 && parts.every((part) => part.kind !== 'spread' && ofValue(part, act));
    }
    case 'operation':
      return (
        tree.operands.some((part) => ofValue(part, act)) &&
        tree.operands.every((part) => isPlain(part) || ofValue(part, act))
      );
    default:
      return false;
  }
}

function isPlain({ kind }: Tree): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'null';
}
