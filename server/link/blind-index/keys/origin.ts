import type { KeyOrigin } from '../../../../rules/model/field-keys.ts';
import type { Place } from '../../../../rules/model/place.ts';
import { isPlaceholder, publishedKeys } from '../../../read/secrets.ts';
import type { ChoiceTree, Tree } from '../../../read/tree.ts';
import type { Frame } from '../../code/walk-acts.ts';
import { argumentOf, type LocatedCall, placeOfTree } from '../../eql/declared/trees.ts';
import type { Evaluator, Located } from '../../evaluate.ts';
import { isForDevelopment, mentions } from './conditions.ts';
import type { GuardedName, IsGuarded } from './guards.ts';
import { operationOf } from './operation.ts';
import { passedOn } from './passed-on.ts';
import { settingOf } from './settings-objects.ts';
import type { Trace, Way } from './trace.ts';
import { readVariable, variableOf } from './variables.ts';

/** Where a key comes from; undefined where that is unknown, or where nothing of it is written down. */
export type Origins = (located: Located) => KeyOrigin | undefined;

interface Asked {
  readonly evaluator: Evaluator;
  readonly trace: Trace;
  readonly isGuarded: IsGuarded;
}

/** A key on its way: the origin, and the names that it went through. */
interface Found {
  readonly origin: KeyOrigin;
  readonly names: readonly GuardedName[];
  /** A literal that says that a key belongs there: no key. */
  readonly placeholder?: true;
}

/** How far a key is followed. */
const deepest = 40;

/** How many steps one key is followed: a function may call itself, and a name may stand for itself. */
const mostSteps = 500;

export function createOrigins({ evaluator, trace, isGuarded }: Asked): Origins {
  let steps = 0;

  const find = (located: Located, depth: number): Found | undefined => {
    steps += 1;
    if (depth > deepest || steps > mostSteps) return undefined;
    const { tree } = located;
    const at = (other: Tree): Located => ({ ...located, tree: other });
    const variable = variableOf(located, evaluator);
    if (variable !== undefined) return { origin: variable, names: [] };
    const written = literalOf(located);
    if (written !== undefined) return written;
    switch (tree.kind) {
      case 'template':
        return ofTemplate(located, tree.parts, depth);
      case 'call': {
        const call: LocatedCall = { ...located, tree };
        return withDefault(call, depth) ?? ofWays(located, depth) ?? ofPassed(call, depth);
      }
      case 'choice':
        return ofChoice(located, tree, depth);
      case 'reference':
      case 'member':
        return ofSetting(located, depth) ?? ofWays(located, depth);
      default: {
        const operation = operationOf(tree);
        if (operation === undefined) return undefined;
        if (operation.operator !== '||' && operation.operator !== '??') return undefined;
        return standIn(find(at(operation.left), depth + 1), find(at(operation.right), depth + 1));
      }
    }
  };

  const ofPassed = (call: LocatedCall, depth: number): Found | undefined => {
    const passed = passedOn(call);
    return passed === undefined ? undefined : find(passed, depth + 1);
  };

  /** `process.env.KEY ? process.env.KEY : 'literal'`: where the condition asks for what is missing. */
  const ofChoice = (
    located: Located,
    { condition, options }: ChoiceTree,
    depth: number,
  ): Found | undefined => {
    const [one, other] = options.map((tree) => find({ ...located, tree }, depth + 1));
    const [first, instead] = one?.origin.kind === 'literal' ? [other, one] : [one, other];
    if (first?.origin.kind !== 'variable' || instead?.origin.kind !== 'literal') return undefined;
    const asked = new Set([first.origin.variable, ...first.names.map(({ name }) => name)]);
    return isForDevelopment(condition) || !mentions(condition, (name) => asked.has(name))
      ? undefined
      : standIn(first, instead);
  };

  /** What stands in where the first is missing. */
  const standIn = (first: Found | undefined, other: Found | undefined): Found | undefined => {
    if (first === undefined) return undefined;
    if (first.origin.kind !== 'variable' || other === undefined) return first;
    const { place } = first.origin;
    const variable = first.origin.instead ?? first.origin.variable;
    switch (other.origin.kind) {
      case 'literal':
        return { origin: fallback(other.origin.place, variable, first.origin, true), names: first.names };
      case 'fallback':
        return {
          origin: {
            ...other.origin,
            variable,
            related: [{ message: `where ${variable} is not set`, place }, ...other.origin.related],
          },
          names: first.names,
        };
      case 'variable':
        return { origin: { ...other.origin, instead: variable }, names: first.names };
    }
  };

  /** `configService.get('KEY', 'literal')`. */
  const withDefault = (call: LocatedCall, depth: number): Found | undefined => {
    const variable = readVariable(call, evaluator);
    if (variable === undefined) return undefined;
    const place = placeOfTree(call);
    const given = argumentOf(call, 1);
    const other = given && find(given, depth + 1);
    return other?.origin.kind === 'literal'
      ? { origin: fallback(other.origin.place, variable, { variable, place }, false), names: [] }
      : { origin: { kind: 'variable', variable, place }, names: [] };
  };

  const ofTemplate = (located: Located, parts: readonly Tree[], depth: number): Found | undefined => {
    const written = parts.filter((part) => part.kind !== 'string' || part.value !== '');
    const found = written.map((part) => find({ ...located, tree: part }, depth + 1));
    // A part that is not known may be what makes it a secret.
    if (found.some((one) => one === undefined)) return undefined;
    const known = found.flatMap((one) => one ?? []);
    const other = known.find(({ origin }) => origin.kind !== 'literal');
    if (other !== undefined)
      return known.filter((one) => one.origin.kind !== 'literal').length === 1 ? other : undefined;
    return { origin: literal(placeOfTree(located), false), names: [] };
  };

  const ofWays = (located: Located, depth: number): Found | undefined => {
    const ways = trace.back(located);
    if (ways === undefined) return undefined;
    const counting = ways.filter(
      (way) => !way.around.some(isOfDevelopment) && !isBehindGuard(way.located, located),
    );
    const found = counting.flatMap((way) => find(way.located, depth + 1) ?? []);
    const { tree, file } = located;
    const name = tree.kind === 'reference' ? [{ file, name: tree.name }] : [];
    const [first, ...others] = found;
    if (first === undefined || found.length !== counting.length) return undefined;
    const whole = others.reduce<Found | undefined>(
      (before, one) => (before?.origin.kind === 'literal' ? standIn(one, before) : standIn(before, one)),
      first,
    );
    if (whole === undefined) return undefined;
    const names = [...name, ...found.flatMap((one) => one.names)];
    const isOther = others.length > 0 && whole.origin.kind !== 'literal';
    return isOther && !asksFor(whole.origin, names, counting) ? undefined : { ...whole, names };
  };

  /** True for what a function returns only where it has not thrown for production: `if (isProduction) throw …`. */
  const isBehindGuard = ({ file, tree }: Located, from: Located): boolean => {
    const made = from.tree.kind === 'call' ? trace.called({ ...from, tree: from.tree }) : undefined;
    if (made === undefined || made.file !== file) return false;
    const guards = trace.codeOf(file)?.guards ?? [];
    return guards.some(
      ({ condition }) =>
        condition.start >= made.act.start && condition.end <= tree.start && isForDevelopment(condition),
    );
  };

  /** `env.KEY` of a settings schema: `z.object({ KEY: z.string().default('…') }).parse(process.env)`. */
  const ofSetting = (located: Located, depth: number): Found | undefined => {
    const { tree } = evaluator.follow(located);
    if (tree.kind !== 'member') return undefined;
    const followed = evaluator.follow(located);
    const setting = settingOf({ ...followed, tree: tree.object }, tree.name, evaluator);
    if (setting === undefined || depth > deepest) return undefined;
    const variable = tree.name;
    const missing: Found = {
      origin: { kind: 'variable', variable, place: placeOfTree(located) },
      names: [],
    };
    const other = setting.fallback && find(setting.fallback, depth + 1);
    if (other?.origin.kind !== 'literal') return missing;
    const { removable } = setting;
    const origin = fallback(other.origin.place, variable, undefined, false);
    return { origin: removable === undefined ? origin : { ...origin, removable }, names: [] };
  };

  return (located) => {
    steps = 0;
    const found = find(located, 0);
    if (found === undefined) return undefined;
    const { origin, names, placeholder } = found;
    if (placeholder === true) return undefined;
    if (origin.kind !== 'fallback' || !isGuarded(origin.variable, names)) return origin;
    return undefined;
  };
}

