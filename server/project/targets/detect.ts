import { compare } from '../../../rules/model/compare.ts';
import { type EqlVersion, eqlVersions, type MongodbVersion } from '../../../rules/model/target.ts';
import { folderOf, isAbove, joinPaths, nameOf } from '../folders.ts';
import { isDockerfile } from '../readable.ts';
import type { Sources } from '../sources.ts';
import { mayNameTarget } from './candidates.ts';
import { mayShowPostgres, type PostgresEvidence, readPostgresEvidence } from './cipherstash.ts';
import { mentionsInDockerfile } from './dockerfile-mentions.ts';
import type { Mention } from './images.ts';
import { eqlPackage, type Manifest, readManifest } from './manifest.ts';
import { lockedVersions, lockFileNames, lowerBound } from './package-version.ts';
import {
  asksForVariables,
  type FileVariables,
  mayAskForVariables,
  mayNameVariables,
  readVariables,
} from './variables.ts';
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
  readonly postgres: readonly PostgresEvidence[];
  readonly installed: readonly InstalledPackage[];
  /** What sets environment variables; looked for only where an annotation may name some. */
  readonly variables: readonly FileVariables[];
}

/** A package as one manifest installs it. */
export interface InstalledPackage {
  /** The package.json that asks for it. */
  readonly manifest: string;
  readonly name: string;
  /** The one version that the nearest lock file pins, else the range as written. */
  readonly version: string;
}

/** What the files of a run say about the engines. Files above the working directory have no say. */
export async function detectTargets(sources: Sources): Promise<Detected> {
  const mongodb: Evidence<MongodbVersion>[] = [];
  const eql: Evidence<EqlVersion>[] = [];
  const postgres: PostgresEvidence[] = [];
  const installed: InstalledPackage[] = [];
  const below = sources.files.filter((file) => !isAbove(file));
  await Promise.all(
    below.map(async (file) => {
      const namesTarget = mayNameTarget(file);
      const showsPostgres = mayShowPostgres(file);
      const installs = isInstallScript(file);
      if (!namesTarget && !showsPostgres && !installs) return;
      const text = await textOf(sources, file);
      if (showsPostgres) {
        const shown = readPostgresEvidence(file, text);
        if (shown !== undefined) postgres.push(shown);
      }
      if (installs) eql.push(...installScriptEvidence(file, text));
      if (!namesTarget) return;
      const { mentions, encrypting } = read(file, text);
      for (const { shown, tag } of mentions) {
        const release = releaseOfTag(tag);
        if (release !== undefined) mongodb.push({ file, shown, ...release });
      }
      for (const { name, range } of encrypting) {
        const locked = await lockedIn(sources, file, name);
        installed.push({ manifest: file, name, version: locked.length === 1 ? (locked[0] ?? range) : range });
        if (name === eqlPackage) eql.push(...eqlEvidence(file, range, locked));
      }
    }),
  );
  return {
    mongodb: mongodb.sort(byFile),
    eql: eql.sort(byFile),
    postgres: postgres.sort(byFile),
    installed: installed.sort((one, other) => compare(one.manifest, other.manifest)),
    variables: (await namedVariables(sources, below)).toSorted(byFile),
  };
}

async function namedVariables(sources: Sources, files: readonly string[]): Promise<readonly FileVariables[]> {
  const asking = await Promise.all(
    files.map(async (file) => mayAskForVariables(file) && asksForVariables(await textOf(sources, file))),
  );
  if (!asking.includes(true)) return [];
  const found = await Promise.all(
    files.filter(mayNameVariables).map(async (file) => readVariables(file, await textOf(sources, file))),
  );
  return found.flatMap((one) => one ?? []);
}

function read(
  file: string,
  text: string,
): { mentions: readonly Mention[]; encrypting: Manifest['encrypting'] } {
  const name = nameOf(file);
  if (name === 'package.json') {
    const { mongodb, encrypting } = readManifest(text);
    return { mentions: mongodb, encrypting };
  }
  if (lockFileNames.some((one) => one === name)) return { mentions: [], encrypting: [] };
  return { mentions: isDockerfile(name) ? mentionsInDockerfile(text) : mentionsInYaml(text), encrypting: [] };
}

/** What the nearest lock file pins of a package. */
async function lockedIn(sources: Sources, manifest: string, name: string): Promise<readonly string[]> {
  const all = new Set(sources.files);
  for (let folder = folderOf(manifest); ; folder = folderOf(folder)) {
    const lock = lockFileNames.map((one) => joinPaths(folder, one)).find((file) => all.has(file));
    if (lock !== undefined) return lockedVersions(await textOf(sources, lock), name);
    if (folder === '') return [];
  }
}

/** What the lock file pins counts for the package, wherever it stands; else the lower bound of the range. */
function eqlEvidence(manifest: string, range: string, locked: readonly string[]): Evidence<EqlVersion>[] {
  const found = locked.flatMap((written) => evidence(manifest, written, numbersOf(written)));
  return found.length > 0 ? found : evidence(manifest, range, lowerBound(range) ?? []);
}

/** The install SQL of EQL, as projects keep it: by its name. */
function isInstallScript(file: string): boolean {
  return /(?:eql|cipherstash)[^/]*\.sql$/i.test(file);
}

/** The release that an install script of EQL v3 puts down as the comment of its schema. */
function installScriptEvidence(file: string, text: string): Evidence<EqlVersion>[] {
  const [, written] = /\bCOMMENT ON SCHEMA eql_v3 IS '(\d+\.\d+\.\d+)'/.exec(text) ?? [];
  return written === undefined ? [] : evidence(file, written, numbersOf(written));
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
  return compare(one.file, other.file);
}
