import { catalogue } from '../../rules/catalogue.ts';
import type { Severity } from '../../rules/model/finding.ts';
import type { Rule } from '../../rules/model/rule.ts';
import { type Colors, colorsFor, wantsColor } from '../report/colors.ts';
import { renderMarkdown } from '../report/markdown.ts';
import { wrap } from '../report/wrap.ts';
import type { Command } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong, readFlags } from './flags.ts';
import type { Io } from './io.ts';
import { readPage } from './pages.ts';
import { readRuleId } from './values.ts';

const flags = {
  help: { short: 'h', description: 'this text' },
} as const;

/** The widest line that reads well. */
const comfortable = 100;

export const explainCommand: Command = {
  help: {
    name: 'explain',
    usage: 'explain [ID]',
    summary: "a rule's page: what is wrong, why, what to write instead; without ID a list of all rules",
    description: "Prints a rule's page in the terminal; without an id, every rule with its severity.",
    flags,
    examples: [
      ['encsafe explain', 'every rule'],
      ['encsafe explain mongodb/text-length', 'one rule: what is wrong, why, and what to write instead'],
    ],
  },
  async run(argv, io) {
    const args = readFlags(argv, flags);
    if (isWrong(args)) return wrongUse(args.wrong, io);
    const [id, ...more] = args.rest;
    if (more.length > 0) return wrongUse('explain takes one rule id', io);
    const colors = colorsFor(wantsColor(io.env, io.stdoutIsTerminal));
    const width = Math.min(io.columns ?? comfortable, comfortable);
    if (id === undefined) {
      io.stdout(listOf(catalogue, colors, io.stdoutIsTerminal ? width : undefined));
      return exitCodes.clean;
    }
    const known = readRuleId(id);
    if (typeof known !== 'string') return wrongUse(known.wrong, io);
    const page = await readPage(known);
    if (page === undefined) throw new Error(`the page of ${known} is missing from this package`);
    io.stdout(renderMarkdown(page, { colors, width }));
    return exitCodes.clean;
  },
};

function wrongUse(message: string, io: Io): number {
  io.stderr(`encsafe explain: ${message}\n`);
  return exitCodes.wrongUse;
}

/** A line a rule where nobody looks at a terminal. */
function listOf(rules: readonly Rule[], colors: Colors, width: number | undefined): string {
  const widest = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.flatMap(({ id, severity, title, fix }) => {
    const mark = fix === 'safe' ? ' (--fix)' : '';
    const room = width === undefined ? undefined : Math.max(30, width - widest - 13);
    const [first = '', ...rest] = wrap(`${title}${mark}`, room);
    const indent = ' '.repeat(widest + 13);
    const head = `  ${colors.cyan(id.padEnd(widest))}  ${painted(severity, colors)}  ${first}`;
    return [head, ...rest.map((line) => indent + line)];
  });
  return `${lines.join('\n')}\n\nencsafe explain ID prints the page of a rule.\n`;
}

function painted(severity: Severity, colors: Colors): string {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue }[severity];
  return paint(severity.padEnd(7));
}
