import { guessPrismaField } from '../../rules/blind-index/guess-prisma-field.ts';
import { bandOf, coincidences, leastPopulation } from '../../rules/blind-index/truncation-band.ts';
import { type BlindIndexEstimate, estimateBlindIndex } from '../../rules/costs/blind-index/estimate.ts';
import type { PrismaEncryption } from '../../rules/model/blind-index.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { counted, listed } from '../../rules/model/words.ts';
import { systemInWords } from '../report/cost-words.ts';
import {
  coincidencesInWords,
  coincidencesMeant,
  rateInWords,
  timeInWords,
} from '../report/model-cost-text.ts';
import { methodInWords } from '../report/model-costs.ts';
import { bytes } from '../report/units.ts';
import { type Card, type CardTable, type Line, strong } from './card.ts';
import type { OptionAt, PrismaFieldAt } from './prisma-fields.ts';
import {
  type AnnotationKey,
  encryptedKeys,
  fieldsealIndexKeys,
  fieldsealModelKeys,
  fieldsealValueKeys,
  hashKeys,
} from './prisma-keys.ts';
import { indexLeak } from './prisma-leaks.ts';
import { ruleLinks } from './rule-links.ts';

export interface PrismaFieldFacts extends PrismaFieldAt {
  /** What is reported on this field and its index. */
  readonly findings: readonly Finding[];
  readonly pageOf: (rule: string) => string | undefined;
}

/** What an encrypted field is, what it costs and what it leaks; of its index the same. */
export function prismaFieldCard(facts: PrismaFieldFacts): Card {
  const { schema, model, field, at, index, findings } = facts;
  const estimate = estimateBlindIndex(field, schema);
  const refused = findings.some(({ severity }) => severity === 'error');
  const role =
    at === field
      ? index === undefined
        ? 'not searched'
        : `equality by ${methodInWords(index.made)}`
      : `${index?.made.method.algorithm ?? 'index'} of ${field.name}`;
  const parts = [systemInWords(schema.package), role, ...(refused ? [] : ['legal'])];
  const guessed = guessPrismaField(field, model);
  const leak =
    index === undefined
      ? 'to whoever reads the database: whether a value is there, and its length'
      : indexLeak(index.made, schema, guessed);
  return {
    headline: [strong(`${model.name}.${at.name}`), ` · ${parts.join(' · ')}`],
    ...(estimate === undefined ? {} : { table: costTable(estimate, facts) }),
    notes: [
      [strong('Leaks'), ` ${leak}.`],
      [...waiting(estimate), ...footer(facts, estimate)],
    ],
  };
}

const none = '–';

function costTable(estimate: BlindIndexEstimate, { index }: PrismaFieldFacts): CardTable {
  const { plainBytes, ciphertextBytes, indexBytes, search, length, column, coincidences: shared } = estimate;
  const size = (count: number | undefined) => (count === undefined ? none : bytes(count));
  const rows = [
    ['ciphertext', size(plainBytes), size(ciphertextBytes)],
    ...(index === undefined ? [] : [[`index ${index.made.field}`, none, size(indexBytes)]]),
    ...(search === undefined ? [] : [['one search', none, timeInWords(search)]]),
    ...(shared === undefined
      ? []
      : [[`values that share a term${bandInWords(estimate)}`, none, coincidencesInWords(shared)]]),
    ...(column === undefined
      ? []
      : [
          [
            `longest value in ${counted(column.characters, 'character')}`,
            none,
            size(column.largestPlaintext),
          ],
        ]),
  ];
  return { head: ['', 'plaintext', `this field, ${bytes(length)}`], rows, own: 2 };
}

function bandInWords({ population }: BlindIndexEstimate): string {
  if (population === undefined || population < leastPopulation) return '';
  const { from, to } = bandOf(population);
  return ` (legal: ${from} to ${to} bits)`;
}

/** Before the last line, in its paragraph: a hover has the height that it has. */
function waiting(estimate: BlindIndexEstimate | undefined): Line {
  const { search } = estimate ?? {};
  if (search?.blocks !== true) return [];
  return [
    strong('Waits'),
    `: every other request of the process, which does ${rateInWords(search)} searches or writes a second at most. `,
  ];
}

function footer({ findings, pageOf }: PrismaFieldFacts, estimate: BlindIndexEstimate | undefined): Line {
  const { search } = estimate ?? {};
  const basis = `Exact: bytes.${search === undefined ? '' : ` Measured: search (${search.blocks ? slowMachines : fastMachine}).`}`;
  return [basis, ...ruleLinks(findings, pageOf)];
}

/** Source: `slowSearch` and `sameMachine`, which say more of them. */
const slowMachines = 'two developer machines, Fieldseal docs/19';
const fastMachine = 'one EPYC core, Node.js 24';

/** What an option of an annotation means; undefined for one that nothing reads. */
export function optionCard({ schema, annotation, option }: OptionAt): Card | undefined {
  const key = keysOf(schema.package, annotation.name).find(({ name }) => name === option.key);
  if (key === undefined) return undefined;
  const value = key.values?.find(({ name }) => name === option.value);
  const values =
    key.values === undefined
      ? []
      : [
          `One of ${listed(
            key.values.map(({ name }) => name),
            'or',
          )}.`,
        ];
  const fallback = key.default === undefined ? [] : [`Without it: ${key.default}.`];
  return {
    headline: [strong(key.name), ` · ${systemInWords(schema.package)}`],
    notes: [
      [key.about],
      ...(value === undefined ? [] : [[strong(value.name), `: ${value.about}.`]]),
      ...bitsOf(annotation).map((line): Line => [line]),
      ...(values.length + fallback.length === 0 ? [] : [[[...values, ...fallback].join(' ')]]),
      [`Source: ${key.source}.`],
    ],
  };

  function bitsOf({ options }: OptionAt['annotation']): readonly string[] {
    if (option.key !== 'truncate_bits' && option.key !== 'projected_population') return [];
    const number = (name: string) => {
      const written = options.find((one) => one.key === name)?.value;
      return written !== undefined && /^\d{1,15}$/.test(written) ? Number(written) : undefined;
    };
    const [population, bits] = [number('projected_population'), number('truncate_bits')];
    if (population === undefined || population < leastPopulation) return [];
    const { from, to } = bandOf(population);
    const shared =
      bits === undefined
        ? ''
        : ` With ${bits}, C, ${coincidencesMeant}, is ${coincidencesInWords(coincidences(population, bits))}.`;
    return [`For ${grouped(population)} values the band is ${from} to ${to} bits.${shared}`];
  }
}

function keysOf(by: PrismaEncryption, annotation: string): readonly AnnotationKey[] {
  if (by === 'fieldseal') return [...fieldsealModelKeys, ...fieldsealValueKeys, ...fieldsealIndexKeys];
  return annotation === 'encrypted' ? encryptedKeys : hashKeys;
}
