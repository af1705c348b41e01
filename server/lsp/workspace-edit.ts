import type {
  ClientCapabilities,
  CreateFile,
  SnippetTextEdit,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { DocumentEdits } from './diagnostic-data.ts';

/** Edits in the form that a client understands. */
export function workspaceEdit(
  { workspace }: ClientCapabilities,
  documents: readonly DocumentEdits[],
): WorkspaceEdit {
  if (workspace?.workspaceEdit?.documentChanges === true) {
    return { documentChanges: documents.map((document) => documentEdit(document, document.edits)) };
  }
  return { changes: Object.fromEntries(documents.map(({ uri, edits }) => [uri, [...edits]])) };
}

/** The same with a word that a person should write over: an editor that can selects it. */
export function editWithPlaceholder(
  client: ClientCapabilities,
  documents: readonly DocumentEdits[],
  placeholder: string,
): WorkspaceEdit {
  const { documentChanges, snippetEditSupport } = client.workspace?.workspaceEdit ?? {};
  if (documentChanges !== true || snippetEditSupport !== true) return workspaceEdit(client, documents);
  return {
    documentChanges: documents.map((document) =>
      documentEdit(
        document,
        document.edits.map((edit) => toSnippet(edit, placeholder)),
      ),
    ),
  };
}

/** The edits of one fix; undefined for a client that cannot make a document that the fix needs. */
export function fixEdit(
  client: ClientCapabilities,
  documents: readonly DocumentEdits[],
): WorkspaceEdit | undefined {
  if (!documents.some(({ creates }) => creates === true)) return workspaceEdit(client, documents);
  if (!makesDocuments(client)) return undefined;
  return {
    documentChanges: documents.flatMap((document): (CreateFile | TextDocumentEdit)[] => {
      const edit = documentEdit(document, document.edits);
      return document.creates === true
        ? [{ kind: 'create', uri: document.uri, options: { overwrite: false, ignoreIfExists: false } }, edit]
        : [edit];
    }),
  };
}

/** Makes a document and fills it; undefined for a client that cannot make one. */
export function creatingEdit(
  client: ClientCapabilities,
  documents: readonly DocumentEdits[],
): WorkspaceEdit | undefined {
  if (!makesDocuments(client)) return undefined;
  return {
    documentChanges: documents.flatMap((document): (CreateFile | TextDocumentEdit)[] => [
      { kind: 'create', uri: document.uri, options: { overwrite: false, ignoreIfExists: true } },
      documentEdit(document, document.edits),
    ]),
  };
}

function makesDocuments({ workspace }: ClientCapabilities): boolean {
  const { documentChanges, resourceOperations } = workspace?.workspaceEdit ?? {};
  return documentChanges === true && resourceOperations?.includes('create') === true;
}

function documentEdit(
  { uri, version }: DocumentEdits,
  edits: readonly (TextEdit | SnippetTextEdit)[],
): TextDocumentEdit {
  return { textDocument: { uri, version }, edits: [...edits] };
}

function toSnippet({ range, newText }: TextEdit, placeholder: string): TextEdit | SnippetTextEdit {
  const at = newText.lastIndexOf(placeholder);
  if (at < 0) return { range, newText };
  const escaped = (text: string) => text.replace(/[\\$}]/g, '\\$&');
  const value = `${escaped(newText.slice(0, at))}\${1:${escaped(placeholder)}}${escaped(newText.slice(at + placeholder.length))}`;
  return { range, snippet: { kind: 'snippet', value } };
}
