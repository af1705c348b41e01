import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EqlTarget, type MongodbTarget, newestMongodb } from '../../rules/model/target.ts';
import { counted, listed } from '../../rules/model/words.ts';
import { analyse } from '../project/analyse.ts';
import { countFields } from '../project/declares.ts';
import { codeTableCosts } from '../report/code-index-costs.ts';
import { costsOf } from '../report/cost.ts';
import { visible } from '../report/escape.ts';
import { modelCosts } from '../report/model-costs.ts';
import { tableCosts } from '../report/table-costs.ts';
import type { Command } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong, readFlags } from './flags.ts';
import type { Io } from './io.ts';
import { openProject } from './open-project.ts';
import { packageRoot } from './package-root.ts';
import { createStopwatch } from './stopwatch.ts';

const flags = {
  help: { short: 'h', description: 'this text' },
} as const;

const configFile = 'encsafe.config.json';

export const initCommand: Command = {
  help: {
    name: 'init',
    usage: 'init',
    summary: 'writes a configuration from what the project shows',
    description: `Looks through the project and writes ${configFile} here. It never overwrites one.`,
    flags,
    examples: [['encsafe init', 'a configuration with the MongoDB release that the project runs']],
  },
  async run(argv, io) {
    const args = readFlags(argv, flags);
    if (isWrong(args)) return wrongUse(args.wrong, io);
    if (args.rest.length > 0) return wrongUse('it takes no path: run it in the folder of the project', io);
    return init(io);
  },
};

async function init(io: Io): Promise<number> {
  const project = await openProject([], {}, io, createStopwatch());
  if (isWrong(project)) return wrongUse(project.wrong, io);
  const { settings } = project;
  // One further up does not count: this folder gets its own.
  const there = settings.printed(configFile).configuration.find((file) => !file.includes('/'));
  if (there !== undefined) return wrongUse(`there is ${there} already; it stays as it is`, io);

  const analysis = await analyse(project.sources, settings);
  const containers = costsOf(analysis.project, undefined);
  const tables = tableCosts(analysis.project.eql, settings.eql, undefined);
  const { blindIndex } = analysis.project;
  const models = modelCosts(blindIndex, undefined);
  const codeTables = codeTableCosts(blindIndex.codeIndexes, undefined);
  const fields = countFields(analysis.project);
  const eql = tables.length === 0 ? undefined : settings.eql('.');
  const target = targetOf(
    containers.map((one) => one.target),
    settings.mongodb('.'),
  );
  const elsewhere = tables.length + models.length + codeTables.length > 0;
  const usesMongodb = containers.length > 0 || !elsewhere;
  const text = `${JSON.stringify(configuration(usesMongodb ? target : undefined, eql, io.cwd), null, 2)}\n`;
  try {
    await writeFile(path.join(io.cwd, configFile), text, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST'
        ? `there is ${configFile} already; it stays as it is`
        : `${configFile} cannot be written: ${code}`;
    return wrongUse(reason, io);
  }
  const found =
    fields === 0
      ? `${counted(analysis.looked, 'file')} looked at, none declares an encrypted field yet.`
      : `${counted(fields, 'encrypted field')} in ${listed(homes(containers.length, tables.length + codeTables.length, models.length))}: ${listed(shortened([...new Set([...containers, ...tables, ...codeTables, ...models].map(({ name }) => visible(name)))]))}.`;
  const said = [...(usesMongodb ? [targetWords(target)] : []), ...(eql === undefined ? [] : [eqlWords(eql)])];
  io.stdout(
    `wrote ${configFile}:\n\n${text}\n${found}\n${said.length === 0 ? '' : `${said.join('\n')}\n`}\n${next}`,
  );
  for (const note of [...project.settings.notes, ...project.notes]) io.stderr(`encsafe: ${note}\n`);
  return exitCodes.clean;
}

const next = `Next:
  encsafe lint          what the engine would refuse, what costs too much and what leaks
  encsafe cost          what every encrypted field costs
  encsafe lint --update-baseline
                        to start from what there is: only new findings are reported then
`;

/** The release that all declarations are checked against, when the project says which. */
function targetOf(targets: readonly MongodbTarget[], here: MongodbTarget): MongodbTarget {
  const known = new Set(
    (targets.length === 0 ? [here] : targets).filter(({ assumed }) => !assumed).map(({ version }) => version),
  );
  const [version] = known;
  return known.size === 1 && version !== undefined
    ? { version, assumed: false }
    : { version: newestMongodb, assumed: true };
}

function targetWords({ version, assumed }: MongodbTarget): string {
  return assumed
    ? `Nothing says which MongoDB release runs, so ${version} is assumed: set "targets": { "mongodb": "…" }.`
    : `The project runs MongoDB ${version}.`;
}

function eqlWords({ version, assumed }: EqlTarget): string {
  return assumed
    ? `Nothing says which EQL release is installed, so ${version} is assumed: set "targets": { "eql": "…" }.`
    : `EQL ${version} is installed.`;
}

function homes(lists: number, tables: number, models: number): readonly string[] {
  return [
    ...(lists === 0 ? [] : [counted(lists, 'list')]),
    ...(tables === 0 ? [] : [counted(tables, 'table')]),
    ...(models === 0 ? [] : [counted(models, 'model')]),
  ];
}

function configuration(mongodb: MongodbTarget | undefined, eql: EqlTarget | undefined, cwd: string) {
  const targets = {
    ...(mongodb === undefined || mongodb.assumed ? {} : { mongodb: mongodb.version }),
    ...(eql === undefined || eql.assumed ? {} : { eql: eql.version }),
  };
  return {
    $schema: schemaPath(cwd),
    root: true,
    ...(Object.keys(targets).length === 0 ? {} : { targets }),
  };
}

/** The schema in this package as the project reaches it: below its own node_modules wherever it is installed there. */
function schemaPath(cwd: string): string {
  const schema = path.join(packageRoot().folder, 'schemas', 'encsafe.config.schema.json');
  const relative = path.relative(cwd, schema).split(path.sep).join('/');
  return relative.startsWith('..') || path.isAbsolute(relative)
    ? './node_modules/encsafe/schemas/encsafe.config.schema.json'
    : `./${relative}`;
}

function shortened(names: readonly string[]): readonly string[] {
  return names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
}

function wrongUse(message: string, io: Io): number {
  io.stderr(`encsafe init: ${message}\n`);
  return exitCodes.wrongUse;
}
