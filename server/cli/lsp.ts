import { visible } from '../report/escape.ts';
import type { Command } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong, readFlags, type WrongUse } from './flags.ts';

const flags = {
  stdio: { description: 'talk over standard input and output, as most editors do' },
  'node-ipc': { description: 'talk over the channel of the Node process that started this one' },
  socket: { value: 'PORT', description: 'connect to a port of this machine' },
  pipe: { value: 'NAME', description: 'connect to a named pipe, or a socket in the file system' },
  clientProcessId: { value: 'ID', description: 'the process of the editor: the server ends with it' },
  help: { short: 'h', description: 'this text' },
} as const;

export const lspCommand: Command = {
  help: {
    name: 'lsp',
    usage: 'lsp --stdio',
    summary: 'the language server, for any editor that speaks its protocol',
    description:
      'Runs the language server until the editor ends it. docs/editors.md says how to set up editors.',
    flags,
    examples: [['encsafe lsp --stdio', 'what an editor is told to start']],
  },
  async run(argv, io) {
    const problem = wrongUse(argv);
    if (problem !== undefined) {
      io.stderr(`encsafe lsp: ${problem.wrong}\n`);
      return exitCodes.wrongUse;
    }
    // It finds its flags in the arguments of the process, and ends the process when the editor says so.
    await import('../lsp/node/main.ts');
    return exitCodes.clean;
  },
};

function wrongUse(argv: readonly string[]): WrongUse | undefined {
  const args = readFlags(argv, flags);
  if (isWrong(args)) return args;
  const { stdio, 'node-ipc': ipc, socket, pipe } = args.flags;
  if (args.rest.length > 0) return { wrong: 'lsp takes no paths: the editor says which folders are open' };
  const ways = [stdio, ipc, socket !== undefined, pipe !== undefined].filter((given) => given).length;
  if (ways === 0) return { wrong: 'say how the editor talks to it: encsafe lsp --stdio' };
  if (ways > 1) return { wrong: 'give one of --stdio, --node-ipc, --socket and --pipe' };
  if (
    socket !== undefined &&
    !(/^\d{1,5}$/.test(socket) && Number(socket) >= 1 && Number(socket) <= 65_535)
  ) {
    return { wrong: `--socket needs a port from 1 to 65535, not ${visible(socket)}` };
  }
  if (ipc && process.send === undefined) {
    return { wrong: '--node-ipc is for editors that run on Node: nobody is at the other end here' };
  }
  return undefined;
}
