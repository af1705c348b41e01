import type { Hover, HoverParams, MarkupContent } from 'vscode-languageserver';
import { estimateField } from '../../rules/costs/estimate.ts';
import { guessField } from '../../rules/guessability/classify.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { holds, type Place } from '../../rules/model/place.ts';
import { eqlTargetFor } from '../../rules/model/target.ts';
import type { Card } from './card.ts';
import { columnAt, columnCard, isAboutColumn } from './column-card.ts';
import { containerCard } from './container-card.ts';
import type { DocumentState, ServerContext } from './context.ts';
import {
  containerAt,
  contains,
  type Declared,
  type DeclaredContainer,
  fieldAt,
  settingAt,
} from './declarations.ts';
import { fieldCard } from './hover-card.ts';
import { knownRanges } from './known-ranges.ts';
import { cardToMarkdown } from './markdown.ts';
import { cardToPlainText } from './plain-text.ts';
import { optionCard, prismaFieldCard } from './prisma-card.ts';
import { isAboutPrismaField, optionAt, prismaFieldAt } from './prisma-fields.ts';
import { refusalOfContainer, verdictOfField } from './refusals.ts';
import { ruleCard } from './rule-card.ts';
import { ruleIdAt } from './rule-ids.ts';
import type { Feature } from './server.ts';
import { settingLine } from './setting-line.ts';

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(context) {
    context.connection.onHover(async ({ textDocument, position }: HoverParams, token) => {
      const document = await context.stateOf(textDocument.uri, token);
      if (document === undefined) return null;
      const ranges = knownRanges(document.text);
      const found = cardAt(document, ranges.offsetAt(position), context);
      if (found === undefined) return null;
      const answer: Hover = { contents: contentsOf(found.card, context), range: ranges.rangeOf(found.place) };
      return answer;
    });
  },
};

interface Found {
  readonly card: Card;
  /** What it is about. */
  readonly place: Place;
}

function cardAt(document: DocumentState, offset: number, context: ServerContext): Found | undefined {
  const { file, state } = document;
  const { project } = state.analysis;
  const { pageOf } = context.platform;
  const named = ruleIdAt(document, offset);
  if (named !== undefined) return { card: ruleCard(named.rule, pageOf), place: named.place };
  const container = containerAt(project, file, offset);
  if (container !== undefined) return cardOfContainer(container, document, offset, context);
  const declared = fieldAt(project, file, offset);
  if (declared !== undefined) return cardOfField(declared, document, offset, context);
  return cardOfColumn(document, offset, context) ?? cardOfPrisma(document, offset, context);
}

function cardOfPrisma(
  { file, state }: DocumentState,
  offset: number,
  { platform }: ServerContext,
): Found | undefined {
  const { blindIndex } = state.analysis.project;
  const option = optionAt(blindIndex, file, offset);
  const ofOption = option && optionCard(option);
  if (option !== undefined && ofOption !== undefined) return { card: ofOption, place: option.place };
  const found = prismaFieldAt(blindIndex, file, offset);
  if (found === undefined) return undefined;
  const findings = state.findings.filter((finding) => isAboutPrismaField(finding, found));
  return { card: prismaFieldCard({ ...found, findings, pageOf: platform.pageOf }), place: found.place };
}

function cardOfField(
  declared: Declared,
  { file, state }: DocumentState,
  offset: number,
  { platform }: ServerContext,
): Found {
  const { field, parts } = declared;
  const { analysis, settings, findings } = state;
  const setting = settingAt(declared, file, offset);
  const estimate = field.system === 'mongodb-qe' ? estimateField(field) : undefined;
  const line = setting === undefined ? undefined : settingLine(field, setting, estimate);
  const siblings = declared.kind === 'queryable' ? declared.list.fields : declared.schema.fields;
  const card = fieldCard({
    field,
    verdict: verdictOfField(declared, analysis.project, settings),
    guessed: guessField(field, siblings),
    findings: findings.filter((finding) => isAbout(finding, declared)),
    ...(line === undefined ? {} : { setting: line }),
    pageOf: platform.pageOf,
  });
  const part = parts.find((one) => contains(one, file, offset)) ?? field.place;
  return { card, place: setting?.property.place ?? part };
}

function cardOfColumn(
  { file, state }: DocumentState,
  offset: number,
  { platform }: ServerContext,
): Found | undefined {
  const { analysis, findings, settings } = state;
  const { eql } = analysis.project;
  const found = columnAt(eql, file, offset);
  if (found === undefined) return undefined;
  const { column, place } = found;
  const all = [...eql.databases.flatMap(({ columns }) => columns), ...eql.declared];
  const card = columnCard({
    column,
    siblings: all.filter((one) => one.table === column.table && one.source === column.source),
    uses: eql.uses,
    target: eqlTargetFor(column.generation, settings.eql(column.place.file)),
    findings: findings.filter((finding) => isAboutColumn(finding, column)),
    pageOf: platform.pageOf,
  });
  return { card, place };
}

function cardOfContainer(
  container: DeclaredContainer,
  { file, state }: DocumentState,
  offset: number,
  { platform }: ServerContext,
): Found | undefined {
  const place = container.places.find((one) => contains(one, file, offset));
  if (place === undefined) return undefined;
  const refusal = refusalOfContainer(container, state.analysis.project, state.settings);
  return { card: containerCard(container, refusal, platform.pageOf), place };
}

function isAbout({ place, field: path }: Finding, { field, parts, ...rest }: Declared): boolean {
  if (parts.some((part) => holds(part, place))) return true;
  const document = rest.kind === 'queryable' ? rest.list.document : rest.schema.schema;
  return path !== undefined && path === field.path && holds(document.place, place);
}

function contentsOf(card: Card, { capabilities }: ServerContext): MarkupContent {
  // The first format is the one that the client likes best; one that names none may show what it gets as it is.
  const plain = capabilities().textDocument?.hover?.contentFormat?.[0] !== 'markdown';
  return plain
    ? { kind: 'plaintext', value: cardToPlainText(card) }
    : { kind: 'markdown', value: cardToMarkdown(card) };
}
