import { describe, expect, test } from 'vitest';
import type { ClientCapabilities } from 'vscode-languageserver';
import type { DocumentEdits } from './diagnostic-data.ts';
import { fixEdit } from './workspace-edit.ts';

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const open: DocumentEdits = {
  uri: 'file:///a.sql',
  version: 3,
  edits: [{ range: start, newText: '-- a\n' }],
};
const made: DocumentEdits = {
  uri: 'file:///002.sql',
  version: null,
  creates: true,
  edits: [{ range: start, newText: 'SELECT 1;\n' }],
};
const client = (documentChanges: boolean, ...resourceOperations: 'create'[]): ClientCapabilities => ({
  workspace: { workspaceEdit: { documentChanges, resourceOperations } },
});

describe('a fix that needs a new file', () => {
  test('makes it and fills it, and fails where one of that name is there', () => {
    expect(fixEdit(client(true, 'create'), [open, made])).toEqual({
      documentChanges: [
        { textDocument: { uri: open.uri, version: 3 }, edits: open.edits },
        { kind: 'create', uri: made.uri, options: { overwrite: false, ignoreIfExists: false } },
        { textDocument: { uri: made.uri, version: null }, edits: made.edits },
      ],
    });
  });

  test.each([
    ['knows no document changes', client(false, 'create')],
    ['cannot make files', client(true)],
    ['says nothing', {}],
  ])('is left out for a client that %s', (_what, capabilities) => {
    expect(fixEdit(capabilities, [open, made])).toBeUndefined();
    expect(fixEdit(capabilities, [open])).toBeDefined();
  });
});
