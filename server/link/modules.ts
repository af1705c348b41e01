const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx', '.json'];
const written: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
  '.jsx': ['.tsx', '.jsx'],
};

/** The file that a relative module name of another file means, as TypeScript and Node resolve it; undefined for packages. */
export function resolveModule(
  from: string,
  module: string,
  exists: (file: string) => boolean,
): string | undefined {
  if (!module.startsWith('./') && !module.startsWith('../') && module !== '.' && module !== '..')
    return undefined;
  const target = join(from.slice(0, Math.max(0, from.lastIndexOf('/'))), module);
  if (target === undefined) return undefined;
  return candidates(target).find((file) => exists(file));
}

function candidates(target: string): string[] {
  const found: string[] = [];
  const ending = Object.keys(written).find((one) => target.endsWith(one));
  if (ending !== undefined) {
    const stem = target.slice(0, -ending.length);
    for (const other of written[ending] ?? []) found.push(stem + other);
  }
  found.push(target);
  for (const one of endings) found.push(target + one);
  for (const one of endings) found.push(target === '' ? `index${one}` : `${target}/index${one}`);
  return found;
}

/** Joins relative `/` paths; undefined when the result leaves the root. */
function join(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      // A path named on the command line may itself start above the working directory.
      if (parts.length === 0 || parts.at(-1) === '..') parts.push('..');
      else parts.pop();
    } else parts.push(part);
  }
  return parts.join('/');
}
