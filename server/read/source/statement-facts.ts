import ts from 'typescript';
import type { SourceImport } from '../facts.ts';
import type { SqlText } from '../sql/statement.ts';
import type { CallTree, ObjectTree, ReferenceTarget, Span, Tree } from '../tree.ts';
import type { Act } from './code/code.ts';
import { createActMover } from './code/move-acts.ts';
import { readActs } from './code/read-acts.ts';
import { calledName, createConverter } from './convert.ts';
import { type Export, readExports } from './exports.ts';
import { readImports } from './imports.ts';
import { callNames, isCalledOfInterest, literalKeys, memberNames, memberNamesOfColumns } from './interest.ts';
import { createMover } from './moved.ts';
import { type Changes, readChanges } from './mutations.ts';
import { type Name, readScopes, type Scopes } from './scopes.ts';
import { readSecretLiterals } from './secret-literals.ts';
import { readSqlTexts } from './sql-texts.ts';
import type { Statement } from './statements.ts';

/** What a statement says whatever stands around it, and wherever it stands. */
export interface Outline {
  readonly scopes: Scopes;
  readonly changes: Changes;
  readonly secrets: ReadonlySet<ts.Node>;
}

/** What stands around a statement. */
export interface Surroundings {
  /** The number of its first declaration in the file. */
  readonly first: number;
  /** What its offsets lack to be those of the text that was given. */
  readonly shift: number;
  /** What the file binds a name to; undefined for names of the world. */
  readonly targetOf: (name: string) => ReferenceTarget | undefined;
  /** True where what the file does matters. */
  readonly acts: boolean;
}

/** What a statement says where it stands. */
export interface StatementFacts {
  readonly first: number;
  readonly shift: number;
  /** The names of the file that it speaks of, with what they were bound to. */
  readonly targets: ReadonlyMap<string, ReferenceTarget | undefined>;
  /** True when one of those is a name of its own elsewhere in it. */
  readonly ambiguous: boolean;
  /** Of its declarations, in order. */
  readonly values: readonly (Tree | undefined)[];
  readonly calls: readonly CallTree[];
  readonly literals: readonly ObjectTree[];
  readonly exports: readonly Export[];
  readonly reexports: readonly string[];
  readonly secrets: readonly Span[];
  readonly imports: readonly SourceImport[];
  readonly sqlTexts: readonly SqlText[];
  /** The names that it calls, and whether their calls are kept. */
  readonly called: ReadonlyMap<string, boolean>;
  readonly acts?: readonly Act[];
}

export function outlineOf({ node, parsed }: Statement): Outline {
  const scopes = readScopes(node, parsed.file);
  return { scopes, changes: readChanges(scopes), secrets: readSecretLiterals(scopes.nodes) };
}

/** What a statement says; as it did before, as far as what it says then still holds. */
export function readStatement(
  statement: Statement,
  outline: Outline,
  around: Surroundings,
  before: StatementFacts | undefined,
): StatementFacts {
  return (before && moveStatement(before, around)) ?? readAnew(statement, outline, around);
}

