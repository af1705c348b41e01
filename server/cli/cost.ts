import { counted } from '../../rules/model/words.ts';
import { analyse } from '../project/analyse.ts';
import { declaresMongodb } from '../project/declares.ts';
import { codeTableCosts } from '../report/code-index-costs.ts';
import { colorsFor, wantsColor } from '../report/colors.ts';
import { type CostReport, costsOf } from '../report/cost.ts';
import { visible } from '../report/escape.ts';
import { modelCosts } from '../report/model-costs.ts';
import { type Lines, linesOf } from '../report/positions.ts';
import { tableCosts } from '../report/table-costs.ts';
import { isQuietCode } from '../session/quiet-code.ts';
import type { Command } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong, readFlags, type WrongUse } from './flags.ts';
import { readOutputs } from './format-flags.ts';
import type { Io } from './io.ts';
import { openProject } from './open-project.ts';
import { createStopwatch } from './stopwatch.ts';
import { readTargetFlags, targetFlags } from './target-flags.ts';
import { isIncomplete, unreadableNotes, unreadableOf } from './unreadable.ts';
import { readCount } from './values.ts';
import { writeOwnFile } from './write-file.ts';

const formatNames = ['text', 'json'] as const;
type FormatName = (typeof formatNames)[number];

const flags = {
  format: {
    value: 'FORMAT[=FILE]',
    many: true,
    description: `${formatNames.join(', ')}; may be given more than once`,
  },
  rows: { value: 'N', description: 'bytes for so many documents; without it what the configuration assumes' },
  ...targetFlags,
  'include-tests': { description: 'show fields of tests, seeds, migrations, scripts and generated code too' },
  help: { short: 'h', description: 'this text' },
} as const;

export const costCommand: Command = {
  help: {
    name: 'cost',
    usage: 'cost [PATH ...]',
    summary: 'what every encrypted field costs: tokens, bytes, time; and how guessable it is',
    description:
      'Estimates every encrypted field and collection, table or model that the files declare: tokens and bytes exactly, time by measurement.',
    flags,
    examples: [
      ['encsafe cost', 'everything below this folder'],
      ['encsafe cost --rows 1,000,000 --length 40', 'a million documents whose values have 40 bytes'],
      ['encsafe cost --format json=costs.json', 'for a program'],
    ],
  },
  async run(argv, io) {
    const args = readFlags(argv, flags);
    if (isWrong(args)) return wrongUse(args, io);
    const outputs = readOutputs(args.flags.format, formatNames, new Set<string>(['json']));
    if (isWrong(outputs)) return wrongUse(outputs, io);
    const targets = readTargetFlags(args.flags);
    if (isWrong(targets)) return wrongUse(targets, io);
    const rows = args.flags.rows === undefined ? undefined : readCount('--rows', args.flags.rows, 1);
    if (typeof rows === 'object') return wrongUse(rows, io);

    const project = await openProject(args.rest, targets, io, createStopwatch());
    if (isWrong(project)) return wrongUse(project, io);
    const { settings, named } = project;
    const analysis = await analyse(project.sources, settings);
    const unreadable = unreadableOf(project, analysis);
    const all = costsOf(analysis.project, rows);
    const quiet = (file: string) =>
      !args.flags['include-tests'] && !named.has(file) && isQuietCode(file, analysis.texts.get(file));
    const containers = all.filter(({ place }) => !quiet(place.file));
    const allTables = tableCosts(analysis.project.eql, settings.eql, rows);
    const tables = allTables.filter(({ columns }) => columns.some(({ column }) => !quiet(column.place.file)));
    const models = modelCosts(analysis.project.blindIndex, rows);
    const allCode = codeTableCosts(analysis.project.blindIndex.codeIndexes, rows);
    const codeTables = allCode.filter(({ place }) => !quiet(place.file));
    const report: CostReport = { containers, tables, models, codeTables, rows, line: lineOf(analysis.texts) };
    const hidden =
      fieldsOf(all) -
      fieldsOf(containers) +
      columnsOf(allTables) -
      columnsOf(tables) +
      indexesOf(allCode) -
      indexesOf(codeTables);
    const notes = [
      ...(declaresMongodb(analysis.project) ? settings.notes : []),
      ...project.notes,
      ...settings.problems.map(({ place, message }) => `${visible(place.file)}: ${visible(message)}`),
      ...unreadableNotes(unreadable),
      ...(hidden > 0
        ? [
            `${counted(hidden, 'field')} of tests, scripts and generated code left out; --include-tests shows them`,
          ]
        : []),
    ];
    let failed =
      isIncomplete(project, unreadable) || settings.problems.some(({ severity }) => severity === 'error');
    for (const { format, file } of outputs.length > 0
      ? outputs
      : [{ format: 'text' as const, file: undefined }]) {
      const text = await render(format, report, io, file === undefined);
      if (file === undefined) io.stdout(text);
      else {
        const problem = await writeOwnFile(io.cwd, file, text);
        if (problem === undefined) continue;
        notes.push(`the costs cannot be written to ${visible(file)}: ${problem.reason}`);
        failed = true;
      }
    }
    for (const note of notes) io.stderr(`encsafe: ${note}\n`);
    return failed ? exitCodes.wrongUse : exitCodes.clean;
  },
};

async function render(format: FormatName, report: CostReport, io: Io, printed: boolean): Promise<string> {
  if (format === 'json') return (await import('../report/cost-json.ts')).costJson(report);
  const { costText } = await import('../report/cost-text.ts');
  const terminal = printed && io.stdoutIsTerminal;
  return costText(report, {
    colors: colorsFor(printed && wantsColor(io.env, terminal)),
    columns: terminal ? io.columns : undefined,
  });
}

function fieldsOf(containers: CostReport['containers']): number {
  return containers.reduce((sum, { fields }) => sum + fields.length, 0);
}

function columnsOf(tables: CostReport['tables']): number {
  return tables.reduce((sum, { columns }) => sum + columns.length, 0);
}

function indexesOf(tables: CostReport['codeTables']): number {
  return tables.reduce((sum, { indexes }) => sum + indexes.length, 0);
}

function lineOf(texts: ReadonlyMap<string, string>): CostReport['line'] {
  const known = new Map<string, Lines>();
  return ({ file, start }) => {
    const lines = known.get(file) ?? linesOf(texts.get(file) ?? '');
    known.set(file, lines);
    return lines.positionAt(start).line;
  };
}

function wrongUse({ wrong }: WrongUse, io: Io): number {
  io.stderr(`encsafe cost: ${wrong}\n`);
  return exitCodes.wrongUse;
}
