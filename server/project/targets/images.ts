/** What a text says about the MongoDB that runs: the image or setting as written, and the tag or version in it. */
export interface Mention {
  /** As a person knows it: `mongo:8.2`, `mongodb-version: 8.0`. */
  readonly shown: string;
  readonly tag: string;
}

/** Repositories of images that are a MongoDB server; a registry may stand before them. */
const servers = new Set([
  'mongo',
  'library/mongo',
  'docker/library/mongo',
  'mongodb/mongodb-community-server',
  'mongodb/mongodb-enterprise-server',
  'mongodb/mongodb-atlas-local',
  'bitnami/mongodb',
  'bitnamilegacy/mongodb',
  'percona/percona-server-mongodb',
]);

/** The MongoDB server that an image reference means; undefined for other images and where no tag can be known. */
export function readImage(
  written: string,
  defaults: ReadonlyMap<string, string> = new Map(),
): Mention | undefined {
  const image = substitute(written, defaults);
  if (image === undefined) return undefined;
  const [reference = '', digest] = image.split('@');
  const slash = reference.lastIndexOf('/');
  const colon = reference.indexOf(':', slash + 1);
  const repository = colon < 0 ? reference : reference.slice(0, colon);
  if (!isServer(repository)) return undefined;
  // A digest without a tag names a release that no text shows.
  if (colon < 0 && digest !== undefined) return undefined;
  return { shown: reference, tag: colon < 0 ? 'latest' : reference.slice(colon + 1) };
}

export function isServer(repository: string): boolean {
  if (servers.has(repository)) return true;
  const [host = '', ...rest] = repository.split('/');
  const named = rest.length > 0 && /[.:]|^localhost$/.test(host);
  return named && (servers.has(rest.join('/')) || servers.has(rest.slice(-2).join('/')));
}

/**
 * Puts in what stands for a variable: its default (`${TAG:-8.2}`), or a value that the file gives it. Undefined when some
 * variable is not known, or where a template engine will write.
 */
function substitute(written: string, defaults: ReadonlyMap<string, string>): string | undefined {
  let text = written;
  // Defaults may hold variables themselves; each round resolves the innermost ones.
  for (let round = 0; round < 5 && text.includes('$'); round += 1) {
    let known = true;
    const next = text.replace(
      /\$\{([A-Za-z_]\w*)(?::?-([^${}]*)|:?\?[^${}]*)?\}|\$([A-Za-z_]\w*)/g,
      (_whole, name: string | undefined, usual: string | undefined, bare: string | undefined) => {
        const value = defaults.get(name ?? bare ?? '') ?? usual;
        if (value === undefined) known = false;
        return value ?? '';
      },
    );
    if (!known || next === text) return undefined;
    text = next;
  }
  return /[${}\s]/.test(text) || text === '' ? undefined : text;
}
