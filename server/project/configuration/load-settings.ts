import { catalogue } from '../../../rules/catalogue.ts';
import type { FieldOverride } from '../../../rules/model/field.ts';
import type { Finding } from '../../../rules/model/finding.ts';
import {
  type EqlVersion,
  eqlVersions,
  type MongodbVersion,
  newestMongodb,
  type Target,
} from '../../../rules/model/target.ts';
import { folderOf, joinPaths, type Whereabouts, whereabouts } from '../folders.ts';
import { createPackages, type Packages } from '../packages.ts';
import { postgresOf } from '../targets/cipherstash.ts';
import { decideTargets } from '../targets/decide.ts';
import { detectTargets, type InstalledPackage } from '../targets/detect.ts';
import { targetNotes } from '../targets/notes.ts';
import { variablesOf } from '../targets/variables.ts';
import { type ConfigurationText, createFinder, type FolderContents, type ReadFile } from './find.ts';
import type { Configured } from './load-configurations.ts';
import { print } from './print.ts';
import { problem } from './problem.ts';
import type { Settings, SettingsRequest } from './settings.ts';

/** Everything that a run is told: by flags, by the configurations of its files, and by what the project runs. */
export async function loadSettings(request: SettingsRequest): Promise<Settings> {
  const { files, sources, flags } = request;
  const where = whereabouts(request.namesAbove ?? unnamed(request.levelsAbove));
  const read = reader(request);
  const [layout, detected] = await Promise.all([
    findConfigurations(files, flags.config, createFinder(read, files), read, where),
    detectTargets(sources),
  ]);
  const texts = [...new Map(layout.found.map((one) => [one.file, one])).values()];
  const configurations =
    texts.length === 0
      ? undefined
      : await (await import('./load-configurations.ts')).loadConfigurations(texts, read, where);
  const configured = (file: string): Configured | undefined => {
    const found = layout.fileOf(file);
    return found === undefined ? undefined : configurations?.of(found);
  };
  const effective = (file: string) => configured(file)?.effective(file);

  const detectedMongodb = decideTargets(detected.mongodb, newestMongodb, layout.packages);
  const detectedEql = decideTargets(detected.eql, newestEql, layout.packages);
  const postgres = postgresOf(detected.postgres, layout.packages);
  const variables = variablesOf(detected.variables, layout.packages);
  const mongodb = (file: string) => {
    const set =
      flags.mongodb ?? (effective(file)?.targets.get('mongodb')?.value as MongodbVersion | undefined);
    return set === undefined ? detectedMongodb(file).target : { version: set, assumed: false };
  };
  const eql = (file: string): Target<EqlVersion> => {
    const set = flags.eql ?? (effective(file)?.targets.get('eql')?.value as EqlVersion | undefined);
    return set === undefined ? detectedEql(file).target : { version: set, assumed: false };
  };
  const severity: Settings['severity'] = (rule, file) =>
    ownValue(flags.rules, rule) ?? effective(file)?.severities.get(rule)?.value;

  const settings: Omit<Settings, 'printed'> = {
    mongodb,
    eql,
    eqlProxy(file) {
      const set = effective(file)?.targets.get('eqlProxy')?.value;
      return typeof set === 'boolean' ? set : postgres.proxy(file);
    },
    eqlPlatform: postgres.platform,
    installed: (file, name) => installedNear(detected.installed, layout.packages, where.upward, file, name),
    variables: variables.of,
    setsVariable: variables.sets,
    assumptions: (file) => ({
      ...numbersOf(effective(file)?.assumptions),
      ...(flags.length === undefined ? {} : { length: flags.length }),
    }),
    override(file, { database, collection }, path) {
      const fields = effective(file)?.fields;
      if (fields === undefined || fields.size === 0 || path === undefined) return {};
      const names = [path];
      if (collection !== undefined) names.push(`${collection}.${path}`);
      if (collection !== undefined && database !== undefined) names.push(`${database}.${collection}.${path}`);
      return Object.assign({}, ...names.map((name) => plain(fields.get(name)))) as FieldOverride;
    },
    budgets: (file) => numbersOf(effective(file)?.budgets),
    packageOf: layout.packages.of,
    entryPoints: (file) => configured(file)?.entryPoints.filter(({ matches }) => matches(file)) ?? [],
    severity,
    options: (rule, file) => ({
      ...Object.fromEntries(
        Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default]),
      ),
      ...numbersOf(effective(file)?.options.get(rule.id)),
    }),
    problems: withSeverities([...layout.problems, ...(configurations?.problems ?? [])], severity),
    ignored: (file) => configured(file)?.ignored(file) ?? false,
    suppress: configurations?.suppressions(layout.fileOf) ?? [],
    configurationOf(file) {
      const configuration = layout.fileOf(file);
      if (configuration === undefined) return undefined;
      const folder = flags.config === undefined ? folderOf(configuration) : '';
      return { configuration, own: where.relative(file, folder) };
    },
    notes: flags.mongodb === undefined ? notesOf(files, effective, detectedMongodb) : [],
    texts: new Map((configurations?.documents ?? []).map(({ file, text }) => [file, text])),
    facts: (configurations?.documents ?? []).map(({ facts }) => facts),
  };
  return {
    ...settings,
    printed: (file) =>
      print({
        file,
        flags,
        settings,
        rules: catalogue,
        configured: configured(file),
        mongodb: detectedMongodb(file),
        eql: detectedEql(file),
      }),
  };
}

