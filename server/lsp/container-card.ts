import type { ContainerEstimate } from '../../rules/costs/estimate.ts';
import { insertSetup } from '../../rules/costs/sources.ts';
import { containerName } from '../../rules/model/field.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { counted } from '../../rules/model/words.ts';
import { type ContainerCost, listCost } from '../report/cost.ts';
import { searchedByAlgorithm, systemInWords, targetInWords } from '../report/cost-words.ts';
import { bytes, milliseconds } from '../report/units.ts';
import { type Card, type CardTable, type Line, link, strong } from './card.ts';
import type { DeclaredContainer } from './declarations.ts';
import { shortened } from './hover-card.ts';

/** All encrypted fields of a container together. */
export function containerCard(
  declared: DeclaredContainer,
  refusal: Finding | undefined,
  pageOf: (rule: string) => string | undefined,
): Card {
  const { container, target } = declared.kind === 'queryable' ? declared.list : declared.schema;
  const fields = declared.kind === 'queryable' ? declared.list.fields : declared.schema.fields;
  const cost = declared.kind === 'queryable' ? listCost(declared.list, undefined) : undefined;
  const page = refusal === undefined ? undefined : pageOf(refusal.rule);
  return {
    headline: [
      strong(containerName(container)),
      ` · ${[systemInWords(container.system), counted(fields.length, 'encrypted field'), targetInWords(target)].join(' · ')}`,
      ...(refusal === undefined ? [] : [' · ', strong('refused')]),
    ],
    ...(cost?.total === undefined ? {} : { table: totals(cost.total) }),
    notes: [
      ...(refusal === undefined
        ? []
        : [
            [
              strong('Refused'),
              `: ${shortened(refusal.message)}`,
              ...(page === undefined ? [] : [' ', link(refusal.rule, page)]),
            ],
          ]),
      ...(cost === undefined ? clientSideNotes(declared) : costNotes(cost)),
    ],
  };
}

function totals({ tokens, documentBytes, metadataBytes, insertMilliseconds }: ContainerEstimate): CardTable {
  const size = (value: number | undefined, sign: string) =>
    value === undefined ? '–' : `${sign}${bytes(value)}`;
  const column = (which: 'typical' | 'worst') => [
    grouped(tokens[which]),
    size(documentBytes?.[which], '+'),
    size(metadataBytes?.[which], ''),
    `≈ ${milliseconds(insertMilliseconds[which])}`,
  ];
  const typical = column('typical');
  const worst = column('worst');
  const both = worst.some((cell, at) => cell !== typical[at]);
  return {
    head: ['', 'typical document', ...(both ? ['longest values'] : [])],
    rows: ['tokens', 'document', 'ESC + ECOC', 'insert'].map((name, at) => [
      name,
      typical[at] ?? '',
      ...(both ? [worst[at] ?? ''] : []),
    ]),
    own: 1,
  };
}

function costNotes({ fields, total, rows }: ContainerCost): readonly Line[] {
  if (total === undefined) {
    const unknown = fields.filter(({ estimate }) => estimate === undefined).length;
    return unknown === 0
      ? [['No total: fields may come to this list at run time.']]
      : [[`No total: ${counted(unknown, 'field')} cannot be estimated.`]];
  }
  const heaviest = fields.toSorted((one, other) => tokensOf(other) - tokensOf(one))[0];
  const share = heaviest === undefined ? 0 : tokensOf(heaviest) / Math.max(1, total.tokens.typical);
  return [
    ...(heaviest === undefined || fields.length < 2 || share < 0.5
      ? []
      : [
          [
            strong(heaviest.path ?? 'one field'),
            ` leaves ${Math.round(share * 100)} % of the tokens.`,
          ] as const,
        ]),
    ...(rows === undefined || total.bytesForRows === undefined
      ? []
      : [[`${grouped(rows)} documents: +${bytes(total.bytesForRows)}.`] as const]),
    [`Exact: tokens, bytes. Estimated: time (${insertSetup}).`],
  ];
}

function tokensOf({ estimate }: ContainerCost['fields'][number]): number {
  return estimate?.tokens.typical ?? 0;
}

function clientSideNotes(declared: DeclaredContainer): readonly Line[] {
  if (declared.kind === 'queryable') return [];
  const equal = declared.schema.fields.filter((field) =>
    searchedByAlgorithm(field).startsWith('equality'),
  ).length;
  return [
    ...(equal === 0 ? [] : [[`${grouped(equal)} deterministic: equal values are equal ciphertexts.`]]),
    ['One ciphertext a value and no tokens; no formula for its bytes is published.'],
  ];
}
