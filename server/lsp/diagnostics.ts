import {
  type CancellationToken,
  type ClientCapabilities,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceDiagnosticParams,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { DocumentState, ServerContext } from './context.ts';
import { crashReporter, nowhere } from './crashes.ts';
import { shownFindings } from './file-findings.ts';
import type { Folder } from './folders.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type Report, Reports } from './reports.ts';
import type { Feature } from './server.ts';
import { uriKey } from './uris.ts';

export const diagnostics: Feature = {
  capabilities: (client) =>
    pulls(client)
      ? {
          diagnosticProvider: {
            identifier: 'encsafe',
            interFileDependencies: true,
            workspaceDiagnostics: true,
            workDoneProgress: true,
          },
        }
      : {},
  register(context) {
    const source = createSource(context);
    answerDocuments(context, source);
    answerWorkspace(context, source);
    const push = oneAtATime(() => pushOpen(context, source));
    const refresh = oneAtATime(() => refreshStale(context, source));
    context.onChanged(() => {
      if (!pulls(context.capabilities())) push();
      else if (context.capabilities().workspace?.diagnostics?.refreshSupport === true) refresh();
    });
  },
};

function pulls({ textDocument }: ClientCapabilities): boolean {
  return textDocument?.diagnostic !== undefined && textDocument.diagnostic !== null;
}

/** What was said to the client last of a document. */
interface Said {
  readonly report: Report;
  /** The text that it was said of; undefined for a closed document. */
  readonly text: string | undefined;
}

interface Source {
  readonly reports: Reports;
  /** By the client's own spelling, open documents only. */
  readonly said: Map<string, Said>;
  readonly lookForCrashes: ReturnType<typeof crashReporter>;
  /** What there is to say of a document as the client sees it now. Undefined when it is gone ahead for good. */
  readonly reportOf: (uri: string, token?: CancellationToken) => Promise<Report | undefined>;
}

/** Nothing is found in a document that stands nowhere, or where encsafe is switched off. */
const nothing: Report = { id: 'clean', diagnostics: [] };

/** How often a report is made again for what was typed meanwhile. */
const mostTries = 3;

function createSource(context: ServerContext): Source {
  const reports = new Reports(context);
  const lookForCrashes = crashReporter(context);
  const upToDate = ({ text }: DocumentState, uri: string) => {
    const open = context.openText(uri);
    return open === undefined || open === text;
  };
  return {
    reports,
    said: new Map(),
    lookForCrashes,
    async reportOf(uri, token) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const document = await context.stateOf(uri, token);
        if (document === undefined) return nothing;
        lookForCrashes(document.state);
        if (upToDate(document, uri)) return reports.of(document);
      }
      return undefined;
    },
  };
}

function answerDocuments(context: ServerContext, { reportOf, said }: Source): void {
  context.connection.languages.diagnostics.on(
    async ({ textDocument: { uri }, previousResultId }, token): Promise<DocumentDiagnosticReport> => {
      const report = await reportOf(uri, token);
      if (token.isCancellationRequested) throw cancelled();
      if (report === undefined) {
        // The client types faster than it is answered: what is true now is not known yet.
        throw new ResponseError(LSPErrorCodes.ServerCancelled, 'the document has changed', {
          retriggerRequest: true,
        });
      }
      const text = context.openText(uri);
      if (text !== undefined) said.set(uri, { report, text });
      return report.id === previousResultId
        ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId: report.id }
        : { kind: DocumentDiagnosticReportKind.Full, resultId: report.id, items: report.diagnostics };
    },
  );
}

function answerWorkspace(context: ServerContext, source: Source): void {
  context.connection.languages.diagnostics.onWorkspace(async (parameters, token, progress, partialResult) => {
    const walk = createWalk(context, source, parameters);
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const give = (some: WorkspaceDocumentDiagnosticReport[]) => {
      if (partialResult === undefined) items.push(...some);
      else if (some.length > 0) partialResult.report({ items: some });
    };
    progress.begin('encsafe', undefined, 'checking the workspace', true);
    try {
      for (const folder of context.folders.all) {
        // What stands in no folder is open, and asked for by itself.
        if (folder.loose) continue;
        give(await walk.folder(folder));
        if (token.isCancellationRequested) throw cancelled();
      }
      give(walk.gone());
    } finally {
      progress.done();
    }
    return { items };
  });
}

