import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionRequest,
  CompletionResolveRequest,
} from 'vscode-languageserver/node';
import { rangesOf } from '../../server/lsp/ranges.ts';
import { startClient } from './lsp-client.ts';

export interface Completed {
  readonly labels: readonly string[];
  readonly items: readonly CompletionItem[];
  /** The text after an item was taken, with every stop of a snippet at what it proposes. */
  readonly apply: (label: string) => string;
}

export interface CompleteOptions {
  /** The release that runs; without it the newest is assumed. */
  readonly mongodb?: string;
  readonly snippets?: boolean;
  /** Other files of the folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
}

export interface Completer {
  readonly complete: (file: string, marked: string) => Promise<Completed>;
  readonly resolve: (item: CompletionItem) => Promise<CompletionItem>;
}

/** A client that asks where the first `|` of a text stands. */
export async function startCompleter(options: CompleteOptions = {}): Promise<Completer> {
  const { mongodb, snippets = false, files = {} } = options;
  const client = await startClient({
    files:
      mongodb === undefined
        ? files
        : { 'encsafe.config.json': JSON.stringify({ targets: { mongodb } }), ...files },
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: snippets } } },
      ...options.capabilities,
    },
  });
  return {
    resolve: (item) => client.connection.sendRequest(CompletionResolveRequest.type, item),
    async complete(file, marked) {
      const offset = marked.indexOf('|');
      if (offset < 0) throw new Error('no | in the text');
      const text = marked.slice(0, offset) + marked.slice(offset + 1);
      await client.open(file, text);
      const answer = await client.connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri: client.uri(file) },
        position: rangesOf(text).positionAt(offset),
      });
      await client.close(file);
      const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
      return {
        items,
        labels: items.map(({ label }) => label),
        apply(label) {
          const item = items.find((one) => one.label === label);
          if (item === undefined)
            throw new Error(`${label} is not offered, but ${items.map((one) => one.label)}`);
          return applyItem(text, item);
        },
      };
    },
  };
}

export function applyItem(text: string, { textEdit, additionalTextEdits = [] }: CompletionItem): string {
  if (textEdit === undefined || !('range' in textEdit)) throw new Error('an item without an edit');
  const { offsetAt } = rangesOf(text);
  const edits = [{ ...textEdit, newText: expand(textEdit.newText) }, ...additionalTextEdits]
    .map(({ range, newText }) => ({ start: offsetAt(range.start), end: offsetAt(range.end), newText }))
    .sort((one, other) => other.start - one.start);
  return edits.reduce(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

/** What stands there when a person takes every proposal of a snippet. */
function expand(snippet: string): string {
  if (!snippet.includes('$')) return snippet;
  return snippet
    .replaceAll(/(?<!\\)\$\{\d+\|((?:\\.|[^,|\\])*)[^}]*?\|\}/g, '$1')
    .replaceAll(/(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replaceAll(/(?<!\\)\$\d+/g, '')
    .replaceAll(/\\([\\$},|])/g, '$1');
}
