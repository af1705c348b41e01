import { type MongodbVersion, mongodbVersions, newestMongodb } from '../../../rules/model/target.ts';

/** A release as encsafe checks it, and what differs from what was written. */
export interface KnownVersion<Version extends string> {
  readonly version: Version;
  /** `older`: before the first release that is known; `newer`: after the last. */
  readonly beyond?: 'older' | 'newer';
}

/**
 * The known release that a number means: the number itself, else the newest one that it leaves open (`8` is 8.3), else
 * the one before it.
 */
export function knownVersion<Version extends string>(
  numbers: readonly number[],
  versions: readonly Version[],
): KnownVersion<Version> | undefined {
  const [oldest] = versions;
  const newest = versions.at(-1);
  if (oldest === undefined || newest === undefined || numbers.length === 0) return undefined;
  const order = (version: string) => compareOn(numbersOf(version), numbers);
  const meant = versions.findLast((version) => order(version) <= 0);
  if (meant === undefined) return { version: oldest, beyond: 'older' };
  return meant === newest && order(newest) < 0 ? { version: newest, beyond: 'newer' } : { version: meant };
}

/** Compares as far as the second goes: 8.3 is not beyond 8. */
function compareOn(one: readonly number[], other: readonly number[]): number {
  for (const [index, number] of other.entries()) {
    const known = one[index];
    if (known === undefined) return 0;
    if (known !== number) return known - number;
  }
  return 0;
}

export function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

/**
 * The MongoDB release behind an image's tag: `8.2.1-ubi9`, `8`, `latest`, or the name of a base system alone, which is
 * the latest release. Undefined for anything else.
 */
export function releaseOfTag(tag: string): KnownVersion<MongodbVersion> | undefined {
  const [, written] = /^v?(\d+(?:\.\d+){0,3})(?:[-.+_].*)?$/i.exec(tag) ?? [];
  if (written !== undefined) return knownVersion(numbersOf(written).slice(0, 2), mongodbVersions);
  return latestTags.test(tag) ? { version: newestMongodb } : undefined;
}

/** Tags that name no release. Source: the tags of the official image and of mongodb/mongodb-community-server. */
const latestTags =
  /^(?:latest|ubi\d+|ubuntu\d+|noble|jammy|focal|bionic|xenial|windowsservercore|nanoserver|windowsservercore-\w+|nanoserver-\w+|latest-.*)$/i;
