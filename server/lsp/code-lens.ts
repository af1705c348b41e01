import {
  type CancellationToken,
  type CodeLens,
  type CodeLensParams,
  CodeLensRefreshRequest,
} from 'vscode-languageserver';
import { estimateColumn } from '../../rules/costs/eql/estimate.ts';
import { estimateField } from '../../rules/costs/estimate.ts';
import type { EqlColumn } from '../../rules/model/eql.ts';
import { containerName } from '../../rules/model/field.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { FieldList, QueryableField } from '../../rules/model/mongodb.ts';
import type { Place } from '../../rules/model/place.ts';
import { counted } from '../../rules/model/words.ts';
import { listCost } from '../report/cost.ts';
import { searchedBy } from '../report/table-costs.ts';
import { bytes, ratio } from '../report/units.ts';
import type { DocumentState, ServerContext } from './context.ts';
import { declaredContainers } from './declarations.ts';
import { keepFresh } from './keep-fresh.ts';
import { knownRanges } from './known-ranges.ts';
import { encryptedFieldsOf } from './prisma-fields.ts';
import { prismaFieldTitle } from './prisma-lines.ts';
import type { Feature } from './server.ts';

/** The extension's command that a lens runs. */
const showCosts = 'encsafe.showCosts';

/** A line above each searched field, and above all fields together, with what they cost. */
export const codeLens: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: false } }),
  register(context) {
    const { connection, capabilities } = context;
    const answerFor = async (uri: string, token?: CancellationToken): Promise<readonly CodeLens[]> => {
      const document = await context.stateOf(uri, token);
      return document === undefined ? [] : lensesOf(document, uri, context);
    };
    const shown = keepFresh(context, {
      isSupported: () => capabilities().workspace?.codeLens?.refreshSupport === true,
      answerFor,
      refresh: () => connection.sendRequest(CodeLensRefreshRequest.type),
    });
    connection.onCodeLens(async ({ textDocument: { uri } }: CodeLensParams, token) => {
      const lenses = await answerFor(uri, token);
      if (token.isCancellationRequested) return [];
      shown.remember(uri, lenses);
      return [...lenses];
    });
  },
};

function lensesOf(document: DocumentState, uri: string, context: ServerContext): readonly CodeLens[] {
  const { file, folder, state, text } = document;
  if (!context.folders.settingsOf(folder).codeLens) return [];
  const ranges = knownRanges(text);
  const seen = new Set<string>();
  const lens = (place: Place, title: string | undefined, list: FieldList, path?: string): CodeLens[] => {
    // A literal that two lists share is written once.
    const key = `${place.start} ${title}`;
    if (title === undefined || place.file !== file || seen.has(key)) return [];
    seen.add(key);
    const start = ranges.positionAt(place.start);
    const target = [uri, containerName(list.container), ...(path === undefined ? [] : [path])];
    const command = context.runsCommands()
      ? { title, command: showCosts, arguments: target }
      : { title, command: '' };
    return [{ range: { start, end: start }, command }];
  };
  const columnLens = (column: EqlColumn): CodeLens[] => {
    const { place } = column;
    const key = `${place.start} column`;
    const title = columnTitle(column);
    if (title === undefined || place.file !== file || seen.has(key)) return [];
    seen.add(key);
    const start = ranges.positionAt(place.start);
    // The cost report has no page for columns: the card on hover says the rest.
    return [{ range: { start, end: start }, command: { title, command: '' } }];
  };
  const { eql } = state.analysis.project;
  const columns = [...eql.databases.flatMap((database) => database.columns), ...eql.declared];
  const ofColumns = columns.flatMap(columnLens);
  const ofFields = declaredContainers(state.analysis.project).flatMap((container) => {
    if (container.kind !== 'queryable') return [];
    const { list, places } = container;
    const total = totalTitle(list);
    return [
      ...places.slice(0, 1).flatMap((place) => lens(place, total, list)),
      ...list.fields.flatMap((field) => lens(field.element.place, fieldTitle(field), list, field.path)),
    ];
  });
  const ofModels = encryptedFieldsOf(state.analysis.project.blindIndex).flatMap((one) => {
    const { place } = one.field;
    const title = place.file === file ? prismaFieldTitle(one) : undefined;
    if (title === undefined) return [];
    const start = ranges.positionAt(place.start);
    return [{ range: { start, end: start }, command: { title, command: '' } }];
  });
  return [...ofFields, ...ofColumns, ...ofModels];
}

/** `equality + order · 394 B a row · 356 B of indexes`; undefined for what is not searched, or not known. */
export function columnTitle(column: EqlColumn): string | undefined {
  const estimate = estimateColumn(column);
  if (estimate === undefined || estimate.indexes.length === 0) return undefined;
  const { rowBytes, indexBytes, insert, atLeast } = estimate;
  return [
    searchedBy(column),
    ...(rowBytes === undefined ? [] : [`${atLeast ? 'at least ' : ''}${bytes(rowBytes)} a row`]),
    ...(indexBytes === undefined ? [] : [`${bytes(Math.round(indexBytes))} of indexes`]),
    ...(insert === undefined || insert.ratioToEquality < 1.05
      ? []
      : [`insert ${ratio(insert.ratioToEquality)} equality`]),
  ].join(' · ');
}

/** `substring · 173 tokens · +23.9 KB · 20× equality`; undefined for what is not searched, or not known. */
export function fieldTitle(field: QueryableField): string | undefined {
  const estimate = estimateField(field);
  if (estimate === undefined || estimate.tokens.typical === 0) return undefined;
  const { tokens, documentBytes, insert, settings } = estimate;
  const kinds = settings.queries.map(({ kind }) => kind);
  return [
    kinds.join(' + '),
    counted(tokens.typical, 'token'),
    ...(documentBytes === undefined ? [] : [`+${bytes(documentBytes.typical)}`]),
    ...(kinds[0] === 'equality' ? [] : [`${ratio(insert.ratioToEquality)} equality`]),
  ].join(' · ');
}

/** `3 encrypted fields · 182 tokens · +25.1 KB a document`; undefined for one field, or where one is not known. */
function totalTitle(list: FieldList): string | undefined {
  const { fields, total } = listCost(list, undefined);
  if (fields.length < 2 || total === undefined || total.tokens.typical === 0) return undefined;
  const { tokens, documentBytes, metadataBytes } = total;
  return [
    `${grouped(fields.length)} encrypted fields`,
    counted(tokens.typical, 'token'),
    ...(documentBytes === undefined ? [] : [`+${bytes(documentBytes.typical)} a document`]),
    ...(metadataBytes === undefined ? [] : [`${bytes(metadataBytes.typical)} ESC + ECOC`]),
  ].join(' · ');
}
