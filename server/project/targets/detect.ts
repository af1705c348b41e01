import { type EqlVersion, eqlVersions, type MongodbVersion } from '../../../rules/model/target.ts';
import { folderOf, isAbove, joinPaths, nameOf } from '../folders.ts';
import { isDockerfile } from '../readable.ts';
import type { Sources } from '../sources.ts';
import { mayNameTarget } from './candidates.ts';
import { mentionsInDockerfile } from './dockerfile-mentions.ts';
import type { Mention } from './images.ts';
import { eqlPackage, readManifest } from './manifest.ts';
import { lockedVersions, lockFileNames, lowerBound } from './package-version.ts';
import { knownVersion, numbersOf, releaseOfTag } from './versions.ts';
import { mentionsInYaml } from './yaml-mentions.ts';

/** A file that says which version runs. */
export interface Evidence<Version extends string> {
  readonly file: string;
  /** What it says, as a person knows it. */
  readonly shown: string;
  readonly version: Version;
  /** Present when what it says is no release that encsafe knows. */
  readonly beyond?: 'older' | 'newer';
}

export interface Detected {
  readonly mongodb: readonly Evidence<MongodbVersion>[];
  readonly eql: readonly Evidence<EqlVersion>[];
}

/** What the files of a run say about the engines. Files above the working directory have no say. */
export async function detectTargets(sources: Sources): Promise<Detected> {
  const mongodb: Evidence<MongodbVersion>[] = [];
  const eql: Evidence<EqlVersion>[] = [];
  const candidates = sources.files.filter((file) => !isAbove(file) && mayNameTarget(file));
  await Promise.all(
    candidates.map(async (file) => {
      const text = await textOf(sources, file);
      const { mentions, range } = read(file, text);
      for (const { shown, tag } of mentions) {
        const release = releaseOfTag(tag);
        if (release !== undefined) mongodb.push({ file, shown, ...release });
      }
      if (range !== undefined) eql.push(...(await eqlEvidence(sources, file, range)));
    }),
  );
  return { mongodb: mongodb.sort(byFile), eql: eql.sort(byFile) };
}

function read(file: string, text: string): { mentions: readonly Mention[]; range?: string } {
  const name = nameOf(file);
  if (name === 'package.json') {
    const { mongodb, eql } = readManifest(text);
    return { mentions: mongodb, ...(eql === undefined ? {} : { range: eql }) };
  }
  if (lockFileNames.some((one) => one === name)) return { mentions: [] };
  return { mentions: isDockerfile(name) ? mentionsInDockerfile(text) : mentionsInYaml(text) };
}

/** What the nearest lock file pins, else the lower bound of the range. */
async function eqlEvidence(
  sources: Sources,
  manifest: string,
  range: string,
): Promise<Evidence<EqlVersion>[]> {
  const all = new Set(sources.files);
  for (let folder = folderOf(manifest); ; folder = folderOf(folder)) {
    const lock = lockFileNames.map((name) => joinPaths(folder, name)).find((file) => all.has(file));
    if (lock !== undefined) {
      const found = lockedVersions(await textOf(sources, lock), eqlPackage).flatMap((written) =>
        evidence(lock, written, numbersOf(written)),
      );
      // It says so of this package, wherever the lock file stands.
      if (found.length > 0) return found.map((one) => ({ ...one, file: manifest }));
      break;
    }
    if (folder === '') break;
  }
  return evidence(manifest, range, lowerBound(range) ?? []);
}

function evidence(file: string, written: string, numbers: readonly number[]): Evidence<EqlVersion>[] {
  const release = knownVersion(numbers, eqlVersions);
  return release === undefined ? [] : [{ file, shown: `${eqlPackage} ${written}`, ...release }];
}

async function textOf(sources: Sources, file: string): Promise<string> {
  try {
    return await sources.read(file);
  } catch {
    // Who reads the files of the run reports what cannot be read.
    return '';
  }
}

function byFile(one: { readonly file: string }, other: { readonly file: string }): number {
  return one.file < other.file ? -1 : one.file > other.file ? 1 : 0;
}
