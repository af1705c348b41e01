import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver';
import { joinPasses } from '../session/join-passes.ts';
import { reasonPlaceholder } from '../session/suppression-edit.ts';
import type { DocumentState, ServerContext } from './context.ts';
import { type DiagnosticData, type DocumentEdits, readDiagnosticData } from './diagnostic-data.ts';
import { documentEdits } from './document-edits.ts';
import { findingsOf, type ShownFinding } from './file-findings.ts';
import { knownRanges } from './known-ranges.ts';
import type { Feature } from './server.ts';
import { diagnosticData, diagnosticSource, diagnosticTaste, toDiagnostic } from './to-diagnostic.ts';
import { creatingEdit, editWithPlaceholder, fixEdit, workspaceEdit } from './workspace-edit.ts';

/** What fixes everything in a document that can be fixed without a question. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.encsafe`;

export const codeActions: Feature = {
  // Without literals a client runs commands only, and nothing here needs the server to write.
  capabilities: ({ textDocument }) =>
    textDocument?.codeAction?.codeActionLiteralSupport === undefined
      ? {}
      : {
          codeActionProvider: {
            codeActionKinds: [CodeActionKind.QuickFix, fixAllKind],
            resolveProvider: true,
          },
        },
  register(context) {
    context.connection.onCodeAction(async (parameters, token) => {
      const { only } = parameters.context;
      const actions = wants(only, CodeActionKind.QuickFix)
        ? await quickFixes(context, parameters, token)
        : [];
      if (token.isCancellationRequested) return [];
      if (wants(only, fixAllKind)) actions.push(...(await fixAllActions(context, parameters, token)));
      return token.isCancellationRequested ? [] : actions;
    });
    context.connection.onCodeActionResolve(async (action, token) => {
      const data: unknown = action.data;
      if (action.kind !== fixAllKind || !isFixAllData(data)) return action;
      const edits = await fixAllEdits(context, data.uri, token);
      return { ...action, edit: workspaceEdit(context.capabilities(), edits) };
    });
  },
};

/** A kind is wanted when it, or one that stands above it, is asked for. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`));
}

async function quickFixes(
  context: ServerContext,
  { textDocument: { uri }, range, context: { diagnostics } }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const own = diagnostics.filter(({ source }) => source === diagnosticSource);
  const ready = own.map((diagnostic) => ({
    diagnostic,
    data: fitting(context, readDiagnosticData(diagnostic.data)),
  }));
  const document =
    ready.length > 0 && ready.every(({ data }) => data !== undefined)
      ? undefined
      : await context.stateOf(uri, token);
  const open = context.openText(uri);
  // Where the text is ahead of what was found, places would not fit.
  const current =
    document !== undefined && (open === undefined || open === document.text) ? document : undefined;
  const found =
    ready.length > 0
      ? ready.flatMap(({ diagnostic, data }) => {
          const known = data ?? (current === undefined ? undefined : dataAgain(context, current, diagnostic));
          return known === undefined ? [] : [{ diagnostic, data: known }];
        })
      : current === undefined
        ? []
        : inRange(context, current, range);
  return merged([
    ...found.flatMap(({ diagnostic, data }) => fixActions(context, diagnostic, data)),
    ...found.flatMap(({ diagnostic, data }) => suppressionActions(context, diagnostic, data)),
  ]);
}

/** What a diagnostic carries, as long as every document that it would edit is as it was. */
function fitting(context: ServerContext, data: DiagnosticData | undefined): DiagnosticData | undefined {
  const fits = (edits: readonly DocumentEdits[]) =>
    edits.every(({ uri, version }) => (context.openVersion(uri) ?? null) === version);
  if (data === undefined || !data.fixes.every(({ edits }) => fits(edits))) return undefined;
  return data.suppression === undefined || fits(data.suppression.edits) ? data : undefined;
}

/** For a diagnostic that came without its data, or is older than the text: what is found at its place now. */
function dataAgain(
  context: ServerContext,
  document: DocumentState,
  { code, range, message }: Diagnostic,
): DiagnosticData | undefined {
  const { rangeOf } = knownRanges(document.text);
  const candidates = findingsOf(document.state, document.file).filter(({ finding }) => finding.rule === code);
  const at = candidates.filter(({ finding }) => isSameRange(rangeOf(finding.place), range));
  const shown =
    at.find(({ finding }) => finding.message === message) ??
    at[0] ??
    // It has moved with the text around it.
    candidates.find(({ finding }) => finding.message === message && meets(rangeOf(finding.place), range));
  return shown === undefined ? undefined : diagnosticData(shown, document, context);
}

