/** The numbers of the lowest version that a range allows: `^3.0.2` is 3.0.2. Undefined for tags, paths and addresses. */
export function lowerBound(range: string): number[] | undefined {
  const bounds = range
    .replace(/^(?:npm:.*@|workspace:)/, '')
    .split('||')
    .map((part) =>
      /^\s*(?:[~^=v]|>=)*\s*v?(\d+(?:\.\d+){0,2})(?=[\s.x*+-]|$)/.exec(part)?.[1]?.split('.').map(Number),
    );
  return bounds.reduce<number[] | undefined>(
    (lowest, one) => (one === undefined || (lowest !== undefined && isLower(lowest, one)) ? lowest : one),
    undefined,
  );
}

function isLower(one: readonly number[], other: readonly number[]): boolean {
  for (let index = 0; index < 3; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

export const lockFileNames = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'] as const;

/** Every version of a package that a lock file pins, whichever tool wrote it. */
export function lockedVersions(text: string, name: string): string[] {
  const quoted = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const version = '(\\d+\\.\\d+\\.\\d+)';
  const forms = [
    // package-lock.json
    new RegExp(`"(?:[^"\\n]*/)?node_modules/${quoted}":\\s*\\{\\s*"version":\\s*"${version}`, 'g'),
    // pnpm-lock.yaml and bun.lock
    new RegExp(`["'/ ]${quoted}[@/]${version}`, 'g'),
    // yarn.lock, both generations
    new RegExp(`^"?${quoted}@[^\\n]*:\\r?\\n +version:? "?${version}`, 'gm'),
  ];
  return [...new Set(forms.flatMap((form) => [...text.matchAll(form)].map(([, found]) => found ?? '')))];
}
