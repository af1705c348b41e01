import type { EqlAnyUse, EqlCallUse, EqlInUse, EqlOperand, EqlOperatorUse, EqlUse } from '../model/eql.ts';
import { type Place, samePlace } from '../model/place.ts';
import type { EqlTargetOf } from '../model/rule.ts';
import { type EqlDomain, jsonEntryDomain } from './domains.ts';
import { isPlaintext, itemTypeOf, operandTypeOf } from './operand-type-of.ts';
import {
  functionOperators,
  isJsonOperator,
  isPattern,
  type OperandType,
  type Verdict,
  verdictOf,
  verdictOfArray,
  verdictOfFunction,
  verdictOfList,
} from './verdict.ts';

/** The rules that share the comparisons: each fault is one rule's. */
export type FaultRule =
  | 'operand-type'
  | 'operator'
  | 'plaintext-operand'
  | 'like'
  | 'in-list'
  | 'untyped-json-operand';

/** A comparison that PostgreSQL does not answer as it reads. */
export interface Fault {
  readonly rule: FaultRule;
  readonly use: EqlUse & (EqlOperatorUse | EqlCallUse | EqlInUse | EqlAnyUse);
  readonly domain: EqlDomain;
  /** The domain of what stands beside the operator: that of the column, or `eql_v3_json_entry` behind `->`. */
  readonly subject: string;
  /** As PostgreSQL names it; of a function the one that it calls. */
  readonly operator: string;
  readonly operand: EqlOperand;
  readonly type: OperandType;
  readonly verdict: Verdict;
}

/** All faults of a project's comparisons that a rule speaks of. */
export function* faultsOf(rule: FaultRule, uses: readonly EqlUse[], eql: EqlTargetOf): Generator<Fault> {
  for (const fault of allFaults(uses)) {
    if (fault.rule !== rule) continue;
    if (isOfLaterRelease(fault) && eql(fault.use.place.file, 'v3').version === '3.0.0') continue;
    yield fault;
  }
}

/** Six rules ask for the faults of the same uses. */
const known = new WeakMap<readonly EqlUse[], readonly Fault[]>();

function allFaults(uses: readonly EqlUse[]): readonly Fault[] {
  const before = known.get(uses);
  if (before !== undefined) return before;
  const judged = uses.filter(({ column }) => column.generation === 'v3' && !column.proxy);
  const steps = stepsIn(judged);
  const faults = judged.flatMap((use) => faultOf(use, steps) ?? []);
  known.set(uses, faults);
  return faults;
}

/** The operators that stand on a column itself, by the place of its reference. */
type Steps = ReadonlyMap<string, readonly (EqlUse & EqlOperatorUse)[]>;

function stepsIn(uses: readonly EqlUse[]): Steps {
  const steps = new Map<string, (EqlUse & EqlOperatorUse)[]>();
  for (const use of uses) {
    if (use.kind !== 'operator' || use.through.length > 0) continue;
    const key = keyOf(use.columnPlace);
    steps.set(key, [...(steps.get(key) ?? []), use]);
  }
  return steps;
}

function keyOf({ file, start, end }: Place): string {
  return `${file} ${start} ${end}`;
}

/** In 3.0.0 `eql_v3_json` was the searchable one, and text was matched with `@>`. */
function isOfLaterRelease({ domain, operator, rule }: Fault): boolean {
  if (rule !== 'operator' && rule !== 'operand-type') return false;
  return domain.name === 'eql_v3_json' || (domain.scalar === 'text' && ['@>', '<@'].includes(operator));
}

/** What is wrong with one comparison, and whose it is; undefined where it is right or not known. */
function faultOf(use: EqlUse, steps: Steps): Fault | undefined {
  const { domain } = use.column;
  if (domain === undefined) return undefined;
  switch (use.kind) {
    case 'operator':
      return faultOfOperator({ ...use, operator: plainOperator(use.operator) }, domain, steps);
    case 'call':
      return faultOfCall(use, domain);
    case 'in':
      return faultOfList(use, domain);
    case 'any':
      return faultOfArray(use, domain);
    default:
      return undefined;
  }
}

