import path from 'node:path';
import type { Finding } from '../../rules/model/finding.ts';
import { counted } from '../../rules/model/words.ts';
import { toEdits } from '../edit/edits.ts';
import { countFields, countLookups, declaresMongodb } from '../project/declares.ts';
import { wantsColor } from '../report/colors.ts';
import { visible } from '../report/escape.ts';
import { type FormatName, formatNames, formats, wholeFormats } from '../report/formats.ts';
import { linesOf } from '../report/positions.ts';
import type { Report, ReportedFile, Surroundings } from '../report/report.ts';
import { type BaselineUse, openBaseline, updateBaseline } from './baseline-file.ts';
import { type Checked, check } from './check.ts';
import type { Command } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong, readFlags, type WrongUse } from './flags.ts';
import { type Output, readOutputs } from './format-flags.ts';
import type { Io } from './io.ts';
import { openProject } from './open-project.ts';
import { pageUri, readPage } from './pages.ts';
import { createStopwatch } from './stopwatch.ts';
import { readTargetFlags, targetFlags } from './target-flags.ts';
import { isIncomplete, unreadableNotes, unreadableOf } from './unreadable.ts';
import { type RuleSeverities, readCount, readRuleSeverities } from './values.ts';
import { version } from './version.ts';
import { writeOwnFile } from './write-file.ts';

const flags = {
  format: {
    value: 'FORMAT[=FILE]',
    many: true,
    description: `${formatNames.join(', ')}; may be given more than once, each to its own FILE`,
  },
  fix: { description: 'apply the safe fixes to the files' },
  'fix-dry-run': { description: 'print what --fix would change, as a diff, and change nothing' },
  'max-warnings': { value: 'N', description: 'exit with 1 when there are more warnings than N' },
  quiet: { description: 'report errors only' },
  rule: { value: 'ID=SEVERITY', many: true, description: 'set a rule to off, info, warning or error' },
  ...targetFlags,
  'print-config': { value: 'FILE', description: 'print what holds for FILE, and where it comes from' },
  baseline: {
    value: 'FILE',
    description: 'findings that are known and not reported; encsafe.baseline.json if it is there',
  },
  'update-baseline': {
    description: 'write the findings into the baseline; one that exists can only shrink',
  },
  'include-tests': { description: 'report in tests, seeds, migrations, scripts and generated code too' },
  statistics: { description: 'say what was read and how long it took' },
  help: { short: 'h', description: 'this text' },
} as const;

export const lintCommand: Command = {
  help: {
    name: 'lint',
    usage: 'lint [PATH ...]',
    summary: 'finds what the engine would refuse, what costs too much and what leaks',
    description:
      'Checks the files at the paths, or below the working directory. A path that is named is always read; what stands around it is read to understand it, and nothing is reported there.',
    flags,
    examples: [
      ['encsafe lint', 'everything below this folder'],
      ['encsafe lint --mongodb 8.2 src', 'one folder, checked for MongoDB 8.2'],
      ['encsafe lint --format text --format sarif=encsafe.sarif', 'for people, and for code scanning'],
      ['encsafe lint --fix-dry-run', 'what --fix would change'],
    ],
  },
  async run(argv, io) {
    const options = readOptions(argv, io);
    return isWrong(options) ? wrongUse(options, io) : lintWith(options, io);
  },
};

interface Options {
  readonly paths: readonly string[];
  readonly outputs: readonly Output<FormatName>[];
  readonly fix: 'write' | 'show' | 'none';
  readonly maxWarnings: number;
  readonly quiet: boolean;
  readonly flags: Exclude<ReturnType<typeof readTargetFlags>, WrongUse>;
  readonly rules: RuleSeverities;
  readonly printConfig: string | undefined;
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly includeTests: boolean;
  readonly statistics: boolean;
}

