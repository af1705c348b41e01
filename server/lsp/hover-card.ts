import { estimateField, type FieldEstimate, type WriteEstimate } from '../../rules/costs/estimate.ts';
import { insertSetup, measured } from '../../rules/costs/sources.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { CsfleField, QueryableField } from '../../rules/model/mongodb.ts';
import { deterministic, random } from '../../rules/mongodb/csfle-algorithms.ts';
import { searchedBy, searchInFull, systemInWords, targetInWords } from '../report/cost-words.ts';
import { bytes, milliseconds, ratio } from '../report/units.ts';
import { type Card, type CardTable, type Line, link, strong } from './card.ts';
import { leakOf } from './leaks.ts';
import type { Verdict } from './refusals.ts';
import { ruleLinks } from './rule-links.ts';

/** All that the card of a field says, as it was found. */
export interface FieldFacts {
  readonly field: QueryableField | CsfleField;
  readonly verdict: Verdict;
  readonly guessed: Guessability | undefined;
  /** What is reported on this field. */
  readonly findings: readonly Finding[];
  /** The line about the setting under the cursor. */
  readonly setting?: Line;
  readonly pageOf: (rule: string) => string | undefined;
}

/** What a field is, whether it is legal, what it costs and what it leaks. */
export function fieldCard(facts: FieldFacts): Card {
  const { field, verdict, guessed, setting } = facts;
  const estimate = field.system === 'mongodb-qe' ? estimateField(field) : undefined;
  const leak = verdict.kind === 'refused' ? undefined : leakOf(field, guessed);
  return {
    headline: headline(field, estimate, verdict),
    ...(estimate === undefined ? {} : { table: costTable(estimate) }),
    notes: [
      ...(verdict.kind === 'refused' ? [refusal(verdict.finding, facts)] : []),
      ...(setting === undefined ? [] : [setting]),
      ...(leak === undefined ? [] : [[strong('Leaks'), ` ${leak}.`]]),
      ...footer(facts, estimate),
    ],
  };
}

/** The longest path that a headline shows whole. */
const longestPath = 60;

function headline(
  field: QueryableField | CsfleField,
  estimate: FieldEstimate | undefined,
  verdict: Verdict,
): Line {
  const { path = 'path known at run time' } = field;
  const name = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  const searched =
    field.system === 'mongodb-qe' ? searchedBy(field, estimate, searchInFull) : algorithmName(field);
  const parts = [
    systemInWords(field.system) + (searched === '?' ? '' : `, ${searched}`),
    targetInWords(field.target),
    ...(verdict.kind === 'legal' ? ['legal'] : []),
  ];
  return [
    strong(name),
    ` · ${parts.join(' · ')}`,
    ...(verdict.kind === 'refused' ? [' · ', strong('refused')] : []),
  ];
}

function algorithmName({ algorithm }: CsfleField): string {
  if (algorithm?.kind !== 'string') return '?';
  if (algorithm.value === deterministic) return 'deterministic';
  return algorithm.value === random ? 'random' : '?';
}

function refusal({ message, rule }: Finding, { pageOf }: FieldFacts): Line {
  const page = pageOf(rule);
  return [
    strong('Refused'),
    `: ${shortened(message)}`,
    ...(page === undefined ? [] : [' ', link(rule, page)]),
  ];
}

/** What is wrong and the engine's code; the finding itself, which an editor shows beside the card, says the rest. */
export function shortened(message: string): string {
  const engine = / \(server codes? [^()]*\)$/.exec(message)?.[0] ?? '';
  const [what = ''] = message.slice(0, message.length - engine.length).split(/: |; /);
  return `${what.length > 160 ? `${what.slice(0, 159)}…` : what}${engine}`;
}

const none = '–';

/** A column a way to store the same value; only those that differ. */
function costTable(estimate: FieldEstimate): CardTable {
  const { typical, worst, equality, settings } = estimate;
  const size = (write: WriteEstimate) => (write.length === undefined ? '' : `, ${bytes(write.length)}`);
  const isEquality = settings.queries[0]?.kind === 'equality';
  const [own, longest] = [cells(typical), cells(worst)];
  const bounded = worst.documentBytes !== undefined && longest.some((cell, at) => cell !== own[at]);
  const columns = [
    { head: 'plaintext', cells: plainCells(typical) },
    ...(equality === undefined || isEquality ? [] : [{ head: 'equality', cells: cells(equality) }]),
    { head: `this field${size(typical)}`, cells: own },
    ...(bounded
      ? [{ head: worst.length === undefined ? 'at most' : `longest${size(worst)}`, cells: longest }]
      : []),
  ];
  return {
    head: ['', ...columns.map(({ head }) => head)],
    rows: rowNames.map((name, row) => [name, ...columns.map((column) => column.cells[row] ?? none)]),
    own: 1 + columns.findIndex((column) => column.cells === own),
  };
}

const rowNames = ['tokens', 'document', 'ESC + ECOC', 'insert', '× equality'] as const;

function plainCells({ plainBytes }: WriteEstimate): readonly string[] {
  const { value } = measured.plaintextInsert;
  return [none, plainBytes === undefined ? none : bytes(plainBytes), none, `${value} ms`, none];
}

function cells({ tokens, documentBytes, metadataBytes, insert }: WriteEstimate): readonly string[] {
  return [
    tokens === 0 ? none : grouped(tokens),
    documentBytes === undefined ? none : `+${bytes(documentBytes)}`,
    metadataBytes === undefined || tokens === 0 ? none : bytes(metadataBytes),
    `≈ ${milliseconds(insert.milliseconds)}`,
    ratio(insert.ratioToEquality),
  ];
}

/** Where the numbers come from, else why there are none; and the pages of what is reported. */
function footer(facts: FieldFacts, estimate: FieldEstimate | undefined): readonly Line[] {
  const { findings, pageOf, field, verdict } = facts;
  const refusedBy = verdict.kind === 'refused' ? verdict.finding.rule : undefined;
  const others = findings.filter(({ rule }) => rule !== refusedBy);
  const basis =
    estimate === undefined
      ? noNumbers(field, verdict)
      : `Exact: tokens, bytes. Estimated: time (${insertSetup}).`;
  return [[basis, ...ruleLinks(others, pageOf)]];
}

function noNumbers(field: QueryableField | CsfleField, verdict: Verdict): string {
  if (field.system === 'mongodb-csfle') {
    return 'One ciphertext a value and no tokens; no formula for its bytes is published.';
  }
  return verdict.kind === 'refused'
    ? 'No numbers: a declaration that is refused stores nothing.'
    : 'No numbers: a part of this declaration is missing, or known only at run time.';
}
