import type { BlindIndexProject, PrismaModel } from '../../model/blind-index.ts';
import type { CodeIndex } from '../../model/code-index.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { listed } from '../../model/words.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';
import { coincidences } from '../truncation-band.ts';
import { correlations, isTown, type Part, qualifierOf } from './correlations.ts';

export const rule = defineRule({
  id: 'blind-index/correlated-indexes',
  severity: 'warning',
  title: 'indexes that say more together than each of them may',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex }) {
    for (const fields of byModel(blindIndex)) yield* correlated(fields);
    for (const indexes of byColumn(blindIndex.codeIndexes)) {
      const report = tooMany(indexes);
      if (report !== undefined) yield report;
    }
  },
});

function byModel(blindIndex: BlindIndexProject): Iterable<readonly IndexedField[]> {
  const models = new Map<PrismaModel, IndexedField[]>();
  for (const indexed of indexedFields(blindIndex)) {
    const before = models.get(indexed.model);
    if (before === undefined) models.set(indexed.model, [indexed]);
    else before.push(indexed);
  }
  return models.values();
}

/** One finding for each index that says again what one above it says. */
function* correlated(fields: readonly IndexedField[]): Generator<Report> {
  /** Those above that can say something of another, by whose they are. */
  const above = new Map<string, Told[]>();
  for (const indexed of fields) {
    const part = partOf(indexed);
    if (part === undefined) continue;
    const qualifier = qualifierOf(indexed.source.name);
    const others = above.get(qualifier) ?? [];
    const found = others.flatMap((other) => {
      const why = correlationOf(other.part, part);
      return why === undefined ? [] : [{ other: other.indexed, why }];
    });
    others.push({ indexed, part });
    above.set(qualifier, others);
    const [first] = found;
    if (first === undefined) continue;
    const names = found.map(({ other }) => other.field.name);
    yield {
      place: indexed.index.annotation.place,
      field: indexed.field.path,
      related: found.map(({ other }) => ({
        message: 'an index over what goes with it',
        place: other.field.namePlace,
      })),
      message: `${indexed.field.name} indexes ${indexed.source.name} beside ${listed(names)}, and ${first.why}: a row's terms together are left with far fewer values than each alone, whatever is truncated, so keep one of them and look at the rest after decryption`,
    };
  }
}

interface Told {
  readonly indexed: IndexedField;
  readonly part: Part;
}

function partOf({ field, source, model }: IndexedField): Part | undefined {
  return guessPrismaField(field, model)?.class ?? (isTown(source.name) ? 'town' : undefined);
}

function correlationOf(one: Part, other: Part): string | undefined {
  return correlations.find(
    ({ parts: [first, second] }) =>
      (first.includes(one) && second.includes(other)) || (first.includes(other) && second.includes(one)),
  )?.why;
}

function byColumn(indexes: readonly CodeIndex[]): Iterable<readonly CodeIndex[]> {
  const columns = new Map<string, CodeIndex[]>();
  for (const index of indexes) {
    const [column] = index.columns;
    if (column === undefined || index.columns.length > 1) continue;
    const key = JSON.stringify([index.container.file, index.table, column]);
    const before = columns.get(key);
    if (before === undefined) columns.set(key, [index]);
    else before.push(index);
  }
  return columns.values();
}

/** Each index adds what it keeps of the value: together they may tell rows apart that each alone would not. */
function tooMany(indexes: readonly CodeIndex[]): Report | undefined {
  const [first] = indexes;
  const last = indexes.at(-1);
  const rows = first?.override.rows ?? first?.assumptions.rows;
  if (first === undefined || last === undefined || first === last || rows === undefined) return undefined;
  const kept = indexes.map(keptBits);
  const known = kept.flatMap((one) => one ?? []);
  if (known.length < kept.length) return undefined;
  const bits = known.reduce((sum, one) => sum + one, 0);
  const each = known.map((one) => coincidences(rows, one));
  const together = coincidences(Math.max(1, rows), bits);
  // Where one alone is too long, its length is what is wrong.
  if (together >= 2 || each.some((one) => one < 2)) return undefined;
  return {
    place: last.declaration,
    field: last.path,
    related: indexes
      .filter((one) => one !== last)
      .map(({ declaration }) => ({ message: 'an index over the same column', place: declaration })),
    message: `${indexes.length} indexes over ${last.table}.${last.columns[0]} keep ${Number(bits.toFixed(1))} bits of it together, which leaves ${Number(together.toPrecision(2))} of ${grouped(rows)} rows to each combination: under 2 it shows which rows hold the same value, so keep fewer bits or fewer indexes`,
  };
}

/** Bits of the index, at most those of the value; undefined where either is unknown and counts. */
function keptBits(index: CodeIndex): number | undefined {
  if (index.bits === undefined || index.transforms === undefined) return undefined;
  const { bits } = guessCodeIndex(index) ?? {};
  const most = typeof bits === 'object' ? bits[1] : (bits ?? Number.POSITIVE_INFINITY);
  return Math.min(index.bits.value, most);
}
