import picomatch from 'picomatch';

/** `before`: whether an earlier list met the path, which `!` can take back. */
export type PathMatch = (path: string, before?: boolean) => boolean;

/** Wildcards that one pattern may hold: each more multiplies the steps that a match can take. */
const bounds = { inOneName: 3, doubleStars: 4 } as const;

/** What is wrong with a pattern, or undefined. */
export function globProblem(pattern: string): string | undefined {
  const names = pattern.split('/');
  if (names.filter((name) => name.includes('**')).length > bounds.doubleStars) {
    return `this glob has more than ${bounds.doubleStars} double stars`;
  }
  if (names.some((name) => (name.replaceAll('**', '*').match(/\*/g) ?? []).length > bounds.inOneName)) {
    return `this glob has more than ${bounds.inOneName} stars between two slashes`;
  }
  return undefined;
}

/**
 * A list of globs as one question. A name without a slash is met at any depth, a folder means all below it, what stands
 * there word for word is met too (`app/[id]/schema.json`), and `!` takes back what an earlier glob met.
 */
export function matchGlobs(patterns: readonly string[]): PathMatch {
  const steps = patterns.map((written) => {
    const negated = written.startsWith('!');
    return { negated, matches: matchOne(negated ? written.slice(1) : written) };
  });
  return (path, before = false) =>
    steps.reduce((met, { negated, matches }) => (matches(path) ? !negated : met), before);
}

function matchOne(written: string): PathMatch {
  const anchored = written.replace(/^\.?\/+/, '');
  const pattern = anchored.replace(/\/+$/, '');
  const literal: PathMatch = (path) => path === pattern || path.startsWith(`${pattern}/`);
  if (pattern === '' || globProblem(pattern) !== undefined) return literal;
  const anywhere = anchored === written && !pattern.includes('/') ? `**/${pattern}` : pattern;
  // Groups in parentheses are folders of some frameworks, never regular expressions.
  const glob = anywhere.replace(/[()]/g, '\\$&');
  const options = { dot: true, noextglob: true, regex: false, nonegate: true } as const;
  const matches = picomatch([glob, `${glob}/**`], options);
  return (path) => literal(path) || matches(path);
}
