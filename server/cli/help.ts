import type { Flags } from './flags.ts';

/** What `encsafe help` says of one command. */
export interface CommandHelp {
  readonly name: string;
  readonly usage: string;
  /** Half a sentence, for the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly flags: Flags;
  readonly examples: readonly (readonly [command: string, what: string])[];
}

export function commandHelp({ usage, description, flags, examples }: CommandHelp): string {
  return [
    `Usage: encsafe ${usage}`,
    description,
    section(
      'Flags',
      Object.entries(flags).map(([name, flag]) => [
        `${flag.short === undefined ? '' : `-${flag.short}, `}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
        flag.description,
      ]),
    ),
    section('Examples', examples),
  ]
    .join('\n\n')
    .concat('\n');
}

export function generalHelp(commands: readonly CommandHelp[], version: string): string {
  return [
    `encsafe ${version}: says whether a searchable-encryption schema or query is legal, what it costs and what it leaks, before the database does.`,
    'Usage: encsafe COMMAND [ARGUMENTS]',
    section(
      'Commands',
      commands.map(({ usage, summary }) => [usage, summary]),
    ),
    section('Flags', [
      ['-h, --help', 'this text; after a command, its flags'],
      ['-v, --version', 'the version'],
    ]),
    section('Exit codes', [
      ['0', 'clean'],
      ['1', 'findings: errors, or more warnings than --max-warnings allows'],
      ['2', 'wrong use, or a wrong configuration'],
      ['3', 'a fault of encsafe itself'],
    ]),
    'It reads files only: it never runs the code that it reads, opens no network connection and sends nothing.',
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
}
