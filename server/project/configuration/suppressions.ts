import { looksLikeGlob, type Whereabouts } from '../folders.ts';
import { matchGlobs, type PathMatch } from '../globs.ts';
import { follow } from '../pointer.ts';
import type { Chain, Layer } from './extend.ts';
import type { ConfiguredSuppression } from './settings.ts';

/** The entries of `suppress` in every configuration of the run, each once, for the files that it counts for. */
export function collectSuppressions(
  chains: ReadonlySet<Chain>,
  chainOf: (file: string) => Chain | undefined,
  { relative }: Whereabouts,
): ConfiguredSuppression[] {
  const documents = new Set([...chains].flatMap(({ layers }) => layers.map(({ document }) => document)));
  return [...documents].flatMap((document) => {
    const { value, root, file } = document;
    const list = root === undefined ? undefined : follow(root, ['suppress'])?.tree;
    const layerOf = (of: string): Layer | undefined =>
      chainOf(of)?.layers.find((layer) => layer.document === document);
    return (value.suppress ?? []).flatMap((entry) => {
      const literal = document.literalOf(entry);
      if (literal === undefined || list === undefined) return [];
      const meant = matchPath(entry.file);
      return [
        {
          ...entry,
          matches: (of: string) => {
            const layer = layerOf(of);
            return layer !== undefined && meant(relative(of, layer.folder));
          },
          place: { file, start: literal.start, end: literal.end },
          list: { file, start: list.start, end: list.end },
        },
      ];
    });
  });
}

/** A plain path means that one file and no other of its name. */
function matchPath(written: string): PathMatch {
  const path = written.replace(/^\.\//, '');
  const globs = looksLikeGlob(path) ? matchGlobs([`/${path}`]) : undefined;
  return (file) => file === path || (globs?.(file) ?? false);
}
