import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';
import { commandNames } from './commands.ts';
import { packageRoot } from './package-root.ts';

test('without a command, and with --help, it says what there is', async () => {
  const bare = await runIn(folderOf({}), []);
  expect(bare).toMatchObject({ code: 0, stderr: '' });
  expect(await runIn(folderOf({}), ['--help'])).toEqual(bare);
  for (const name of commandNames) expect(bare.stdout).toMatch(new RegExp(`^  ${name}\\b.*\\S`, 'm'));
});

test.each(commandNames)('%s --help shows its usage and its flags, and runs nothing', async (name) => {
  const { code, stdout, stderr } = await runIn(folderOf({}), [name, '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Usage: encsafe ${name}`));
  expect(stdout).toContain('-h, --help');
  expect(await runIn(folderOf({}), ['help', name])).toMatchObject({ code: 0, stdout });
});

test('--version says the version of the package', async () => {
  expect(await runIn(folderOf({}), ['--version'])).toEqual({
    code: 0,
    stdout: `${packageRoot().version}\n`,
    stderr: '',
  });
});

test.each([
  [['lnt'], 'there is no command lnt; did you mean encsafe lint?'],
  [['src'], 'a command comes first; did you mean encsafe lint src?'],
  [['--fix', 'src'], 'a command comes first; did you mean encsafe lint --fix src?'],
  [['frobnicate'], 'there is no command frobnicate (lint, cost, explain, init, lsp)'],
  [['lint', '--formt', 'json'], 'there is no flag --formt; did you mean --format?'],
  [['lint', '-x'], 'there is no flag -x'],
  [['lint', '--format', 'jsn'], 'did you mean json?'],
  [['lint', '--format'], '--format needs a value: --format FORMAT[=FILE]'],
  [['lint', '--format', '--fix'], '--format needs a value'],
  [['lint', '--format', 'json='], 'needs a file'],
  [['lint', '--format', 'json', '--format', 'text'], 'json would be mixed with another format'],
  [['lint', '--format', 'json=a', '--format', 'sarif=a'], 'two formats go to a'],
  [['lint', '--fix=yes'], '--fix takes no value'],
  [['lint', '--fix', '--fix-dry-run'], 'give one of them'],
  [['lint', '--fix-dry-run', '--format', 'json'], '--format json=FILE'],
  [['lint', '--max-warnings', 'many'], '--max-warnings needs a whole number, not many'],
  [['lint', '--max-warnings', '-1'], '--max-warnings needs a whole number, not -1'],
  [['lint', '--rule', 'mongodb/key-id'], '--rule mongodb/key-id=off'],
  [['lint', '--rule', 'mongodb/keyid=off'], 'did you mean mongodb/key-id?'],
  [['lint', '--rule', 'key-id=off'], 'did you mean mongodb/key-id?'],
  [['lint', '--rule', 'mongodb/key-id=warn'], 'did you mean warning?'],
  [['lint', '--mongodb', '9'], 'did you mean 9.0?'],
  [['lint', '--eql', '2.2.0'], '2.2.0 is no EQL release that encsafe knows'],
  [['lint', '--length', '2.5'], '--length needs a whole number, not 2.5'],
  [['lint', 'no-such-folder'], 'nothing is found at no-such-folder'],
  [['lint', '--baseline', 'none.json'], 'there is none'],
  [['cost', '--rows', '0'], '--rows needs a whole number from 1, not 0'],
  [['cost', '--format', 'sarif'], 'sarif is no format that encsafe knows (text, json)'],
  [['explain', 'mongodb/kye-id'], 'did you mean mongodb/key-id?'],
  [['lsp'], 'say how the editor talks to it: encsafe lsp --stdio'],
  [['lsp', '--stdio', '--node-ipc'], 'give one of --stdio, --node-ipc, --socket and --pipe'],
  [['lsp', '--stdoi'], 'did you mean --stdio?'],
  [['lsp', '--socket', 'none'], '--socket needs a port from 1 to 65535, not none'],
  [['lsp', '--socket=70000'], '--socket needs a port from 1 to 65535, not 70000'],
  [['lsp', '--stdio', 'src'], 'lsp takes no paths'],
  [['init', 'src'], 'run it in the folder of the project'],
])('%j is wrong use, and says what is right', async (argv, message) => {
  const { code, stdout, stderr } = await runIn(folderOf({ 'src/a.json': '{}' }), argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.startsWith('encsafe')).toBe(true);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('an argument cannot act on the terminal', async () => {
  const { stderr } = await runIn(folderOf({}), ['lint', '\u001b]0;x\u0007\nforged']);
  for (const sign of ['\u001b', '\u0007', '\nforged']) expect(stderr).not.toContain(sign);
});

test('a path behind -- may look like a flag', async () => {
  const { code, stderr } = await runIn(folderOf({ '--help': '{}' }), ['lint', '--', '--help']);
  expect({ code, stderr: stderr.includes('--help') }).toEqual({ code: 0, stderr: true });
});

test('a fault of encsafe itself has a code of its own', async () => {
  const { code, stderr } = await runIn(folderOf({}), ['lint'], {
    now: () => {
      throw new Error('no clock');
    },
  });
  expect(code).toBe(3);
  expect(stderr).toContain('a fault of encsafe itself, please report it: Error: no clock');
});
