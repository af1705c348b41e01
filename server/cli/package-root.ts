import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface PackageRoot {
  readonly folder: string;
  readonly version: string;
}

let found: PackageRoot | undefined;

/** The folder of this package: above `dist` when built, above `server` in a checkout. */
export function packageRoot(): PackageRoot {
  found ??= search(path.dirname(fileURLToPath(import.meta.url)));
  return found;
}

function search(folder: string): PackageRoot {
  const manifest = readManifest(path.join(folder, 'package.json'));
  if (manifest?.name === 'encsafe') return { folder, version: manifest.version ?? '' };
  const above = path.dirname(folder);
  if (above === folder) throw new Error('the package.json of encsafe is missing');
  return search(above);
}

function readManifest(file: string): { readonly name?: string; readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
