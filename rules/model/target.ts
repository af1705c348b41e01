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

/** The version that a file is checked against. */
export interface Target<Version extends string> {
  readonly version: Version;
  /** True when nothing in the project says which version runs, or what says it disagrees. */
  readonly assumed: boolean;
}

export type MongodbTarget = Target<MongodbVersion>;

export function atLeast(target: MongodbTarget, version: MongodbVersion): boolean {
  return mongodbVersions.indexOf(target.version) >= mongodbVersions.indexOf(version);
}