/** For a client that asks about a range and sends no diagnostics. */
function inRange(
  context: ServerContext,
  document: DocumentState,
  range: Range,
): { readonly diagnostic: Diagnostic; readonly data: DiagnosticData }[] {
  const taste = { ...diagnosticTaste(context.capabilities()), data: false };
  const { rangeOf } = knownRanges(document.text);
  return findingsOf(document.state, document.file)
    .filter(({ finding }) => meets(rangeOf(finding.place), range))
    .flatMap((shown) => {
      const data = diagnosticData(shown, document, context);
      return data === undefined ? [] : [{ diagnostic: toDiagnostic(shown, document, context, taste), data }];
    });
}

function fixActions(context: ServerContext, diagnostic: Diagnostic, { fixes }: DiagnosticData): CodeAction[] {
  const safe = fixes.filter((fix) => fix.safe);
  return fixes.flatMap((fix) => {
    const edit = fixEdit(context.capabilities(), fix.edits);
    if (edit === undefined) return [];
    const preferred = safe.length === 1 && fix.safe ? { isPreferred: true } : {};
    const title = capitalised(fix.title);
    return [{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], ...preferred, edit }];
  });
}

function suppressionActions(
  context: ServerContext,
  diagnostic: Diagnostic,
  { suppression }: DiagnosticData,
): CodeAction[] {
  if (suppression === undefined) return [];
  const client = context.capabilities();
  const edit = suppression.creates
    ? creatingEdit(client, suppression.edits)
    : editWithPlaceholder(client, suppression.edits, reasonPlaceholder);
  if (edit === undefined) return [];
  return [{ title: suppression.title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], edit }];
}

/** Two findings that one change mends are one line of the menu. */
function merged(actions: readonly CodeAction[]): CodeAction[] {
  const byChange = new Map<string, CodeAction>();
  for (const action of actions) {
    const key = JSON.stringify([action.title, action.edit]);
    const known = byChange.get(key);
    byChange.set(
      key,
      known === undefined
        ? action
        : { ...known, diagnostics: [...(known.diagnostics ?? []), ...(action.diagnostics ?? [])] },
    );
  }
  return [...byChange.values()];
}

interface FixAllData {
  readonly uri: string;
}

function isFixAllData(data: unknown): data is FixAllData {
  return typeof data === 'object' && data !== null && 'uri' in data && typeof data.uri === 'string';
}

async function fixAllActions(
  context: ServerContext,
  { textDocument: { uri }, context: { only } }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const document = await context.stateOf(uri, token);
  if (document === undefined) return [];
  const fixable = findingsOf(document.state, document.file).filter(isFixable);
  // Beside the light bulb's own fixes it is worth its line when it does more than one of them.
  if (fixable.length < (only === undefined ? 2 : 1)) return [];
  const action = { title: 'Fix all that encsafe can fix safely', kind: fixAllKind };
  if (resolvesEdits(context)) return [{ ...action, data: { uri } satisfies FixAllData }];
  const edits = await fixAllEdits(context, uri, token);
  return edits.length === 0 ? [] : [{ ...action, edit: workspaceEdit(context.capabilities(), edits) }];
}

function isFixable({ finding, known }: ShownFinding): boolean {
  return !known && finding.fixes.some(({ safe }) => safe);
}

function resolvesEdits(context: ServerContext): boolean {
  const { resolveSupport, dataSupport } = context.capabilities().textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
}

/** The edits of all safe fixes of a document; none when it has changed meanwhile. */
async function fixAllEdits(
  context: ServerContext,
  uri: string,
  token: CancellationToken,
): Promise<readonly DocumentEdits[]> {
  const document = await context.stateOf(uri, token);
  if (document === undefined) return [];
  const { folder, file, state, text } = document;
  const { passes } = await folder.session.fixAll(file, state);
  if (token.isCancellationRequested || passes.length === 0) return [];
  return documentEdits(context, folder, state, joinPasses(file, text.length, passes)) ?? [];
}

function isSameRange(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}

function meets(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

function capitalised(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
