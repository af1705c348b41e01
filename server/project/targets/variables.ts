import { folderOf, isAbove, joinPaths, nameOf } from '../folders.ts';
import type { Packages } from '../packages.ts';
import { isDockerfile, isEnvironmentFile } from '../readable.ts';
import { lockFileNames } from './package-version.ts';
import { type NamedVariables, nothingNamed, variableName, variablesInYaml } from './variables-in-yaml.ts';

/** The variables that one file sets: their names, never their values. */
export interface FileVariables extends NamedVariables {
  readonly file: string;
  /** True for what is written to say what the program is given, and not what is built or tested with. */
  readonly describesProgram: boolean;
}

/** True for files whose annotations may name a variable. */
export function mayAskForVariables(file: string): boolean {
  return file.endsWith('.prisma');
}

export function asksForVariables(text: string): boolean {
  return text.includes('@encrypt') || text.includes('@fieldseal');
}

/** True for the files of which {@link readVariables} can say something. */
export function mayNameVariables(file: string): boolean {
  const name = nameOf(file);
  if (lockFileNames.some((lock) => lock === name)) return false;
  return (
    isEnvironmentFile(name) ||
    /\.ya?ml$/i.test(name) ||
    isDockerfile(name) ||
    tomlOfPlatforms.test(name) ||
    jsonOfPlatforms.test(name) ||
    codeOfEnvironment.test(file)
  );
}

/** Fly, Netlify, Cloudflare: their secrets are set elsewhere, so that what is missing here may be set all the same. */
const tomlOfPlatforms = /^(?:fly(?:\.[\w-]+)?|netlify|wrangler)\.toml$/;

/** `env.ts`, `src/env/server.mjs`: code that checks at start what the program is given, so that all it names is set somewhere. */
const codeOfEnvironment = /(?:^|\/)(?:env(?:\.[\w-]+)?|env\/[\w.-]+)\.[cm]?[jt]s$/;

/** Heroku, Vercel, Turborepo, development containers, Amazon ECS. */
const jsonOfPlatforms = /^(?:app|vercel|now|turbo|devcontainer|[\w.-]*task-?def(?:inition)?[\w.-]*)\.json$/;

/** Reads names alone: values are secrets. */
export function readVariables(file: string, text: string): FileVariables | undefined {
  const name = nameOf(file);
  const named = codeOfEnvironment.test(file)
    ? { ...nothingNamed, names: variablesInCode(text) }
    : namedBy(name, text);
  if (named === undefined || isEmpty(named)) return undefined;
  return { file, ...named, describesProgram: describesProgram(file) };
}

function namedBy(name: string, text: string): NamedVariables | undefined {
  if (isEnvironmentFile(name)) return { ...nothingNamed, names: variablesInEnvironmentFile(text) };
  if (/\.ya?ml$/i.test(name)) return variablesInYaml(text);
  if (isDockerfile(name)) return { ...nothingNamed, names: variablesInDockerfile(text) };
  if (tomlOfPlatforms.test(name)) return { ...nothingNamed, names: variablesInToml(text) };
  return jsonOfPlatforms.test(name) ? { ...nothingNamed, names: variablesInJson(text) } : undefined;
}

function isEmpty({ names, files, groups, wantedGroups, open }: NamedVariables): boolean {
  return [names, files, groups, wantedGroups].every(({ length }) => length === 0) && !open;
}

function describesProgram(file: string): boolean {
  const name = nameOf(file);
  if (isDockerfile(name) || name.endsWith('.toml') || codeOfEnvironment.test(file)) return false;
  if (name.endsWith('.json')) return name === 'app.json' || /task-?def/.test(name);
  return !/(?:^|\/)(?:\.github|\.circleci|\.gitlab|\.buildkite|\.woodpecker)\/|(?:^|\/)(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|buildspec|\.drone)[\w.-]*\.ya?ml$/.test(
    file,
  );
}

function variablesInEnvironmentFile(text: string): string[] {
  // The last line of a key over several lines looks like an assignment.
  const plain = text.replace(/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g, '');
  return matches(plain, /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:=|:[ \t])/gm);
}

