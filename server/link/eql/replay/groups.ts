import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { type Digest, digestOf } from './digest.ts';
import { folderOf, resolvePath, takesBack } from './layout.ts';
import { compareNatural } from './natural.ts';

/** The files that make one database. */
export interface Group {
  readonly folder: string;
  readonly packageFolder: string;
  readonly runs: readonly Run[];
  readonly creates: ReadonlySet<string>;
  /** The generation that a script of EQL installs where its text is not there. */
  readonly generation: EqlGeneration;
}

/** A file that runs. */
export interface Run {
  readonly digest: Digest;
  /** Files of one part run one after the other; nothing says which of two parts runs first. */
  readonly part: number;
  /** Code takes back in the same file what it does: what it makes may be there, what it drops may be too. */
  readonly buildsOnly: boolean;
  /** False where its queries see the database as it is at the end. */
  readonly asks: boolean;
}

export interface Grouped {
  readonly groups: readonly Group[];
  /** Every file whose statements run in one of them, in order: while these are the same, so is what they leave. */
  readonly running: readonly Digest[];
  /** Files that only ask. */
  readonly queries: readonly Digest[];
  /** The file that an include means. */
  readonly included: (from: string, packageFolder: string, path: string) => Digest | undefined;
}

/** Files in the order in which they run, and whether that order is known. */
interface Draft {
  readonly folder: string;
  readonly packageFolder: string;
  readonly digests: readonly Digest[];
  readonly ordered: boolean;
  readonly asks: boolean;
  readonly creates: ReadonlySet<string>;
  readonly needs: ReadonlySet<string>;
}

export function groupFiles(read: readonly FileFacts[], packageOf: (file: string) => string): Grouped {
  const all = read.filter(({ sql }) => sql !== undefined).map(digestOf);
  const byFile = new Map(all.map((digest) => [digest.file, digest]));
  const included = includedIn(byFile);
  const taken = new Set<string>();
  for (const { file, includes } of all) {
    for (const path of includes) {
      const target = included(file, packageOf(file), path);
      if (target !== undefined && target.file !== file) taken.add(target.file);
    }
  }
  const drafts: Draft[] = [];
  const queries: Digest[] = [];
  for (const [packageFolder, digests] of groupedBy(all, ({ file }) => packageOf(file))) {
    const candidates = digests.filter(({ file }) => !taken.has(file) && !takesBack(file));
    const ofPackage: Draft[] = [];
    for (const [folder, inFolder] of groupedBy(candidates, ({ layout }) => layout.folder)) {
      const found = draftsOf(folder, packageFolder, inFolder);
      ofPackage.push(...found.drafts);
      queries.push(...found.queries);
    }
    drafts.push(...ofPackage);
  }
  const groups = join(withCode(drafts, queries, packageOf));
  const running = groups.flatMap(({ runs }) => runs.map(({ digest }) => digest));
  for (const digest of all) if (taken.has(digest.file)) running.push(digest);
  return { groups, running, queries, included };
}

