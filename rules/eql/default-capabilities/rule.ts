import type { EqlColumn } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import type { ObjectValue } from '../../model/value.ts';
import { listed } from '../wording.ts';

/** The options of each constructor, all true where they are not written. Source: npm @cipherstash/prisma-next 0.3.2, src/contract-authoring.ts. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  String: ['equality', 'freeTextSearch', 'orderAndRange'],
  Double: ['equality', 'orderAndRange'],
  BigInt: ['equality', 'orderAndRange'],
  Date: ['equality', 'orderAndRange'],
  Boolean: ['equality'],
  Json: ['searchableJson'],
};

export const rule = defineRule({
  id: 'eql/default-capabilities',
  severity: 'warning',
  title: 'a Prisma Next v2 constructor that turns on every search that it is not told to leave out',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { declared } }) {
    for (const column of declared) {
      if (column.source === 'prisma-next-v2') yield* checkColumn(column);
    }
  },
});

function* checkColumn(column: EqlColumn): Generator<Report> {
  const { constructorCall: call } = column;
  const [, kind = ''] = /^(?:\w+\.)*[Ee]ncrypted(\w+)$/.exec(call?.name ?? '') ?? [];
  const options = Object.hasOwn(optionsOf, kind) ? optionsOf[kind] : undefined;
  if (call === undefined || options === undefined) return;
  if (call.options !== undefined && (call.options.kind !== 'object' || call.options.open)) return;
  const written = call.options?.properties.map(({ key }) => key) ?? [];
  const left = options.filter((option) => !written.includes(option));
  if (left.length === 0) return;
  yield {
    place: call.place,
    field: column.path,
    message: `${call.name} without ${listed(left)} turns ${left.length === 1 ? 'it' : 'all of them'} on, and each adds a term that costs bytes and shows something of the values: write true for what is searched, and false for the rest`,
    fixes: [writeOut(call.place, call.options, left)],
  };
}

/** Says what holds already, for a person to take out what is not needed. */
function writeOut(
  { file, end }: EqlColumn['place'],
  options: ObjectValue | undefined,
  left: readonly string[],
): Fix {
  const entries = left.map((option) => `${option}: true`).join(', ');
  const last = options?.properties.at(-1);
  const insert = (at: number, text: string) =>
    ({ kind: 'text', place: { file, start: at, end: at }, text }) as const;
  const title = `write out ${listed(left)}`;
  if (options === undefined) return safeFix(title, insert(end - 1, `{ ${entries} }`));
  if (last === undefined)
    return safeFix(title, { kind: 'text', place: options.place, text: `{ ${entries} }` });
  return safeFix(title, insert(last.place.end, `, ${entries}`));
}