const newestEql: EqlVersion = eqlVersions[eqlVersions.length - 1] ?? '3.0.5';

/** Where nobody names the folders above, their globs cannot reach down; all else works. */
function unnamed(levels: number): string[] {
  return Array.from({ length: levels }, (_, level) => `\0${level}`);
}

/** Files of the run come from their sources; a folder that is known whole is not asked for others. */
function reader({ files, sources, readAbove, walked }: SettingsRequest): ReadFile {
  const all = new Set(files);
  const whole = new Set(walked);
  return async (file) => {
    if (!all.has(file)) return whole.has(folderOf(file)) ? undefined : readAbove(file);
    try {
      return await sources.read(file);
    } catch {
      // Who reads the files of the run reports what cannot be read.
      return undefined;
    }
  };
}

interface Layout {
  readonly found: readonly (ConfigurationText & { readonly folder?: string })[];
  /** The configuration file that counts for a file. */
  readonly fileOf: (file: string) => string | undefined;
  readonly packages: Packages;
  readonly problems: readonly Finding[];
}

async function findConfigurations(
  files: readonly string[],
  named: string | undefined,
  look: (folder: string) => Promise<FolderContents>,
  read: ReadFile,
  where: Whereabouts,
): Promise<Layout> {
  const configurationOf = new Map<string, ConfigurationText | undefined>();
  const packageFolders = new Set<string>();
  const problems = new Set<Finding>();
  await Promise.all(
    [...new Set(files.map(folderOf))].map(async (folder) => {
      let nearest: ConfigurationText | undefined;
      let inPackage = false;
      for (const one of where.upward(folder)) {
        const { configuration, isPackage, problems: found } = await look(one);
        if (nearest === undefined) for (const each of found) problems.add(each);
        nearest ??= configuration;
        if (isPackage) packageFolders.add(one);
        inPackage ||= isPackage;
        if (inPackage && (nearest !== undefined || named !== undefined)) break;
      }
      configurationOf.set(folder, nearest);
    }),
  );
  const packages = createPackages(packageFolders, where.upward);
  if (named !== undefined) {
    const file = joinPaths('', named.replaceAll('\\', '/'));
    const text = await read(file);
    if (text !== undefined)
      return { found: [{ file, text, folder: '' }], fileOf: () => file, packages, problems: [] };
    const missing = problem('there is no such configuration file', { file: named, start: 0, end: 0 });
    return { found: [], fileOf: () => undefined, packages, problems: [missing] };
  }
  const known = (folder: string) =>
    configurationOf.has(folder) ? folder : where.upward(folder).find((one) => configurationOf.has(one));
  return {
    found: [...configurationOf.values()].flatMap((one) => one ?? []),
    fileOf: (file) => configurationOf.get(known(folderOf(file)) ?? '')?.file,
    packages,
    problems: [...problems],
  };
}

function withSeverities(problems: readonly Finding[], severity: Settings['severity']): Finding[] {
  return problems.flatMap((one) => {
    const set = severity(one.rule, one.place.file);
    return set === 'off' ? [] : [set === undefined ? one : { ...one, severity: set }];
  });
}

function notesOf(
  files: readonly string[],
  effective: (file: string) => ReturnType<Configured['effective']> | undefined,
  detected: ReturnType<typeof decideTargets<MongodbVersion>>,
): string[] {
  const decided = new Set(
    files.filter((file) => !effective(file)?.targets.has('mongodb')).map((file) => detected(file)),
  );
  return targetNotes('MongoDB', 'targets.mongodb', [...decided]);
}

/** What the nearest manifest that asks for the package says. */
function installedNear(
  installed: readonly InstalledPackage[],
  packages: Packages,
  upward: Whereabouts['upward'],
  file: string,
  name: string,
): string | undefined {
  const asking = installed.filter((one) => one.name === name);
  if (asking.length === 0) return undefined;
  for (const folder of upward(packages.of(file))) {
    const found = asking.find(({ manifest }) => folderOf(manifest) === folder);
    if (found !== undefined) return found.version;
  }
  return undefined;
}

type Values = ReadonlyMap<string, { readonly value: unknown }> | undefined;

function plain(values: Values): Record<string, unknown> {
  return Object.fromEntries([...(values ?? [])].map(([name, { value }]) => [name, value]));
}

function numbersOf(
  values: ReadonlyMap<string, { readonly value: number }> | undefined,
): Record<string, number> {
  return Object.fromEntries([...(values ?? [])].map(([name, { value }]) => [name, value]));
}

function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}
