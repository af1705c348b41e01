import {
  type ClientCapabilities,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
} from 'vscode-languageserver';
import type { Finding, Severity } from '../../rules/model/finding.ts';
import { toEdits } from '../edit/edits.ts';
import { suppressionEdit } from '../session/suppression-edit.ts';
import type { DocumentState, ServerContext } from './context.ts';
import type { DiagnosticData, ReadySuppression } from './diagnostic-data.ts';
import { documentEdits } from './document-edits.ts';
import type { ShownFinding } from './file-findings.ts';
import { knownRanges } from './known-ranges.ts';

export const diagnosticSource = 'encsafe';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const satisfies Record<Severity, DiagnosticSeverity>;

/** What a client can take of a diagnostic. */
export interface DiagnosticTaste {
  readonly related: boolean;
  readonly links: boolean;
  readonly data: boolean;
}

export function diagnosticTaste({ textDocument }: ClientCapabilities): DiagnosticTaste {
  const { diagnostic, publishDiagnostics } = textDocument ?? {};
  // A client that pulls names here what it can take only since 3.18, and takes all of it before.
  const pulls = diagnostic !== undefined && diagnostic !== null;
  return {
    related: [diagnostic, publishDiagnostics].some((one) => one?.relatedInformation === true),
    links: pulls || publishDiagnostics?.codeDescriptionSupport === true,
    data: pulls || publishDiagnostics?.dataSupport === true,
  };
}

export function toDiagnostic(
  { finding, known }: ShownFinding,
  document: Omit<DocumentState, 'file'>,
  context: ServerContext,
  taste: DiagnosticTaste,
): Diagnostic {
  const { rule, severity, message, place } = finding;
  const href = taste.links ? context.platform.pageOf(rule) : undefined;
  const related = taste.related ? relatedOf(finding, document, context) : [];
  const data = taste.data ? diagnosticData({ finding, known }, document, context) : undefined;
  return {
    range: knownRanges(document.text).rangeOf(place),
    severity: known ? DiagnosticSeverity.Hint : severities[severity],
    code: rule,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    source: diagnosticSource,
    message,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
    ...(data === undefined ? {} : { data }),
  };
}

function relatedOf(
  { related }: Finding,
  { folder, state }: Pick<DocumentState, 'folder' | 'state'>,
  context: ServerContext,
): DiagnosticRelatedInformation[] {
  return related.flatMap(({ message, place }) => {
    const text = state.texts.get(place.file);
    if (text === undefined) return [];
    const range = knownRanges(text).rangeOf(place);
    return [{ message, location: { uri: context.uriOf(folder, place.file), range } }];
  });
}

/** The fixes of a finding and the way to switch it off, ready to be applied; undefined when there is neither. */
export function diagnosticData(
  { finding, known }: ShownFinding,
  { folder, state }: Pick<DocumentState, 'folder' | 'state'>,
  context: ServerContext,
): DiagnosticData | undefined {
  const fixes = finding.fixes.flatMap((fix) => {
    const written = toEdits(fix, state.sourceOf);
    const edits = written === undefined ? undefined : documentEdits(context, folder, state, written);
    return edits === undefined ? [] : [{ title: fix.title, safe: fix.safe, edits }];
  });
  // What a baseline knows is off already.
  const suppression = known ? undefined : suppressionOf(finding, { folder, state }, context);
  if (fixes.length === 0 && suppression === undefined) return undefined;
  return { fixes, ...(suppression === undefined ? {} : { suppression }) };
}

function suppressionOf(
  finding: Finding,
  { folder, state }: Pick<DocumentState, 'folder' | 'state'>,
  context: ServerContext,
): ReadySuppression | undefined {
  const suppression = suppressionEdit(finding, state);
  if (suppression === undefined) return undefined;
  const { title, edits, creates } = suppression;
  if (creates !== undefined) {
    const start = { line: 0, character: 0 };
    const inserted = edits.map(({ text }) => ({ range: { start, end: start }, newText: text }));
    return {
      title,
      creates: true,
      edits: [{ uri: context.uriOf(folder, creates), version: null, edits: inserted }],
    };
  }
  const ready = documentEdits(context, folder, state, edits);
  return ready === undefined ? undefined : { title, creates: false, edits: ready };
}
