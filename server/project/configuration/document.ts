import type { Finding } from '../../../rules/model/finding.ts';
import type { Place } from '../../../rules/model/place.ts';
import type { FileFacts } from '../../read/facts.ts';
import { loadReader } from '../../read/read.ts';
import type { Span, Tree } from '../../read/tree.ts';
import { nameOf } from '../folders.ts';
import { globProblem } from '../globs.ts';
import { follow, plainValue } from '../pointer.ts';
import type { Configuration } from './configuration.ts';
import { explain } from './messages.ts';
import { manifestKey, problem } from './problem.ts';
import type { JsonSchema } from './schema.ts';
import { type Violation, validate, valueAt } from './validate.ts';

/** One configuration file: what it says, and everything that is wrong with it. */
export interface ConfigurationDocument {
  readonly file: string;
  readonly text: string;
  readonly facts: FileFacts;
  /** The configuration in the file: all of it, or the key of package.json. */
  readonly root?: Tree;
  readonly value: Configuration;
  readonly problems: readonly Finding[];
  /** The literal that an object of `value` was made of. */
  readonly literalOf: (value: object) => Tree | undefined;
}

/** Reads a configuration file. What is wrong in it is a finding and has no effect; the rest is used. */
export async function readDocument(
  file: string,
  text: string,
  schema: JsonSchema,
): Promise<ConfigurationDocument> {
  const read = await loadReader(/\.ya?ml$/i.test(file) ? 'yaml' : 'json');
  const facts = read(file, text);
  const problems: Finding[] = facts.problems.map(({ kind, message, start, end }) =>
    problem(
      kind === 'syntax' ? `${message}; what could be read of it is used` : `${message}; it is not used`,
      { file, start, end },
    ),
  );
  const [document, second] = facts.documents;
  if (second !== undefined)
    problems.push(problem('a configuration is one document; only the first is used', at(file, second)));
  const root = nameOf(file) === 'package.json' ? document && follow(document, [manifestKey])?.tree : document;
  const literals = new Map<object, Tree>();
  const value = root === undefined ? {} : plainValue(root, literals);
  const holder = { value };
  if (root !== undefined && !(root.kind === 'null' && nameOf(file) !== 'package.json')) {
    problems.push(...prune(holder, schema, file, root));
    if (isObject(holder.value))
      problems.push(...checkMeaning(holder.value as Configuration, file, root, literals));
  }
  return {
    file,
    text,
    facts,
    ...(root === undefined ? {} : { root }),
    value: isObject(holder.value) ? (holder.value as Configuration) : {},
    problems,
    literalOf: (one) => literals.get(one),
  };
}

/** Taking out one wrong value can leave another that has no effect without it. */
const rounds = 6;

/** Takes everything out of the value that its schema does not allow, and says what it was. */
function prune(holder: { value: unknown }, schema: JsonSchema, file: string, root: Tree): Finding[] {
  const first = validate(holder.value, schema);
  let violations = first;
  for (let round = 0; round < rounds && violations.length > 0; round += 1) {
    remove(holder, violations);
    violations = validate(holder.value, schema);
  }
  if (violations.length > 0) holder.value = {};
  return first.map((violation) => {
    const { message, place, fixes } = explain(violation, file, root);
    return problem(message, place, fixes);
  });
}

const removed = Symbol('removed');

function remove(holder: { value: unknown }, violations: readonly Violation[]): void {
  const lists = new Set<unknown[]>();
  for (const { at: names } of violations) {
    const name = names.at(-1);
    if (name === undefined) {
      holder.value = {};
      return;
    }
    const parent = valueAt(holder.value, names.slice(0, -1));
    if (Array.isArray(parent)) {
      parent[Number(name)] = removed;
      lists.add(parent);
    } else if (isObject(parent)) {
      Reflect.deleteProperty(parent, name);
    }
  }
  for (const list of lists) list.splice(0, list.length, ...list.filter((item) => item !== removed));
}

/** What no schema can say. */
function checkMeaning(
  value: Configuration,
  file: string,
  root: Tree,
  literals: ReadonlyMap<object, Tree>,
): Finding[] {
  const found: Finding[] = [];
  const checkGlobs = (globs: string | readonly string[], holder: Tree, key: string) => {
    const written = follow(holder, [key])?.tree ?? holder;
    for (const glob of typeof globs === 'string' ? [globs] : globs) {
      const wrong = globProblem(glob);
      const item = written.kind === 'array' ? written.items.find((one) => isText(one, glob)) : written;
      if (wrong !== undefined) {
        found.push(problem(`${wrong}: it is only compared word for word`, at(file, item ?? written)));
      }
    }
  };
  checkGlobs(value.ignore ?? [], root, 'ignore');
  for (const entry of [...(value.overrides ?? []), ...(value.entryPoints ?? [])]) {
    checkGlobs(entry.files, literals.get(entry) ?? root, 'files');
  }
  const suppress = (value.suppress ?? []).filter((entry) => {
    const literal = literals.get(entry) ?? root;
    checkGlobs(entry.file, literal, 'file');
    if (entry.until === undefined || isDay(entry.until)) return true;
    const until = follow(literal, ['until'])?.tree ?? literal;
    found.push(problem(`there is no day ${entry.until}, so the entry has no effect`, at(file, until)));
    return false;
  });
  if (value.suppress !== undefined) Object.assign(value, { suppress });
  return found;
}

function isText(tree: { readonly kind: string }, text: string): boolean {
  return tree.kind === 'string' && 'value' in tree && tree.value === text;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function at(file: string, { start, end }: Span): Place {
  return { file, start, end };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
