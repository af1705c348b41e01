import { expect, test } from 'vitest';
import { catalogue } from '../../rules/catalogue.ts';
import { folderOf, runIn } from '../../test/support/run-command.ts';
import { columnsOf } from '../report/cells.ts';

test('without an id every rule stands on a line with its severity', async () => {
  const { code, stdout } = await runIn(folderOf({}), ['explain']);
  expect(code).toBe(0);
  for (const { id, severity, title } of catalogue) {
    expect(stdout).toMatch(new RegExp(`^ +${id} +${severity} +`, 'm'));
    expect(stdout).toContain(title);
  }
});

test('a page is shown for the terminal it is on', async () => {
  const { code, stdout } = await runIn(folderOf({}), ['explain', 'mongodb/query-type-combination'], {
    stdoutIsTerminal: true,
    columns: 60,
    env: { NO_COLOR: '1' },
  });
  expect(code).toBe(0);
  expect(stdout.startsWith('mongodb/query-type-combination\n\n')).toBe(true);
  expect(stdout).toContain('\nWhat is wrong\n');
  const prose = stdout.split('\n').filter((line) => !line.includes('│') && line.includes(' '));
  for (const line of prose) expect(columnsOf(line)).toBeLessThanOrEqual(64);
});
