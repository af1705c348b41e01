/**
 * The folders of packages from the nearest to a package on: itself, then those that share the deepest folder above.
 * Packages that are equally near stand together.
 */
export function nearestPackages(home: string, packages: readonly string[]): readonly (readonly string[])[] {
  const byDistance = new Map<number, string[]>();
  for (const folder of packages) {
    const distance = distanceUp(home, folder);
    byDistance.set(distance, [...(byDistance.get(distance) ?? []), folder]);
  }
  return [...byDistance].sort(([one], [other]) => one - other).map(([, folders]) => folders);
}

/** How many folders one must go up from `home` to reach one that holds `folder`; -1 for itself. */
function distanceUp(home: string, folder: string): number {
  if (home === folder) return -1;
  const own = home === '' ? [] : home.split('/');
  const other = folder === '' ? [] : folder.split('/');
  let shared = 0;
  while (shared < own.length && own[shared] === other[shared]) shared += 1;
  return own.length - shared;
}
