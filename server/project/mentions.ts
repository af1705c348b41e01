/** Says of texts whether they hold one of some names as a word, in any case. */
export interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly in: (text: string) => boolean;
}

export function mentionsOf(names: ReadonlySet<string>): Mentions {
  const written = [...names].filter((name) => name !== '').map(escaped);
  const word =
    written.length === 0 ? undefined : new RegExp(`(?<![\\w$])(?:${written.join('|')})(?![\\w$])`, 'i');
  return { names, in: (text) => word?.test(text) ?? false };
}

export function sameNames(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