function readOptions(argv: readonly string[], { env }: Io): Options | WrongUse {
  const args = readFlags(argv, flags);
  if (isWrong(args)) return args;
  const given = args.flags;
  const outputs = readOutputs(given.format, formatNames, wholeFormats);
  if (isWrong(outputs)) return outputs;
  const targets = readTargetFlags(given);
  if (isWrong(targets)) return targets;
  const rules = readRuleSeverities(given.rule);
  if (isWrong(rules)) return rules;
  const most = given['max-warnings'];
  const maxWarnings = most === undefined ? Number.POSITIVE_INFINITY : readCount('--max-warnings', most, 0);
  if (typeof maxWarnings === 'object') return maxWarnings;
  const show = given['fix-dry-run'];
  if (given.fix && show)
    return { wrong: '--fix changes the files and --fix-dry-run does not: give one of them' };
  const printed = outputs.find(({ file }) => file === undefined);
  if (show && printed !== undefined) {
    const { format } = printed;
    return { wrong: `--fix-dry-run prints a diff: give the format a file, --format ${format}=FILE` };
  }
  return {
    paths: args.rest,
    outputs: outputs.length > 0 || show ? outputs : usualOutputs(env),
    fix: given.fix ? 'write' : show ? 'show' : 'none',
    maxWarnings,
    quiet: given.quiet,
    flags: targets,
    rules,
    printConfig: given['print-config'],
    baseline: given.baseline,
    updateBaseline: given['update-baseline'],
    includeTests: given['include-tests'],
    statistics: given.statistics,
  };
}

/** In GitHub Actions a person reads the log and the changed lines. */
function usualOutputs(env: Io['env']): readonly Output<FormatName>[] {
  return env.GITHUB_ACTIONS === 'true' ? [{ format: 'text' }, { format: 'github' }] : [{ format: 'text' }];
}

async function lintWith(options: Options, io: Io): Promise<number> {
  const watch = createStopwatch();
  const ruleTimes = createStopwatch();
  const settingsFlags = { ...options.flags, rules: Object.fromEntries(options.rules) };
  if (options.printConfig !== undefined) {
    const { printConfig } = await import('./print-config.ts');
    return printConfig(options.printConfig, settingsFlags, io);
  }
  const baseline = await openBaseline(options.baseline, options.updateBaseline, io.cwd);
  if (isWrong(baseline)) return wrongUse(baseline, io);
  const project = await openProject(options.paths, settingsFlags, io, watch);
  if (isWrong(project)) return wrongUse(project, io);

  const checkOptions = {
    includeTests: options.includeTests,
    today: io.now().toISOString().slice(0, 10),
    baseline: options.updateBaseline ? undefined : baseline.known,
  };
  const first = await check(project, checkOptions, watch, ruleTimes);
  const again = async (texts: ReadonlyMap<string, string>) =>
    check(await project.withTexts(texts), checkOptions, createStopwatch(), createStopwatch());
  const fixed =
    options.fix === 'none'
      ? undefined
      : await watch.time('fixes', async () => {
          const { fixAll } = await import('../session/fix-all.ts');
          return fixAll(first, again);
        });
  const notes: string[] = [];
  let checked = fixed?.checked ?? first;
  if (fixed !== undefined) {
    const { showFixes, writeFixes } = await import('./show-fixes.ts');
    if (options.fix === 'show') notes.push(...(await showFixes(fixed, first, io)));
    else {
      const outcome = await writeFixes(fixed, io);
      notes.push(...outcome.notes);
      // What stayed as it was still has its findings.
      if (!outcome.whole) checked = await again(outcome.written);
    }
  }
  if (options.updateBaseline) {
    const updated = await updateBaseline(checked, baseline, io.cwd);
    if (isWrong(updated)) return wrongUse(updated, io);
    notes.push(...updated.notes);
    checked = updated.checked;
  }
  notes.unshift(...projectNotes(checked, options, baseline));

  const report = toReport(checked, options.quiet);
  const written = await watch.time('report', () => printReport(report, options.outputs, io));
  notes.push(...written.notes);
  for (const note of notes) io.stderr(`encsafe: ${note}\n`);
  if (options.statistics) {
    const { statistics } = await import('./statistics.ts');
    io.stderr(statistics(checked, watch, ruleTimes));
  }
  return exitCode(checked, options, written.failed);
}

