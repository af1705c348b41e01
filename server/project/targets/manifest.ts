import type { Mention } from './images.ts';

/** What is asked of a package.json; each absent where it says nothing, or is no JSON. */
export interface Manifest {
  readonly mongodb: readonly Mention[];
  /** The ranges under which packages that encrypt are installed. */
  readonly encrypting: readonly { readonly name: string; readonly range: string }[];
}

/** The MongoDB that mongodb-memory-server is told to run, and the packages that encrypt. */
export function readManifest(text: string): Manifest {
  if (
    !text.includes('mongodbMemoryServer') &&
    !text.includes('MONGOMS_VERSION') &&
    !encryptingPackage.test(text)
  ) {
    return { mongodb: [], encrypting: [] };
  }
  const root = parse(text);
  const version = at(root, 'config', 'mongodbMemoryServer', 'version');
  const scripts = Object.values(asObject(at(root, 'scripts')) ?? {});
  const inScripts = scripts.flatMap((script) => {
    const [, tag] = /\bMONGOMS_VERSION=["']?([\w.-]+)/.exec(String(script)) ?? [];
    return tag === undefined ? [] : [{ shown: `MONGOMS_VERSION=${tag}`, tag }];
  });
  const ranges = new Map(
    ['optionalDependencies', 'peerDependencies', 'devDependencies', 'dependencies'].flatMap((kind) =>
      Object.entries(asObject(at(root, kind)) ?? {}),
    ),
  );
  return {
    mongodb: [
      ...(typeof version === 'string' ? [{ shown: `mongodb-memory-server ${version}`, tag: version }] : []),
      ...inScripts,
    ],
    encrypting: [...ranges].flatMap(([name, range]) =>
      typeof range === 'string' && encryptingPackage.test(`"${name}"`) ? [{ name, range }] : [],
    ),
  };
}

export const eqlPackage = '@cipherstash/eql';

/** Packages whose version decides what an import or an annotation means. */
const encryptingPackage =
  /"(?:@cipherstash\/[\w-]+|@fieldseal\/[\w-]+|prisma-field-encryption|prisma-encryption|stash)"/;

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