function moveStatement(before: StatementFacts, around: Surroundings): StatementFacts | undefined {
  if ((before.acts !== undefined) !== around.acts) return undefined;
  for (const [name, kept] of before.called)
    if (isKept(name, around.targetOf(name)) !== kept) return undefined;
  let same = before.first === around.first;
  for (const [name, target] of before.targets) {
    if (!same) break;
    same = isSame(target, around.targetOf(name));
  }
  if (same && before.shift === around.shift) return before;
  // A call of `require` is a reference itself.
  if (!same && (before.ambiguous || before.targets.has('require'))) return undefined;

  const targets = same
    ? before.targets
    : new Map([...before.targets.keys()].map((name) => [name, around.targetOf(name)]));
  const by = around.shift - before.shift;
  const declarations = around.first - before.first;
  const move = createMover({
    by,
    declarations,
    targetOf: (name) => (!same && targets.has(name) ? (targets.get(name) ?? { kind: 'global' }) : undefined),
  });
  return {
    ...before,
    first: around.first,
    shift: around.shift,
    targets,
    values: before.values.map((value) => value && move(value)),
    calls: before.calls.map(move),
    literals: before.literals.map(move),
    exports: before.exports.map(({ name, value }) => ({ name, value: move(value) })),
    ...(before.acts === undefined
      ? {}
      : { acts: createActMover({ by, declarations, tree: move })(before.acts) }),
    secrets: before.secrets.map((span) => moved(span, by)),
    imports: before.imports.map((one) => ({
      ...one,
      moduleSpan: moved(one.moduleSpan, by),
      names: one.names.map((name) => ({ ...name, span: moved(name.span, by) })),
    })),
    sqlTexts: before.sqlTexts.map((one) => ({
      ...one,
      ...moved(one, by),
      map: one.map.map(({ at, start }) => ({ at, start: start + by })),
      holes: one.holes.map((hole) => ({ ...hole, span: moved(hole.span, by) })),
    })),
  };
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** True where the calls of a name that the statement does not bind itself are kept. */
function isKept(name: string, target: ReferenceTarget | undefined): boolean {
  return target?.kind === 'import'
    ? isCalledOfInterest(name, target.module, target.name)
    : isCalledOfInterest(name);
}

function isSame(one: ReferenceTarget | undefined, other: ReferenceTarget | undefined): boolean {
  if (one === other) return true;
  if (one?.kind === 'declaration' && other?.kind === 'declaration') return one.index === other.index;
  if (one?.kind !== 'import' || other?.kind !== 'import') return false;
  return (
    one.module === other.module &&
    one.name === other.name &&
    one.mutated?.join('\n') === other.mutated?.join('\n')
  );
}

function readAnew(
  { node: statement, parsed }: Statement,
  { scopes, secrets }: Outline,
  { first, shift, targetOf, acts }: Surroundings,
): StatementFacts {
  const span = (node: ts.Node): Span => ({
    start: node.getStart(parsed.file) + shift,
    end: node.end + shift,
  });
  const targets = new Map<string, ReferenceTarget | undefined>();
  const own = new Set<string>();
  const converter = createConverter({
    resolve: scopes.resolve,
    targetOf(name: Name) {
      if (typeof name !== 'string') {
        own.add(name.name);
        return typeof name.from === 'number'
          ? { kind: 'declaration', index: first + name.from }
          : { kind: 'import', ...name.from };
      }
      if (!targets.has(name)) targets.set(name, targetOf(name));
      return targets.get(name);
    },
    span,
    brokenIn: parsed.brokenIn,
    secrets,
  });

  const called = new Map<string, boolean>();
  const isCallOfInterest = (node: ts.CallExpression | ts.NewExpression): boolean => {
    const { expression: callee } = node;
    const name = calledName(node);
    if (callNames.has(name)) return true;
    if (ts.isPropertyAccessExpression(callee)) {
      const [argument] = node.arguments ?? [];
      if (memberNames.has(name)) return true;
      return memberNamesOfColumns.has(name) && argument !== undefined && ts.isStringLiteralLike(argument);
    }
    if (!ts.isIdentifier(callee)) return false;
    const resolved = scopes.resolve(name, callee);
    if (typeof resolved !== 'string') return isCalledOfInterest(name);
    const kept = called.get(name) ?? isKept(name, targetOf(name));
    called.set(name, kept);
    return kept;
  };

  const values = scopes.bindings.map(({ initializer, path }) =>
    initializer === undefined ? undefined : converter.along(converter.convert(initializer), path),
  );
  const calls: CallTree[] = [];
  const literals: ObjectTree[] = [];
  const kept = new Set<ts.Node>();
  for (const node of scopes.nodes) {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const tree = isCallOfInterest(node) ? converter.convert(node) : undefined;
      if (tree?.kind === 'call') calls.push(tree);
    } else if (ts.isObjectLiteralExpression(node) && node.properties.some(hasKeyOfInterest)) {
      if (standsInOneOf(kept, node)) continue;
      const tree = converter.convert(node);
      if (tree.kind === 'object') {
        literals.push(tree);
        kept.add(node);
      }
    }
  }
  const { named, passedOn } = readExports(statement, span, converter);
  const done = acts ? readActs(statement, { scopes, converter, span, first }) : undefined;
  return {
    first,
    shift,
    targets,
    ambiguous: [...own].some((name) => targets.has(name)),
    values,
    calls,
    literals,
    exports: named,
    reexports: passedOn,
    secrets: [...secrets].map(span),
    imports: readImports(statement, scopes.nodes, span),
    sqlTexts: readSqlTexts({ scopes, text: parsed.file.text, span, secrets }),
    called,
    ...(done === undefined ? {} : { acts: done }),
  };
}

/** A function inside a literal starts anew: what it returns is no part of the literal. */
function standsInOneOf(literals: ReadonlySet<ts.Node>, node: ts.Node): boolean {
  for (let { parent } = node; parent !== undefined && !ts.isFunctionLike(parent); { parent } = parent) {
    if (literals.has(parent)) return true;
  }
  return false;
}

function hasKeyOfInterest(property: ts.ObjectLiteralElementLike): boolean {
  const name = property.name;
  return (
    name !== undefined &&
    (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) &&
    (literalKeys.has(name.text) || isNamespace(name.text, property))
  );
}

/** `{ 'db.collection': { … } }`: a map that names what its lists are for. */
function isNamespace(name: string, property: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(property) &&
    ts.isObjectLiteralExpression(property.initializer) &&
    /^[\w-]+\.[\w$-][\w.$-]*$/.test(name)
  );
}