/** IS DISTINCT FROM takes the operator of equality. */
function plainOperator(operator: string): string {
  const word = operator.toLowerCase();
  if (word === 'is distinct from') return '<>';
  return word === 'is not distinct from' ? '=' : word === '!=' ? '<>' : word;
}

function faultOfOperator(use: EqlUse & EqlOperatorUse, domain: EqlDomain, steps: Steps): Fault | undefined {
  const { operator, operand, side, through } = use;
  const subject = subjectOf(use, domain, steps);
  if (subject === undefined) return undefined;
  const type = operandTypeOf(operand);
  const at = { use, domain, subject, operator, operand };
  if (isPattern(operator)) {
    const verdict: Verdict = subject === 'text' ? envelope : { kind: 'raises', code: '42883' };
    return { ...at, rule: 'like', type: type ?? { kind: 'parameter' }, verdict };
  }
  if (type === undefined) return undefined;
  // The text of a part of a document is that of its payload.
  if (subject === 'text') {
    return isPlaintext(type) ? { ...at, rule: 'plaintext-operand', type, verdict: envelope } : undefined;
  }
  const verdict = verdictOf(subject, operator, type, side);
  if (isPlaintextPath(use, domain, verdict)) {
    return { ...at, rule: 'untyped-json-operand', type, verdict: { kind: 'silent', what: 'reads' } };
  }
  if (verdict === undefined || verdict.kind === 'right') return undefined;
  // Of two columns side by side the left one is told.
  if (operand.kind === 'column' && side === 'right') return undefined;
  // A step within a part of a document has no operator of EQL, and may be meant.
  if (through.length > 0 && isJsonOperator(operator)) return undefined;
  const rule = ruleOf(domain, operator, operand, type, verdict, through.length > 0);
  return rule && { ...at, rule, type, verdict };
}

const envelope: Verdict = { kind: 'silent', what: 'compares' };

const noSteps: Steps = new Map();

/** What stands beside the operator; `text` for the text of a payload; undefined where another finding speaks of it already. */
function subjectOf(
  { through, columnPlace, place }: EqlUse & EqlOperatorUse,
  domain: EqlDomain,
  steps: Steps,
): string | undefined {
  const [step, ...further] = through;
  if (step === undefined) return domain.name;
  if (further.length > 0 || domain.scalar !== 'json' || domain.capability !== 'search') return undefined;
  const before = steps.get(keyOf(columnPlace))?.find((use) => !samePlace(use.place, place));
  if (before === undefined || operandTypeOf(before.operand) === undefined) return undefined;
  if (faultOf(before, noSteps) !== undefined) return undefined;
  if (step === '->') return jsonEntryDomain;
  return step === '->>' ? 'text' : undefined;
}

/** The letters of a selector, which is what a path is hashed to. */
const selectorLength = 32;

/** `doc -> 'email'::text`: EQL looks for a selector, and no path in plain words is one. */
function isPlaintextPath(
  { operator, operand, through }: EqlOperatorUse,
  domain: EqlDomain,
  verdict: Verdict | undefined,
): boolean {
  if (domain.scalar !== 'json' || through.length > 0 || verdict?.kind !== 'right') return false;
  if (operator !== '->' && operator !== '->>') return false;
  return (
    operand.kind === 'cast' && operand.inner.kind === 'string' && operand.inner.length !== selectorLength
  );
}

function ruleOf(
  domain: EqlDomain,
  operator: string,
  operand: EqlOperand,
  type: OperandType,
  verdict: Verdict,
  ofPart = false,
): FaultRule | undefined {
  if (isJsonOperator(operator)) {
    const searchable = domain.scalar === 'json' && domain.capability === 'search';
    if (searchable && verdict.kind === 'silent') return 'untyped-json-operand';
    // Whoever names a key of the payload reads the payload on purpose.
    return !searchable && readsPayload(operand) ? undefined : 'operator';
  }
  if (operator === '||') return undefined;
  if (isPlaintext(type))
    return type.kind === 'sql' && type.type === 'jsonpath' ? 'operator' : 'plaintext-operand';
  if (type.kind === 'sql' && type.type === 'json') return 'operand-type';
  const own = type.kind === 'query' && type.type === domain.queryType;
  const other = type.kind === 'query' || (type.kind === 'stored' && type.domain !== domain.name);
  const has = ofPart ? partOperators.includes(operator) : domain.operators.includes(operator);
  return other && !own && has ? 'operand-type' : 'operator';
}

