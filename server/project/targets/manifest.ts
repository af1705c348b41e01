import type { Mention } from './images.ts';

/** What is asked of a package.json; each absent where it says nothing, or is no JSON. */
export interface Manifest {
  readonly mongodb: readonly Mention[];
  /** The range under which `@cipherstash/eql` is installed. */
  readonly eql?: string;
}

/** The MongoDB that mongodb-memory-server is told to run, and the EQL package. */
export function readManifest(text: string): Manifest {
  if (
    !text.includes('mongodbMemoryServer') &&
    !text.includes('MONGOMS_VERSION') &&
    !text.includes(eqlPackage)
  ) {
    return { mongodb: [] };
  }
  const root = parse(text);
  const version = at(root, 'config', 'mongodbMemoryServer', 'version');
  const scripts = Object.values(asObject(at(root, 'scripts')) ?? {});
  const inScripts = scripts.flatMap((script) => {
    const [, tag] = /\bMONGOMS_VERSION=["']?([\w.-]+)/.exec(String(script)) ?? [];
    return tag === undefined ? [] : [{ shown: `MONGOMS_VERSION=${tag}`, tag }];
  });
  const eql = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
    .map((kind) => at(root, kind, eqlPackage))
    .find((range) => typeof range === 'string');
  return {
    mongodb: [
      ...(typeof version === 'string' ? [{ shown: `mongodb-memory-server ${version}`, tag: version }] : []),
      ...inScripts,
    ],
    ...(typeof eql === 'string' ? { eql } : {}),
  };
}

export const eqlPackage = '@cipherstash/eql';

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((one: unknown, name) => asObject(one)?.[name], value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
