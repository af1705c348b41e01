import { nameOf } from '../folders.ts';
import { isDockerfile } from '../readable.ts';

/** Files that may say which version of an engine the project runs. Their text decides. */
export function mayNameTarget(file: string): boolean {
  const name = nameOf(file);
  return /\.ya?ml$/i.test(name) || name === 'package.json' || isDockerfile(name);
}