function projectNotes(
  { project, analysis, baselined, quiet }: Checked,
  options: Options,
  use: BaselineUse,
): string[] {
  return [
    ...(declaresMongodb(analysis.project) ? project.settings.notes : []),
    ...project.notes,
    ...unreadableNotes(unreadableOf(project, analysis)),
    ...(quiet > 0 && !options.includeTests
      ? [
          `${counted(quiet, 'finding')} in tests, scripts and generated code left out; --include-tests reports them`,
        ]
      : []),
    ...(baselined?.notes ?? []),
    ...(baselined !== undefined && baselined.known.length > 0
      ? [`${counted(baselined.known.length, 'known finding')} left out by ${visible(use.file)}`]
      : []),
  ];
}

function exitCode(
  { findings, project, analysis }: Checked,
  { maxWarnings }: Options,
  failed: boolean,
): number {
  if (findings.some(({ rule }) => rule === 'encsafe/rule-crashed')) return exitCodes.fault;
  const incomplete = isIncomplete(project, unreadableOf(project, analysis));
  if (failed || incomplete || project.settings.problems.some(({ severity }) => severity === 'error')) {
    return exitCodes.wrongUse;
  }
  const count = (wanted: Finding['severity']) =>
    findings.filter(({ severity }) => severity === wanted).length;
  return count('error') > 0 || count('warning') > maxWarnings ? exitCodes.findings : exitCodes.clean;
}

function toReport(checked: Checked, quiet: boolean): Report {
  const { analysis, texts, sourceOf, suppressed } = checked;
  const findings = quiet ? checked.findings.filter(({ severity }) => severity === 'error') : checked.findings;
  const count = (wanted: Finding['severity']) =>
    findings.filter(({ severity }) => severity === wanted).length;
  const secrets = new Map(analysis.facts.map((one) => [one.file, one.secrets]));
  const files = new Map<string, ReportedFile>();
  return {
    findings,
    summary: {
      files: analysis.looked,
      fields: countFields(analysis.project, analysis.reported),
      lookups: countLookups(analysis.project, analysis.reported),
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed,
      hidden: checked.findings.length - findings.length,
    },
    unreadable: unreadableOf(checked.project, analysis),
    file(file) {
      const known = files.get(file);
      const text = texts.get(file);
      if (known !== undefined || text === undefined) return known;
      const made = { lines: linesOf(text), secrets: secrets.get(file) ?? [] };
      files.set(file, made);
      return made;
    },
    edits: (fix) => toEdits(fix, sourceOf),
  };
}

interface Written {
  readonly notes: readonly string[];
  readonly failed: boolean;
}

async function printReport(report: Report, outputs: readonly Output<FormatName>[], io: Io): Promise<Written> {
  const notes: string[] = [];
  let failed = false;
  for (const { format, file } of outputs) {
    const render = await formats[format]();
    const { text, note } = await render(report, surroundings(io, file === undefined));
    if (note !== undefined) notes.push(note);
    if (file === undefined) io.stdout(text);
    else {
      const problem = await writeOwnFile(io.cwd, file, text);
      if (problem !== undefined) {
        notes.push(`the ${format} report cannot be written to ${visible(file)}: ${problem.reason}`);
        failed = true;
      }
    }
  }
  return { notes, failed };
}

function surroundings(io: Io, printed: boolean): Surroundings {
  const terminal = printed && io.stdoutIsTerminal;
  return {
    terminal,
    color: printed && wantsColor(io.env, terminal),
    columns: terminal ? io.columns : undefined,
    version: version(),
    prefix: prefixInCheckout(io),
    pageUri,
    page: readPage,
  };
}

/** GitHub names files from the top of the checkout, which may stand above the working directory. */
function prefixInCheckout({ cwd, env }: Io): string {
  const top = env.GITHUB_WORKSPACE;
  if (env.GITHUB_ACTIONS !== 'true' || top === undefined || top === '') return '';
  const relative = path.relative(top, cwd).split(path.sep).join('/');
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? '' : `${relative}/`;
}

function wrongUse({ wrong }: WrongUse, io: Io): number {
  io.stderr(`encsafe lint: ${wrong}\n`);
  return exitCodes.wrongUse;
}
