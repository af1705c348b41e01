import type { TextEdit } from 'vscode-languageserver';
import { isRecord } from './is-record.ts';

/**
 * What a diagnostic carries for the light bulb: edits that are ready, with the versions of the documents that they
 * were made for. It comes back from the client, so it is read with care.
 */
export interface DiagnosticData {
  readonly fixes: readonly ReadyFix[];
  readonly suppression?: ReadySuppression;
}

export interface ReadyFix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly DocumentEdits[];
}

export interface ReadySuppression {
  readonly title: string;
  /** True when the document must be made first. */
  readonly creates: boolean;
  readonly edits: readonly DocumentEdits[];
}

/** The edits of one document; a version of null is a document that was not open. */
export interface DocumentEdits {
  readonly uri: string;
  readonly version: number | null;
  readonly edits: readonly TextEdit[];
  /** True for a document that must be made first. */
  readonly creates?: boolean;
}

/** What a client sent back; undefined for anything that this server did not make. */
export function readDiagnosticData(sent: unknown): DiagnosticData | undefined {
  if (!isRecord(sent) || !Array.isArray(sent.fixes) || !sent.fixes.every(isFix)) return undefined;
  const { suppression } = sent;
  if (suppression !== undefined && !isSuppression(suppression)) return undefined;
  return { fixes: sent.fixes, ...(suppression === undefined ? {} : { suppression }) };
}

function isFix(value: unknown): value is ReadyFix {
  return (
    isRecord(value) &&
    typeof value.title === 'string' &&
    typeof value.safe === 'boolean' &&
    isEdits(value.edits)
  );
}

function isSuppression(value: unknown): value is ReadySuppression {
  return (
    isRecord(value) &&
    typeof value.title === 'string' &&
    typeof value.creates === 'boolean' &&
    isEdits(value.edits)
  );
}

function isEdits(value: unknown): value is readonly DocumentEdits[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isRecord(one) &&
        typeof one.uri === 'string' &&
        (one.version === null || typeof one.version === 'number') &&
        (one.creates === undefined || typeof one.creates === 'boolean') &&
        Array.isArray(one.edits) &&
        one.edits.every(
          (edit) =>
            isRecord(edit) &&
            typeof edit.newText === 'string' &&
            isRecord(edit.range) &&
            isPosition(edit.range.start) &&
            isPosition(edit.range.end),
        ),
    )
  );
}

function isPosition(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value.line) && Number.isInteger(value.character);
}