function createWalk(
  context: ServerContext,
  { reports, lookForCrashes }: Source,
  { previousResultIds }: WorkspaceDiagnosticParams,
) {
  const known = new Map(
    (previousResultIds ?? []).map(({ uri, value }) => [uriKey(uri), { uri, value }] as const),
  );
  const seen = new Set<string>();
  const item = (uri: string, report: Report): WorkspaceDocumentDiagnosticReport => {
    const document = { uri, version: context.openVersion(uri) ?? null, resultId: report.id };
    return known.get(uriKey(uri))?.value === report.id
      ? { ...document, kind: DocumentDiagnosticReportKind.Unchanged }
      : { ...document, kind: DocumentDiagnosticReportKind.Full, items: report.diagnostics };
  };

  return {
    async folder(folder: Folder): Promise<WorkspaceDocumentDiagnosticReport[]> {
      if (!context.folders.settingsOf(folder).enable) return [];
      const state = await folder.session.state().catch(() => undefined);
      if (state === undefined) return [];
      lookForCrashes(state);
      return [...shownFindings(state).keys()].flatMap((file) => {
        const uri = context.uriOf(folder, file);
        const key = uriKey(uri);
        // Of two folders, one in the other, the inner one speaks.
        const owner = context.folders.holding(uri)?.folder ?? folder;
        if (file === nowhere || owner !== folder || seen.has(key)) return [];
        seen.add(key);
        const open = context.openText(uri);
        const text = state.texts.get(file) ?? open ?? '';
        // It has changed since; its client asks for it by itself.
        if (open !== undefined && open !== text) return [];
        return [item(uri, reports.of({ folder, file, state, text }))];
      });
    },
    /** What was reported before and has nothing to report any more. */
    gone: () =>
      [...known].flatMap(([key, { uri, value }]) =>
        seen.has(key) || value === nothing.id ? [] : [item(uri, nothing)],
      ),
  };
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
}

/** For clients that do not ask: every open document whose report is new, and an empty one for each that was closed. */
async function pushOpen(context: ServerContext, { reportOf, said }: Source): Promise<void> {
  const { connection } = context;
  const open = context.openUris();
  for (const uri of said.keys()) {
    if (open.includes(uri)) continue;
    said.delete(uri);
    await connection.sendDiagnostics({ uri, diagnostics: [] });
  }
  for (const uri of open) {
    const report = await reportOf(uri);
    const text = context.openText(uri);
    if (report === undefined || text === undefined || said.get(uri)?.report.id === report.id) continue;
    said.set(uri, { report, text });
    const version = context.openVersion(uri);
    await connection.sendDiagnostics({
      uri,
      ...(version === undefined ? {} : { version }),
      diagnostics: report.diagnostics,
    });
  }
}

/** True when a person sees no difference: what the light bulb needs is looked up anew where it is out of date. */
function looksSame(one: Report, other: Report): boolean {
  const seen = ({ diagnostics: all }: Report) => all.map(({ data: _, ...rest }) => rest);
  return one.id === other.id || JSON.stringify(seen(one)) === JSON.stringify(seen(other));
}

/** Asks the client to ask again when a change made other findings in a document that it does not know to have changed. */
async function refreshStale(context: ServerContext, { reportOf, said }: Source): Promise<void> {
  const open = new Set(context.openUris());
  let stale = false;
  for (const [uri, { report: before, text }] of said) {
    if (!open.has(uri)) {
      said.delete(uri);
    } else if (context.openText(uri) === text) {
      const report = await reportOf(uri);
      if (report === undefined || looksSame(report, before)) continue;
      // Said once: whether it asks is up to the client.
      if (said.get(uri)?.report === before) said.set(uri, { report, text });
      stale = true;
    }
  }
  if (stale) await context.connection.languages.diagnostics.refresh();
}
