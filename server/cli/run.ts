import { existsSync } from 'node:fs';
import path from 'node:path';
import { visible } from '../report/escape.ts';
import { type Command, commandNames, commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { didYouMean } from './flags.ts';
import type { Io } from './io.ts';

/** The command line: arguments in, exit code out. It never ends the process. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const lines = reason.split('\n').map((line) => visible(line));
    io.stderr(`encsafe: a fault of encsafe itself, please report it: ${lines.join('\n')}\n`);
    return exitCodes.fault;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return printHelp(first === 'help' ? rest[0] : undefined, io);
  }
  if (first === '--version' || first === '-v') {
    const { version } = await import('./version.ts');
    io.stdout(`${version()}\n`);
    return exitCodes.clean;
  }
  if (!isCommand(first)) return wrong(first, rest, io);
  if (asksForHelp(rest)) return printHelp(first, io);
  const command = await commands[first]();
  return command.run(rest, io);
}

/** `--help` behind `--` is a path. */
function asksForHelp(rest: readonly string[]): boolean {
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  return own.includes('--help') || own.includes('-h');
}

async function printHelp(name: string | undefined, io: Io): Promise<number> {
  const { commandHelp, generalHelp } = await import('./help.ts');
  if (name === undefined) {
    const { version } = await import('./version.ts');
    const all = await Promise.all(commandNames.map(async (one) => (await commands[one]()).help));
    io.stdout(generalHelp(all, version()));
    return exitCodes.clean;
  }
  if (!isCommand(name)) return wrong(name, [], io);
  const command: Command = await commands[name]();
  io.stdout(commandHelp(command.help));
  return exitCodes.clean;
}

function isCommand(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}

function wrong(first: string, rest: readonly string[], io: Io): number {
  const shown = [first, ...rest].map(visible).join(' ');
  if (first.startsWith('-') || existsSync(path.resolve(io.cwd, first))) {
    io.stderr(`encsafe: a command comes first; did you mean encsafe lint ${shown}?\n`);
  } else {
    const hint = didYouMean(first, commandNames, (name) => `encsafe ${name}`);
    const known = hint === '' ? ` (${commandNames.join(', ')})` : '';
    io.stderr(`encsafe: there is no command ${visible(first)}${known}${hint}\n`);
  }
  return exitCodes.wrongUse;
}
