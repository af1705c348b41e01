import type { KeyOrigin } from '../../../../rules/model/field-keys.ts';
import type { Tree } from '../../../read/tree.ts';
import { argumentOf, type LocatedCall, placeOfTree, textOf } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, placeOf } from '../../evaluate.ts';

type Variable = KeyOrigin & { readonly kind: 'variable' };

/** A name that only variables of the environment have. */
const variableName = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Functions that read a variable by its name: `configService.get('KEY')`, `requireEnv('KEY')`. */
const readers =
  /^(?:get|getOrThrow|getEnv|requireEnv|env|getEnvVar|getRequiredEnv|required|requireEnvVar|mustGetEnv|getSecret|readEnv)$/i;

/** The variable of the environment that an expression reads. */
export function variableOf(located: Located, evaluator: Evaluator): Variable | undefined {
  const { tree, file } = located;
  const place = placeOfTree(located);
  if (tree.kind === 'reference' && tree.to.kind === 'import' && isOfSvelteKit(tree.to.module, tree.to.name)) {
    return { kind: 'variable', variable: tree.to.name, place };
  }
  if (tree.kind !== 'member') return undefined;
  if (!isEnvironment(evaluator.follow({ ...located, tree: tree.object }).tree)) return undefined;
  const { end } = tree;
  // With brackets and quotes the name stands elsewhere.
  const dotted = end - tree.object.end === tree.name.length + 1;
  const namePlace = placeOf(file, { start: end - tree.name.length, end });
  return { kind: 'variable', variable: tree.name, place, ...(dotted ? { namePlace } : {}) };
}

/** The name of the variable that a call reads. */
export function readVariable(call: LocatedCall, evaluator: Evaluator): string | undefined {
  if (call.tree.construct || !readers.test(call.tree.name)) return undefined;
  const name = textOf(argumentOf(call, 0), evaluator)?.value;
  return name !== undefined && variableName.test(name) ? name : undefined;
}

/** `process.env`, `Bun.env`, `env` of `node:process`, `env` of SvelteKit. */
function isEnvironment(tree: Tree): boolean {
  if (tree.kind === 'reference') {
    if (tree.to.kind !== 'import' || tree.to.name !== 'env') return false;
    const { module } = tree.to;
    return module === 'process' || module === 'node:process' || /^\$env\/dynamic\//.test(module);
  }
  if (tree.kind !== 'member' || tree.name !== 'env' || tree.object.kind !== 'reference') return false;
  const { name, to } = tree.object;
  if (to.kind === 'import') return to.module === 'process' || to.module === 'node:process';
  return to.kind === 'global' && (name === 'process' || name === 'Bun');
}

function isOfSvelteKit(module: string, name: string): boolean {
  return /^\$env\/static\//.test(module) && name !== '*';
}
