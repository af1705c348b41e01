import type { CancellationToken, InlayHint, InlayHintParams } from 'vscode-languageserver';
import { estimateField, type FieldEstimate } from '../../rules/costs/estimate.ts';
import { worstTokens } from '../../rules/costs/tokens.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { QueryableField, QueryType } from '../../rules/model/mongodb.ts';
import { type Property, propertyOf } from '../../rules/model/value.ts';
import { counted } from '../../rules/model/words.ts';
import { contentionOf } from '../../rules/mongodb/contention-of.ts';
import { bytes } from '../report/units.ts';
import type { DocumentState, ServerContext } from './context.ts';
import { keepFresh } from './keep-fresh.ts';
import { knownRanges } from './known-ranges.ts';
import { encryptedFieldsOf } from './prisma-fields.ts';
import { indexNotes } from './prisma-lines.ts';
import type { Feature } from './server.ts';
import { whatIf } from './what-if.ts';

/** Behind the numbers that drive the cost: what they lead to. */
export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: { resolveProvider: false } }),
  register(context) {
    const { connection, capabilities } = context;
    const answerFor = async (uri: string, token?: CancellationToken): Promise<readonly InlayHint[]> => {
      const document = await context.stateOf(uri, token);
      return document === undefined ? [] : hintsOf(document, context);
    };
    const shown = keepFresh(context, {
      isSupported: () => capabilities().workspace?.inlayHint?.refreshSupport === true,
      answerFor,
      refresh: () => connection.languages.inlayHint.refresh(),
    });
    connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }: InlayHintParams, token) => {
      const hints = await answerFor(uri, token);
      if (token.isCancellationRequested) return [];
      shown.remember(uri, hints);
      return hints.filter(({ position }) => isWithin(position, range));
    });
  },
};

function isWithin({ line, character }: InlayHint['position'], { start, end }: InlayHintParams['range']) {
  const after = line > start.line || (line === start.line && character >= start.character);
  const before = line < end.line || (line === end.line && character <= end.character);
  return after && before;
}

/** What stands behind a number. */
interface Note {
  readonly property: Property;
  readonly label: string;
  readonly tooltip: string;
}

function hintsOf({ file, folder, state, text }: DocumentState, context: ServerContext): readonly InlayHint[] {
  if (!context.folders.settingsOf(folder).inlayHints) return [];
  const ranges = knownRanges(text);
  const seen = new Set<number>();
  const { mongodb, blindIndex } = state.analysis.project;
  const ofLists = mongodb.fieldLists
    .flatMap(({ fields }) => fields.flatMap(notesOf))
    .map(({ property, label, tooltip }) => ({ place: property.place, label, tooltip }));
  return [...ofLists, ...encryptedFieldsOf(blindIndex).flatMap(indexNotes)]
    .filter(({ place }) => place.file === file)
    .sort((one, other) => one.place.end - other.place.end)
    .flatMap(({ place, label, tooltip }): InlayHint[] => {
      // A literal that two lists share is written once.
      const { end } = place;
      if (seen.has(end)) return [];
      seen.add(end);
      return [{ position: ranges.positionAt(end), label: `→ ${label}`, tooltip, paddingLeft: true }];
    });
}

function notesOf(field: QueryableField): readonly Note[] {
  const estimate = estimateField(field);
  return field.queries.flatMap((query, at) => [
    ...(estimate === undefined ? [] : costNotes(field, query, at, estimate)),
    ...contentionNotes(query),
  ]);
}

function contentionNotes(query: QueryType): readonly Note[] {
  const contention = contentionOf(query);
  if (contention?.property === undefined) return [];
  const { amount, property } = contention;
  const counters = `${grouped(amount + 1n)} counter${amount === 0n ? '' : 's'}`;
  const each = query.kind === 'range' ? 'an edge' : 'a lookup';
  return [
    {
      property,
      label: `${counters} ${each}`,
      tooltip: `Every token has ${counters}: a lookup probes ${amount === 0n ? 'it' : 'them all'}, and each write raises ${amount === 0n ? 'it' : 'one of them'}.`,
    },
  ];
}

