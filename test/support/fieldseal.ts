import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './pages.ts';

/** The parts of npm @fieldseal/prisma that read a schema. */
export interface Fieldseal {
  readonly parseAnnotations: (
    documentation: string,
    site: { readonly model: string },
  ) => readonly {
    readonly flags: ReadonlySet<string>;
    readonly values: ReadonlyMap<string, string | number>;
  }[];
  /** Throws an error that names every problem. */
  readonly buildFieldMap: (datamodel: unknown, generator: string) => unknown;
}

const version = '0.1.3';
const cache = path.join(root, '.cache');
const folder = path.join(cache, `fieldseal-${version}`);

/**
 * Its core is on no registry, and needs a newer Node: what these parts take of it is one class and the three names that the
 * specification closes its list of normalizers with (docs/09 7).
 */
const core = {
  'package.json': `${JSON.stringify({ name: '@fieldseal/core', version, type: 'module', exports: './index.js' })}\n`,
  'index.js': `export class FieldsealError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
export const NORMALIZER_IDS = ['identity', 'nfc-casefold-v1', 'digits-only-v1'];
`,
};

/** Fieldseal itself, from npm into `.cache` the first time: it is no dependency of the project. */
export async function fieldseal(): Promise<Fieldseal> {
  if (!existsSync(folder)) install();
  const dist = path.join(folder, 'node_modules/@fieldseal/prisma/dist');
  const load = (file: string) => import(pathToFileURL(path.join(dist, file)).href);
  const { parseAnnotations } = await load('annotations.js');
  const { buildFieldMap } = await load('generator/emit.js');
  return { parseAnnotations, buildFieldMap };
}

function install(): void {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(path.join(cache, 'fieldseal-'));
  mkdirSync(path.join(made, 'core'));
  for (const [name, text] of Object.entries(core)) writeFileSync(path.join(made, 'core', name), text);
  const wanted = {
    private: true,
    dependencies: { '@fieldseal/prisma': version },
    overrides: { '@fieldseal/core': 'file:./core' },
  };
  writeFileSync(path.join(made, 'package.json'), JSON.stringify(wanted));
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  const { status, stderr } = spawnSync('npm', ['install', ...options], {
    cwd: made,
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) {
    rmSync(made, { recursive: true, force: true });
    throw new Error(
      `npm could not install @fieldseal/prisma@${version}, with which this test compares: it needs the registry once\n${stderr}`,
    );
  }
  // Another run may have been faster.
  if (existsSync(folder)) rmSync(made, { recursive: true, force: true });
  else renameSync(made, folder);
}
