import type { EqlDatabase } from '../../../../rules/model/eql.ts';
import type { LinkSettings } from '../../settings.ts';
import type { Database } from './catalogs.ts';
import { createDescriber } from './describe.ts';
import type { Digest } from './digest.ts';
import type { Grouped } from './groups.ts';
import { outsideCatalog } from './outside.ts';
import { type Replayed, replay } from './replay.ts';
import { namesOfInterest, toDatabase } from './to-database.ts';

/** A group of files and all that running them says. */
export interface ReplayedDatabase extends Database {
  readonly replayed: Replayed;
  readonly database: Omit<EqlDatabase, 'style'> | undefined;
}

interface Known {
  readonly running: readonly Digest[];
  readonly databases: readonly ReplayedDatabase[];
  readonly namesOfInterest: ReadonlySet<string>;
}

/** What was replayed last under the same settings: most keystrokes change no file that runs. */
const known = new WeakMap<LinkSettings, Known>();

/** Replays every group. `key` are the settings as they were given, which stay the same object while they say the same. */
export function replayAll(grouped: Grouped, settings: LinkSettings, key: LinkSettings): Known {
  const before = known.get(key);
  if (before !== undefined && same(before.running, grouped.running)) return before;
  const { groups, running, included } = grouped;
  const describe = createDescriber(settings);
  const databases: ReplayedDatabase[] = [];
  for (const group of groups) {
    const replayed = replay(group, { included, describe, outside: outsideCatalog(group, groups, databases) });
    const { picture } = replayed;
    databases.push({ group, picture, replayed, database: toDatabase(group, replayed, describe) });
  }
  const names = new Set(databases.flatMap(({ picture }) => [...namesOfInterest(picture)]));
  const now: Known = { running, databases, namesOfInterest: names };
  known.set(key, now);
  return now;
}

function same(one: readonly Digest[], other: readonly Digest[]): boolean {
  return one.length === other.length && one.every((digest, at) => digest === other[at]);
}