/** True where one of several ways is taken for what the variable is: else both may be right, each for something else. */
function asksFor(origin: KeyOrigin, names: readonly GuardedName[], ways: readonly Way[]): boolean {
  const asked = new Set(names.map(({ name }) => name));
  if (origin.kind !== 'literal' && origin.variable !== undefined) asked.add(origin.variable);
  if (origin.kind === 'variable' && origin.instead !== undefined) asked.add(origin.instead);
  return ways.some(({ around }) =>
    around.some(
      (frame) => frame.kind === 'branch' && mentions(frame.act.condition, (name) => asked.has(name)),
    ),
  );
}

function isOfDevelopment(frame: Frame): boolean {
  return frame.kind === 'branch' && isForDevelopment(frame.act.condition);
}

/** `lazy`: what stands in is worked out only where the variable is missing. */
function fallback(
  place: Place,
  variable: string,
  missing: { readonly variable: string; readonly place: Place } | undefined,
  lazy: boolean,
): KeyOrigin & { readonly kind: 'fallback' } {
  const related =
    missing === undefined ? [] : [{ message: `where ${missing.variable} is not set`, place: missing.place }];
  return { kind: 'fallback', place, variable, lazy, related };
}

function literalOf(located: Located): Found | undefined {
  const { tree } = located;
  const place = placeOfTree(located);
  if (tree.kind === 'unknown' && tree.secret !== undefined) {
    return { origin: literal(place, tree.secret === 'published'), names: [] };
  }
  if (tree.kind !== 'string' || tree.value === '') return undefined;
  const found: Found = { origin: literal(place, publishedKeys.has(tree.value)), names: [] };
  return isPlaceholder(tree.value) ? { ...found, placeholder: true } : found;
}

function literal(place: Place, published: boolean): KeyOrigin & { readonly kind: 'literal' } {
  return { kind: 'literal', place, published };
}