function includedIn(byFile: ReadonlyMap<string, Digest>): Grouped['included'] {
  return (from, packageFolder, path) => {
    for (const folder of new Set([folderOf(from), packageFolder, ''])) {
      const resolved = resolvePath(folder, path);
      const found = resolved === undefined ? undefined : byFile.get(resolved);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function draftsOf(
  folder: string,
  packageFolder: string,
  digests: readonly Digest[],
): { readonly drafts: Draft[]; readonly queries: Digest[] } {
  // Code is a migration only among migrations.
  const numbered = digests.filter(
    ({ layout, embedded, defines }) => layout.numbered && (defines || !embedded),
  );
  const ordered = numbered.some(({ defines }) => defines) ? numbered.toSorted(byOrder) : [];
  const inOrder = new Set(ordered);
  const loose = digests.filter((digest) => !inOrder.has(digest));
  const defining = loose.filter(({ defines, embedded }) => defines && !embedded);
  const sets = compatibleSets(defining).map((set) =>
    toDraft(folder, packageFolder, makersFirst(set.toSorted(byOrder)), 'loose'),
  );
  return {
    drafts: ordered.length === 0 ? sets : [toDraft(folder, packageFolder, ordered, 'ordered'), ...sets],
    queries: loose.filter(({ defines, embedded }) => !defines || embedded),
  };
}

function byOrder({ layout: one }: Digest, { layout: other }: Digest): number {
  if (one.repeatable !== other.repeatable) return one.repeatable ? 1 : -1;
  return compareNatural(one.key, other.key);
}

/** Files of which no two make the same table; one that does so is a database of its own. */
function compatibleSets(digests: readonly Digest[]): Digest[][] {
  const sets: { readonly digests: Digest[]; readonly creates: Set<string> }[] = [];
  for (const digest of digests) {
    let fitting = sets.find(({ creates }) => [...digest.creates].every((name) => !creates.has(name)));
    if (fitting === undefined) {
      fitting = { digests: [], creates: new Set() };
      sets.push(fitting);
    }
    fitting.digests.push(digest);
    for (const name of digest.creates) fitting.creates.add(name);
  }
  return sets.map((set) => set.digests);
}

/** In the order given, but that what makes a table comes before what needs it. */
function makersFirst<Item extends Pick<Digest, 'creates' | 'needs'>>(items: readonly Item[]): Item[] {
  const makers = new Map<string, Item>();
  for (const item of items) for (const name of item.creates) makers.set(name, item);
  const sorted: Item[] = [];
  const seen = new Set<Item>();
  const visit = (item: Item) => {
    if (seen.has(item)) return;
    seen.add(item);
    for (const name of item.needs) {
      const maker = makers.get(name);
      if (maker !== undefined) visit(maker);
    }
    sorted.push(item);
  };
  for (const item of items) visit(item);
  return sorted;
}

function toDraft(
  folder: string,
  packageFolder: string,
  digests: readonly Digest[],
  kind: 'ordered' | 'loose' | 'code',
): Draft {
  const creates = new Set<string>();
  const needs = new Set<string>();
  for (const digest of digests) {
    for (const name of digest.creates) creates.add(name);
    for (const name of digest.needs) needs.add(name);
  }
  for (const name of creates) needs.delete(name);
  return {
    folder,
    packageFolder,
    digests,
    ordered: kind === 'ordered',
    asks: kind !== 'code',
    creates,
    needs,
  };
}

/** Code that configures EQL or builds indexes, besides what migrations do: it runs at some time of its own. */
function withCode(
  drafts: readonly Draft[],
  queries: readonly Digest[],
  packageOf: (file: string) => string,
): readonly Draft[] {
  const code = queries.filter(({ embedded, defines }) => embedded && defines);
  const made = new Map<string, Set<string>>();
  for (const { packageFolder, creates } of drafts) {
    const names = made.get(packageFolder) ?? new Set();
    for (const name of creates) names.add(name);
    made.set(packageFolder, names);
  }
  return [
    ...drafts,
    ...code.flatMap((digest): Draft[] => {
      const packageFolder = packageOf(digest.file);
      const known = made.get(packageFolder);
      // A table that migrations make is theirs: code that makes it too does so for itself, as a test does.
      if ([...digest.creates].some((name) => known?.has(name) === true)) return [];
      return [toDraft(digest.layout.folder, packageFolder, [digest], 'code')];
    }),
  ];
}

/** Puts together what belongs together: files that index, change or configure the tables that others of the package make. */
function join(drafts: readonly Draft[]): Group[] {
  const parents = drafts.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parents[top] !== top) top = parents[top] ?? top;
    return top;
  };
  const created = drafts.map(({ creates }) => new Set(creates));
  const unite = (one: number, other: number) => {
    const left = root(one);
    const right = root(other);
    const names = created[right] ?? new Set();
    if (left === right || [...names].some((name) => created[left]?.has(name) === true)) return;
    parents[right] = left;
    for (const name of names) created[left]?.add(name);
  };
  for (const inPackage of groupedBy(
    drafts.map((draft, at) => ({ draft, at })),
    ({ draft }) => draft.packageFolder,
  ).values()) {
    const makers = new Map<string, number[]>();
    for (const { draft, at } of inPackage) {
      for (const name of draft.creates) push(makers, name, at);
    }
    for (const { draft, at } of inPackage) {
      for (const name of draft.needs) {
        const [maker, ...others] = makers.get(name) ?? [];
        if (maker !== undefined && others.length === 0) unite(maker, at);
      }
    }
    // What activates a configuration names no table.
    for (const { draft, at } of inPackage) {
      if (draft.creates.size + draft.needs.size > 0) continue;
      const generations = new Set(draft.digests.flatMap(({ configures }) => [...configures]));
      const configured = inPackage.filter(
        (other) =>
          other.at !== at &&
          other.draft.digests.some(({ configures }) => [...generations].some((one) => configures.has(one))),
      );
      const roots = new Set(configured.map((other) => root(other.at)));
      const [only] = roots;
      if (only !== undefined && roots.size === 1) unite(only, at);
    }
  }
  const members = groupedBy(
    drafts.map((draft, at) => ({ draft, at })),
    ({ at }) => root(at),
  );
  const groups = [...members.values()].map((group) => toGroup(group.map(({ draft }) => draft)));
  // Those that make tables come before scripts that use them.
  return groups.sort((one, other) => other.creates.size - one.creates.size);
}

function toGroup(drafts: readonly Draft[]): Group {
  const main = mainOf(drafts);
  const runs: Run[] = [];
  let part = 0;
  // The makers of tables before those that use them, and what names no table, such as an activation, behind them all.
  const idle = drafts.filter(({ creates, needs }) => creates.size + needs.size === 0);
  const busy = drafts.filter((draft) => !idle.includes(draft));
  for (const { digests, ordered, asks } of [...makersFirst(busy), ...idle]) {
    for (const digest of digests) {
      if (!ordered) part += 1;
      runs.push({ digest, part, buildsOnly: digest.embedded, asks });
    }
    part += 1;
  }
  return {
    folder: main.folder,
    packageFolder: main.packageFolder,
    runs,
    creates: new Set(drafts.flatMap(({ creates }) => [...creates])),
    generation: generationOf(runs),
  };
}

/** Migrations in order before loose files, those before code. */
function mainOf(drafts: readonly Draft[]): Draft {
  const weight = ({ ordered, digests }: Draft) =>
    (digests.some(({ embedded }) => !embedded) ? 2_000_000 : 0) + (ordered ? 1_000_000 : 0) + digests.length;
  return drafts.reduce((best, draft) => (weight(draft) > weight(best) ? draft : best));
}

function generationOf(runs: readonly Run[]): EqlGeneration {
  const generations = new Set(runs.flatMap(({ digest }) => [...digest.firstNames.keys()]));
  const [only] = generations;
  return only !== undefined && generations.size === 1 ? only : 'v3';
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) push(groups, keyOf(item), item);
  return groups;
}

function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