/** `ENV A=b C="d e"`, `ENV A b` and `ARG A B=c`, each over lines that end in a backslash or a backtick. */
function variablesInDockerfile(text: string): string[] {
  const joined = text.replace(/[\\`][ \t]*(?:\r\n|\n|\r)(?:[ \t]*#[^\r\n]*(?:\r\n|\n|\r))*/g, ' ');
  return [...joined.matchAll(/^[ \t]*(ENV|ARG)[ \t]+([^\r\n]*)/gim)].flatMap(([, word, rest = '']) => {
    const bare = rest.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
    const parts = bare.trim().split(/[ \t]+/);
    const one = word?.toUpperCase() === 'ENV' && !(parts[0] ?? '').includes('=');
    return (one ? parts.slice(0, 1) : parts).flatMap((part) => variableName(part.replace(/=.*$/, '')) ?? []);
  });
}

/** Keys of objects, and what is asked of `env`: `A_B: z.string()`, `process.env.A_B`, `env["A_B"]`. */
function variablesInCode(text: string): string[] {
  return [
    ...matches(text, /(?<![\w$.])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)["']?\??:/g),
    ...matches(text, /\benv(?:\.|\[["'])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g),
  ];
}

/** Keys of the tables `env`, `environment` and `vars`, wherever these stand. */
function variablesInToml(text: string): string[] {
  let within = false;
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, table] = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/.exec(line) ?? [];
    if (table !== undefined) within = /(?:^|\.)"?(?:env|environment|vars)"?$/.test(table);
    const [, key, inline] = /^\s*"?([A-Za-z_]\w*)"?\s*=\s*(\{.*\})?/.exec(line) ?? [];
    if (table !== undefined || key === undefined) return [];
    if (within) return [key];
    if (inline === undefined || !/^(?:env|environment|vars)$/.test(key)) return [];
    return matches(inline, /[{,]\s*"?([A-Za-z_]\w*)"?\s*=/g);
  });
}

/** Keys of objects, and names in lists, that say what the environment is. */
function variablesInJson(text: string): string[] {
  try {
    return variablesInTree(JSON.parse(text.replace(/^\ufeff/, '')), 0);
  } catch {
    return [];
  }
}

const environmentKeys = new Set([
  'env',
  'environment',
  'secrets',
  'containerEnv',
  'remoteEnv',
  'Values',
  'globalEnv',
  'passThroughEnv',
  'globalPassThroughEnv',
]);

function variablesInTree(tree: unknown, depth: number): string[] {
  if (typeof tree !== 'object' || tree === null || depth > 8) return [];
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    if (!environmentKeys.has(key)) return variablesInTree(value, depth + 1);
    const written = Array.isArray(value)
      ? value.flatMap((item: string | { readonly name?: unknown } | null) =>
          typeof item === 'string' ? item : (item?.name ?? []),
        )
      : Object.keys(value);
    return written.flatMap((one) => (typeof one === 'string' ? (variableName(one) ?? []) : []));
  });
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

/**
 * What holds for a file. A variable counts as set wherever the run shows it: a package of schemas is used by programs
 * whose environment stands in theirs.
 */
export function variablesOf(
  found: readonly FileVariables[],
  packages: Packages,
): {
  readonly of: (file: string) => ReadonlySet<string> | undefined;
  readonly sets: (file: string, name: string) => boolean | undefined;
} {
  const names = new Set(found.flatMap(({ names: set }) => set));
  const groups = new Set(found.flatMap(({ groups: made }) => made));
  const files = new Set(found.map(({ file }) => file));
  const known = found.every(
    ({ file, open, wantedGroups, files: named }) =>
      !open &&
      wantedGroups.every((group) => groups.has(group)) &&
      named.every((one) => isShown(joinPaths(folderOf(file), one), files)),
  );
  const describing = found.filter((one) => one.describesProgram && one.names.some(isOfProgram));
  return {
    of(file) {
      const own = packages.of(file);
      const described = describing.some((one) => holds(packages.of(one.file), own));
      return described && known ? names : undefined;
    },
    sets: (_, name) => names.has(name) || (known ? false : undefined),
  };
}

/** The file itself, or a template of it: `.env.example` shows what `.env` sets. */
function isShown(file: string, files: ReadonlySet<string>): boolean {
  if (files.has(file)) return true;
  const folder = folderOf(file);
  return [...files].some((one) => folderOf(one) === folder && nameOf(one).startsWith(`${nameOf(file)}.`));
}

function holds(outer: string, inner: string): boolean {
  return outer === inner || outer === '' || isAbove(outer) || inner.startsWith(`${outer}/`);
}

/**
 * A variable that says where a program's data is or what protects it. A file that sets none (`NODE_ENV`, what a browser may
 * know, what the database's own container is given) leaves the secrets to another.
 */
function isOfProgram(name: string): boolean {
  return (
    /(?:URL|URI|DSN|KEY|KEYS|SECRET|SALT|PEPPER|TOKEN|PASSWORD|CONNECTION_STRING)$/.test(name) &&
    !/^(?:NEXT_PUBLIC|VITE|REACT_APP|PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|POSTGRES|PG|MYSQL|MARIADB|MONGO|MONGO_INITDB|REDIS|MINIO|RABBITMQ)_/.test(
      name,
    )
  );
}
