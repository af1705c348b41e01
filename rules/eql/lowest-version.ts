/** The lowest version that a range of package.json, or a lock file, allows; undefined where it names none or an unfinished one. */
function lowestVersion(range: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] =
    /^(?:[\^~=v]|>=)?\s*(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/.exec(range.trim()) ?? [];
  if (major === undefined) return undefined;
  const number = (part: string | undefined) => (part === undefined || /[x*]/.test(part) ? 0 : Number(part));
  return [Number(major), number(minor), number(patch)];
}

/** True when every version that the range allows is at least that one. */
export function isAtLeast(range: string, version: string): boolean {
  const [one, other] = [lowestVersion(range), lowestVersion(version)];
  if (one === undefined || other === undefined) return false;
  for (const [at, part] of one.entries()) {
    if (part !== other[at]) return part > (other[at] ?? 0);
  }
  return true;
}
