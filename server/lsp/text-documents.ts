import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/**
 * Documents as their client edits them. A client may name places behind the end of a line or of the text: they mean
 * that end, and must be brought there before the change, or the count of the lines goes wrong for all that follow.
 */
export const textDocuments: TextDocumentsConfiguration<TextDocument> = {
  create: (uri, languageId, version, text) => TextDocument.create(uri, languageId, version, text),
  update(document, changes, version) {
    let updated = document;
    for (const change of changes) updated = TextDocument.update(updated, [inside(change, updated)], version);
    return updated;
  },
};

function inside(
  change: TextDocumentContentChangeEvent,
  document: TextDocument,
): TextDocumentContentChangeEvent {
  if (!('range' in change)) return change;
  const { start, end } = change.range;
  const [from, to] = [document.offsetAt(start), document.offsetAt(end)].sort((one, other) => one - other);
  return {
    range: { start: document.positionAt(from ?? 0), end: document.positionAt(to ?? 0) },
    text: change.text,
  };
}
