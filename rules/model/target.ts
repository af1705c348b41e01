/** The MongoDB releases that encsafe knows, oldest first. */
export const mongodbVersions = ['8.0', '8.1', '8.2', '8.3', '9.0'] as const;

export type MongodbVersion = (typeof mongodbVersions)[number];

export const newestMongodb: MongodbVersion = '9.0';

/** The release of CipherStash EQL that is installed. */
export const eqlVersions = [
  '1.0.1',
  '2.2.1',
  '2.3.1',
  '3.0.0',
  '3.0.1',
  '3.0.2',
  '3.0.3',
  '3.0.4',
  '3.0.5',
] as const;

export type EqlVersion = (typeof eqlVersions)[number];

/** The generation of EQL: each has types and functions of its own, and one database may hold several. */
export type EqlGeneration = 'v1' | 'v2' | 'v3';

export function generationOf(version: EqlVersion): EqlGeneration {
  return version.startsWith('1') ? 'v1' : version.startsWith('2') ? 'v2' : 'v3';
}

/** What counts for a generation where a project is checked against `target`: the newest of it, when the target is of another. */
export function eqlTargetFor(generation: EqlGeneration, target: Target<EqlVersion>): Target<EqlVersion> {
  if (generationOf(target.version) === generation) return target;
  return { version: eqlReleases(generation).at(-1) ?? target.version, assumed: true };
}

/** The releases of a generation, oldest first. */
export function eqlReleases(generation: EqlGeneration): readonly EqlVersion[] {
  return eqlVersions.filter((version) => generationOf(version) === generation);
}

/** The version that a file is checked against. */
export interface Target<Version extends string> {
  readonly version: Version;
  /** True when nothing in the project says which version runs, or what says it disagrees. */
  readonly assumed: boolean;
}

export type MongodbTarget = Target<MongodbVersion>;

export type EqlTarget = Target<EqlVersion>;

export function atLeast(target: MongodbTarget, version: MongodbVersion): boolean {
  return mongodbVersions.indexOf(target.version) >= mongodbVersions.indexOf(version);
}