/** What a part of a document answers. */
const partOperators = ['<', '<=', '>', '>='];

function readsPayload(operand: EqlOperand): boolean {
  const inner = operand.kind === 'cast' ? operand.inner : operand;
  return inner.kind !== 'string' || inner.payloadKey === true;
}

function faultOfCall(use: EqlUse & EqlCallUse, domain: EqlDomain): Fault | undefined {
  if (use.schema !== 'eql_v3' || use.arguments.length !== 2) return undefined;
  const operator = Object.hasOwn(functionOperators, use.name) ? functionOperators[use.name] : undefined;
  const operand = use.arguments[1 - use.argument];
  const type = operand && operandTypeOf(operand);
  if (operator === undefined || operand === undefined || type === undefined) return undefined;
  if (operand.kind === 'column' && use.argument === 1) return undefined;
  const verdict = verdictOfFunction(domain.name, use.name, type);
  if (verdict === undefined || verdict.kind === 'right') return undefined;
  const at = { use, domain, subject: domain.name, operator, operand, type, verdict };
  if (isPlaintext(type)) return { ...at, rule: 'plaintext-operand' };
  return { ...at, rule: domain.operators.includes(operator) ? 'operand-type' : 'operator' };
}

function faultOfList(use: EqlUse & EqlInUse, domain: EqlDomain): Fault | undefined {
  const operator = use.negated ? '<>' : '=';
  const types = use.items.map(operandTypeOf);
  const known = types.flatMap((type) => type ?? []);
  const at = { use, domain, subject: domain.name, operator } as const;
  const plain = types.findIndex((type) => type !== undefined && isPlaintext(type));
  const [worst, of] = [use.items[plain], types[plain]];
  if (worst !== undefined && of !== undefined) {
    const verdict = verdictOfList(domain.name, operator, [of, of]);
    return verdict && { ...at, rule: 'plaintext-operand', operand: worst, type: of, verdict };
  }
  const [operand] = use.items;
  const [type] = known;
  // One operand that is not known may be anything.
  if (operand === undefined || type === undefined || known.length < use.items.length) return undefined;
  // Columns stay out of the array that PostgreSQL makes of a list.
  if (use.items.length > 1 && use.items.some(({ kind }) => kind === 'column')) return undefined;
  const verdict = verdictOfList(domain.name, operator, known);
  if (verdict === undefined || verdict.kind === 'right') return undefined;
  if (use.items.length === 1) {
    const rule = ruleOf(domain, operator, operand, type, verdict);
    return rule && { ...at, rule, operand, type, verdict };
  }
  if (!domain.operators.includes(operator)) return { ...at, rule: 'operator', operand, type, verdict };
  // No index serves inequality, in whatever form.
  if (use.negated && verdict.kind === 'scan') return undefined;
  return { ...at, rule: 'in-list', operand, type, verdict };
}

function faultOfArray(use: EqlUse & EqlAnyUse, domain: EqlDomain): Fault | undefined {
  const { operator, operand } = use;
  const type = itemTypeOf(operand);
  const verdict = type && verdictOfArray(domain.name, operator, type);
  if (type === undefined || verdict === undefined || verdict.kind === 'right') return undefined;
  const at = { use, domain, subject: domain.name, operator, operand, type, verdict };
  if (isPattern(operator)) return { ...at, rule: 'like' };
  if (verdict.kind !== 'scan') {
    const rule = ruleOf(domain, operator, operand, type, verdict);
    return rule && { ...at, rule };
  }
  return operator === '=' && use.quantifier === 'any' ? { ...at, rule: 'in-list' } : undefined;
}
