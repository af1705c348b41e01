import { propertyOf } from '../../../rules/model/value.ts';
import type { FileFacts } from '../../read/facts.ts';
import type { PrismaBlock } from '../../read/prisma/schema.ts';
import { argumentOf, asCall, entriesOf, textOf } from '../eql/declared/trees.ts';
import { folderOf, resolvePath } from '../eql/replay/layout.ts';
import { type Evaluator, type Located, noParameters } from '../evaluate.ts';
import type { Files, Wanted } from '../files.ts';

/** Files of `.prisma` that Prisma reads as one: models see each other across them. */
export interface PrismaSchema {
  /** Those that were read, by name. */
  readonly files: readonly FileFacts[];
  /** False where a file of it was not read. */
  readonly whole: boolean;
}

/** A block and the file that holds it. */
export interface PlacedBlock {
  readonly file: string;
  readonly block: PrismaBlock;
}

export function blocksOf({ files }: PrismaSchema): readonly PlacedBlock[] {
  return files.flatMap(({ file, prisma }) => (prisma?.blocks ?? []).map((block) => ({ file, block })));
}

/** What the grouping asks of its host. */
export interface SchemaFiles extends Files {
  /** The folder of the package that a file belongs to. */
  readonly packageOf: (file: string) => string;
}

/**
 * The schemas that files of `.prisma` form, by name: the file or the folder that a configuration names, else the folder
 * of the one file with a datasource, else each file by itself. What is needed to know more is wanted.
 */
export function prismaSchemas(
  read: readonly FileFacts[],
  evaluator: Evaluator,
  files: SchemaFiles,
  wanted: Wanted,
): readonly PrismaSchema[] {
  const known = new Map(read.flatMap((facts) => (facts.prisma === undefined ? [] : [[facts.file, facts]])));
  if (known.size === 0) return [];
  const all = files.names?.() ?? [];
  const names = [...new Set([...known.keys(), ...all.filter((name) => name.endsWith('.prisma'))])].sort();
  const factsOf = (file: string): FileFacts | undefined => known.get(file) ?? files.facts(file);
  const paths = configuredPaths(names, all, evaluator, files, wanted);
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = paths.find((path) => isIn(name, path)) ?? usualPath(name, names, files, factsOf);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [name]);
    else group.push(name);
  }
  return [...groups.values()].flatMap((group) => {
    if (!group.some((name) => known.has(name))) return [];
    const found = group.map((name) => ({ name, facts: factsOf(name) }));
    for (const { name, facts } of found) if (facts === undefined) wanted.add(name);
    return {
      files: found.flatMap(({ facts }) => facts ?? []),
      whole: found.every(({ facts }) => facts !== undefined),
    };
  });
}

/** A path names a file, or a folder with all in it. */
function isIn(file: string, path: string): boolean {
  return file === path || path === '' || file.startsWith(`${path}/`);
}

/** Where Prisma 7 and before look for their configuration. Source: loadConfigFromFile of npm @prisma/config 7.10.0. */
const configuration = /(?:^|\/)(?:\.config\/prisma7?(?:\.config)?|prisma7?\.config)\.[cm]?[jt]s$/;

/** The paths that configurations of the packages name, the innermost first. */
function configuredPaths(
  names: readonly string[],
  all: readonly string[],
  evaluator: Evaluator,
  files: SchemaFiles,
  wanted: Wanted,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const folder of names.map(files.packageOf)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  // One file is one schema, whatever is configured.
  const several = [...counts].flatMap(([folder, count]) => (count > 1 ? folder : []));
  if (several.length === 0) return [];
  const manifests = several.map((folder) => (folder === '' ? 'package.json' : `${folder}/package.json`));
  const sources = [...all.filter((name) => configuration.test(name)), ...manifests.filter(files.exists)];
  const paths = sources.flatMap((source) => {
    const facts = files.facts(source);
    if (facts === undefined) wanted.add(source);
    const path = facts && configuredPath(facts, evaluator);
    return (path === undefined ? undefined : resolvePath(folderOf(source), path)) ?? [];
  });
  return paths.sort((one, other) => other.length - one.length);
}

/** `schema` of a configuration, `prisma.schema` of a package.json. */
function configuredPath(facts: FileFacts, evaluator: Evaluator): string | undefined {
  const { file, source } = facts;
  if (source !== undefined) {
    const tree = source.exports.default ?? source.exports['*'];
    return tree && configuredSchema({ file, tree, parameters: noParameters }, evaluator);
  }
  const [document] = facts.documents;
  const value = document && evaluator.evaluateDocument(file, document);
  const prisma = value?.kind === 'object' ? propertyOf(value, 'prisma')?.value : undefined;
  const schema = prisma?.kind === 'object' ? propertyOf(prisma, 'schema')?.value : undefined;
  return schema?.kind === 'string' ? schema.value : undefined;
}

/** `defineConfig({ schema: './prisma' })`, or the object alone. */
function configuredSchema(exported: Located, evaluator: Evaluator): string | undefined {
  const call = asCall(evaluator.follow(exported));
  const options = call === undefined ? exported : argumentOf(call, 0);
  const entries = options && entriesOf(options, evaluator)?.entries;
  const schema = entries?.find(({ key }) => key === 'schema')?.value;
  if (schema === undefined) return undefined;
  const text = textOf(schema, evaluator);
  if (text !== undefined) return text.value;
  // `path.join('prisma', 'schema')`, also behind `__dirname`.
  const joined = asCall(evaluator.follow(schema));
  if (joined === undefined || (joined.tree.name !== 'join' && joined.tree.name !== 'resolve'))
    return undefined;
  const parts = joined.tree.arguments.map((_, index) => textOf(argumentOf(joined, index), evaluator)?.value);
  const written = parts.slice(parts[0] === undefined ? 1 : 0);
  return written.length > 0 && written.every((part) => part !== undefined) ? written.join('/') : undefined;
}

/** Where a file belongs of which no configuration speaks. */
function usualPath(
  name: string,
  names: readonly string[],
  { packageOf }: SchemaFiles,
  factsOf: (file: string) => FileFacts | undefined,
): string {
  const top = packageOf(name);
  const holdsDatasource = (other: string) =>
    factsOf(other)?.prisma?.blocks.some(({ kind }) => kind === 'datasource') === true;
  if (
    holdsDatasource(name) &&
    names.some((one) => one !== name && folderOf(one) === folderOf(name) && holdsDatasource(one))
  )
    return name;
  for (let folder = folderOf(name); ; folder = folderOf(folder)) {
    const holders = names.filter((other) => folderOf(other) === folder && holdsDatasource(other));
    // Two of them are two schemas, and nothing says of which the file is a part.
    if (holders.length > 1) return name;
    if (holders.length === 1) return folder;
    if (folder === top || folder === '') return name;
  }
}