function costNotes(
  field: QueryableField,
  query: QueryType,
  at: number,
  estimate: FieldEstimate,
): readonly Note[] {
  const settings = estimate.settings.queries[at];
  switch (settings?.kind) {
    case undefined:
    case 'equality':
      return [];
    case 'range':
      return rangeNotes(query, settings.bits, estimate);
    case 'prefix':
    case 'suffix':
    case 'substring':
      return [
        ...shorterNotes(field, query, at, estimate),
        ...countNotes(field, query, at, estimate),
        ...longestNotes(field, query, at, estimate),
      ];
  }
}

/** Bits behind the bounds, tokens behind the last number that they depend on. */
function rangeNotes(query: QueryType, bits: number, estimate: FieldEstimate): readonly Note[] {
  const bounds = written(query, ['min', 'max', 'precision']);
  const tuning = written(query, ['sparsity', 'trimFactor']);
  const tokens = counted(estimate.tokens.worst, 'token');
  const size = counted(bits, 'bit');
  const tooltip = `The values that can be stored take ${size}, and each leaves ${tokens}.`;
  const [bound, tuned] = [bounds.at(-1), tuning.at(-1)];
  return [
    ...(bound === undefined
      ? []
      : [{ property: bound, label: tuned === undefined ? `${size}, ${tokens}` : size, tooltip }]),
    ...(tuned === undefined ? [] : [{ property: tuned, label: tokens, tooltip }]),
  ];
}

function written({ object }: QueryType, keys: readonly string[]): readonly Property[] {
  return keys
    .flatMap((key) => propertyOf(object, key) ?? [])
    .sort((one, other) => one.place.start - other.place.start);
}

/** `236 tokens`, of the value that leaves the most; `8 of 17 tokens` where the field has another query type. */
function countNotes(
  field: QueryableField,
  query: QueryType,
  at: number,
  estimate: FieldEstimate,
): readonly Note[] {
  const { tokens, typical, settings } = estimate;
  const own = settings.queries[at];
  const all = counted(tokens.worst, 'token');
  // The token of the whole value belongs to both.
  const label =
    settings.queries.length < 2 || own === undefined ? all : `${grouped(worstTokens([own]) - 1)} of ${all}`;
  const usual =
    tokens.typical === tokens.worst || typical.length === undefined
      ? ''
      : `, a value of ${bytes(typical.length)} ${grouped(tokens.typical)}`;
  const less = whatIf(field, estimate, at, 'strMaxQueryLength', -1)?.tokens.worst;
  const shorter = less === undefined ? '' : ` Searches of one character less leave ${grouped(less)}.`;
  return noteOn(query, 'strMaxQueryLength', label, `A value leaves at most ${all}${usual}.${shorter}`);
}

/** What one character more would save. */
function shorterNotes(
  field: QueryableField,
  query: QueryType,
  at: number,
  estimate: FieldEstimate,
): readonly Note[] {
  const fewer = whatIf(field, estimate, at, 'strMinQueryLength', 1)?.tokens.worst;
  // One length less of the ends of a value is one token less, which needs no saying.
  if (fewer === undefined || query.kind !== 'substring') return [];
  return noteOn(
    query,
    'strMinQueryLength',
    `one more: ${counted(fewer, 'token')}`,
    `Searches of at least one character more leave at most ${counted(fewer, 'token')} instead of ${grouped(estimate.tokens.worst)}.`,
  );
}

function longestNotes(
  field: QueryableField,
  query: QueryType,
  at: number,
  estimate: FieldEstimate,
): readonly Note[] {
  const added = estimate.documentBytes?.worst;
  if (added === undefined || query.kind !== 'substring') return [];
  const less = whatIf(field, estimate, at, 'strMaxLength', -1)?.documentBytes?.worst;
  const saved = less === undefined ? '' : ` One character less saves ${bytes(added - less)}.`;
  return noteOn(
    query,
    'strMaxLength',
    `+${bytes(added)}`,
    `The longest value adds ${bytes(added)} to its document.${saved}`,
  );
}

function noteOn({ object }: QueryType, key: string, label: string, tooltip: string): readonly Note[] {
  const property = propertyOf(object, key);
  return property === undefined ? [] : [{ property, label, tooltip }];
}
