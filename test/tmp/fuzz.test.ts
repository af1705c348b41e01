import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnostic, Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { listOf } from '../support/field-lists.ts';
import { type Client, fullCapabilities, startClient } from '../support/lsp-client.ts';

const files: Readonly<Record<string, string>> = {
  'a.json': listOf('Equality'),
  'crlf.json': listOf('substring').replaceAll('\n', '\r\n'),
  'b.yaml':
    'encryptedFields:\n  fields:\n    - path: référence😀\n      keyAltName: k\n      bsonType: string\n      queries: { queryType: Equality }\n',
  'kind.ts': `export const kind = 'Equality'; // 😀\n`,
  'c.ts': `import { kind } from '../protocol/kind.js';\nexport const x = { fields: [\n  { path: 'reference', bsonType: 'string', keyAltName: 'k', queries: { queryType: kind, contention: 0 } },\n] };\n`,
  'docker-compose.yml': 'services:\n  db:\n    image: mongo:8.2\n',
  'encsafe.config.json': '{\n  "rules": { "mongodb/query-type-name": "warning" }\n}\n',
};
const names = Object.keys(files);

const pieces = [
  '',
  '"',
  '{',
  '}',
  ']',
  ',',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '  ',
  '# encsafe-disable-next-line mongodb/query-type-name -- known\n',
  '// encsafe-disable-next-line mongodb/query-type-name -- known\n',
  '"queryType": "equality",',
  'queryType: range',
  'mongo:9.0',
  'substring',
  '"off"',
  '😀',
  'é',
  '\u2028',
  '\ud800',
  '\ufeff',
  '/*',
  '`${',
  '*a',
];

const position = fc.record({ line: fc.nat(14), character: fc.nat(60) });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      file: fc.constantFrom(...names),
      start: position,
      lines: fc.nat(2),
      character: fc.nat(40),
      text: fc.constantFrom(...pieces),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), file: fc.constantFrom(...names) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reopen' as const), file: fc.constantFrom(...names) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('pull' as const, 'workspace' as const),
      file: fc.constantFrom(...names),
    }),
  },
);

/** All that is said of every document, but for the versions, which count the edits. */
async function said(client: Client): Promise<unknown> {
  const all: [string, readonly Diagnostic[]][] = [];
  for (const file of names) all.push([file, await client.diagnostics(file)]);
  return JSON.parse(JSON.stringify(all, (key, value: unknown) => (key === 'version' ? undefined : value)));
}

test('random edits leave the server alive, and saying what a fresh start says', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const client = await startClient({ files, capabilities: fullCapabilities });
      const open = new Map<string, TextDocument>();
      for (const file of names) {
        await client.open(file);
        open.set(file, TextDocument.create(file, '', 1, files[file] ?? ''));
      }
      const pending: Promise<unknown>[] = [];
      for (const one of steps) {
        const document = open.get(one.file);
        if (document === undefined) continue;
        switch (one.kind) {
          case 'edit': {
            const { start, lines, character, text } = one;
            const end =
              lines === 0
                ? { line: start.line, character: start.character + (character % 5) }
                : { line: start.line + lines, character };
            const range: Range = { start, end };
            const now = document.getText();
            const [from, to] = [document.offsetAt(start), document.offsetAt(end)];
            const changed = now.slice(0, from) + text + now.slice(Math.max(from, to));
            open.set(one.file, TextDocument.create(one.file, '', 1, changed));
            await client.edit(one.file, range, text);
            break;
          }
          case 'replace': {
            const text = files[one.file] ?? '';
            open.set(one.file, TextDocument.create(one.file, '', 1, text));
            await client.change(one.file, text);
            break;
          }
          case 'reopen': {
            await client.close(one.file);
            await client.open(one.file, document.getText());
            break;
          }
          case 'pull':
            pending.push(client.pull(one.file));
            break;
          case 'workspace':
            pending.push(client.pullWorkspace());
        }
      }
      await Promise.all(pending);
      const fresh = await startClient({ files, capabilities: fullCapabilities });
      for (const [file, document] of open) await fresh.open(file, document.getText());
      expect(await said(client)).toEqual(await said(fresh));
      for (const [file, document] of open) {
        for (const { range } of await client.diagnostics(file)) expect(isInside(range, document)).toBe(true);
      }
      await Promise.all([client.stop(), fresh.stop()]);
    }),
    { numRuns: 10_000 },
  );
});

function isInside({ start, end }: Range, document: TextDocument): boolean {
  return [start, end].every((one) => {
    const back = document.positionAt(document.offsetAt(one));
    return back.line === one.line && back.character === one.character;
  });
}
