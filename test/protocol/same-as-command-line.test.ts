import { cpSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { caseNames, casesFolder } from '../support/case-files.ts';
import { fullCapabilities } from '../support/lsp-client.ts';
import { folderOf, runIn } from '../support/run-command.ts';
import { ensureBuilt, startProcess } from '../support/server-process.ts';

interface Row {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
}

const severities = ['', 'error', 'warning', 'info'];

beforeAll(ensureBuilt, 120_000);

test('every case: the server finds what the command line finds', async () => {
  const folder = folderOf({});
  cpSync(casesFolder, folder, { recursive: true });
  const client = await startProcess({ folder, folders: [...caseNames], capabilities: fullCapabilities });
  const { items } = await client.pullWorkspace();
  const served = new Map<string, Row[]>(caseNames.map((name) => [name, []]));
  for (const item of items) {
    const name = caseNames.find((one) => item.uri.startsWith(`${client.uri(one)}/`)) ?? '';
    const file = decodeURIComponent(item.uri.slice(client.uri(name).length + 1));
    if (item.kind !== 'full') throw new Error(`${item.uri} was not reported in full`);
    served.get(name)?.push(
      ...item.items.map(({ range, code, severity, message }) => ({
        file,
        line: range.start.line + 1,
        column: range.start.character + 1,
        endLine: range.end.line + 1,
        endColumn: range.end.character + 1,
        rule: String(code),
        severity: severities[severity ?? 0] ?? '',
        message: String(message),
      })),
    );
  }
  const printed = new Map<string, Row[]>();
  for (const name of caseNames) {
    const { stdout } = await runIn(path.join(folder, name), ['lint', '--format', 'json']);
    const { findings } = JSON.parse(stdout) as { findings: readonly (Row & object)[] };
    printed.set(
      name,
      findings.map(({ file, line, column, endLine, endColumn, rule, severity, message }) => ({
        file,
        line,
        column,
        endLine,
        endColumn,
        rule,
        severity,
        message,
      })),
    );
  }
  expect([...printed.values()].flat().length).toBeGreaterThan(100);
  for (const name of caseNames) expect([name, served.get(name)]).toEqual([name, printed.get(name)]);
});
