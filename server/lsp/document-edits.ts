import type { TextEdit as FileEdit } from '../edit/text-edit.ts';
import type { SessionState } from '../session/session.ts';
import type { ServerContext } from './context.ts';
import type { DocumentEdits } from './diagnostic-data.ts';
import type { Folder } from './folders.ts';
import { knownRanges } from './known-ranges.ts';

type Context = Pick<ServerContext, 'openText' | 'openVersion' | 'uriOf'>;

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Edits of files as edits of documents; undefined when one of them is not what the state was made of. */
export function documentEdits(
  context: Context,
  folder: Folder,
  { texts }: Pick<SessionState, 'texts'>,
  edits: readonly FileEdit[],
): readonly DocumentEdits[] | undefined {
  const files = new Map<string, FileEdit[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  const documents: DocumentEdits[] = [];
  for (const [file, own] of files) {
    const text = texts.get(file);
    const uri = context.uriOf(folder, file);
    if (own.some(({ creates }) => creates === true)) {
      // What is open under that name is a file of somebody else.
      if (text !== undefined || context.openVersion(uri) !== undefined) return undefined;
      documents.push({
        uri,
        version: null,
        creates: true,
        edits: own.map(({ text: newText }) => ({ range: start, newText })),
      });
      continue;
    }
    const open = context.openText(uri);
    if (text === undefined || (open !== undefined && open !== text)) return undefined;
    const { rangeOf } = knownRanges(text);
    documents.push({
      uri,
      version: context.openVersion(uri) ?? null,
      edits: own.map((edit) => ({ range: rangeOf(edit), newText: edit.text })),
    });
  }
  return documents;
}
