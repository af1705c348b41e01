import { falsePositives, positionsSet, usualBloomFilter } from '../../costs/eql/bloom.ts';
import { bytes } from '../../costs/units.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule } from '../../model/rule.ts';
import { searchableColumns } from '../searchable.ts';
import { filterOf } from './filter-of.ts';
import { longTextOf } from './long-text.ts';

export const rule = defineRule({
  id: 'eql/bloom-saturation',
  severity: 'warning',
  title: 'match on text that is too long for its bloom filter',
  since: '0.1.0',
  fix: 'none',
  options: {
    falsePositivePercent: {
      default: 1,
      minimum: 0,
      description: 'percent of false matches for a needle of three letters that are worth a word',
    },
  },
  *check({ eql }, { options }) {
    for (const { column, match, placeOf } of searchableColumns(eql)) {
      const length = match ? longTextOf(column) : undefined;
      const filter = length === undefined ? undefined : filterOf(column);
      if (length === undefined || filter === undefined) continue;
      const rate = falsePositives(length.characters, filter.tokenLength, filter);
      if (rate * 100 < options(column.place.file).falsePositivePercent) continue;
      const set = Math.round(positionsSet(length.characters, filter));
      const stored = bytes(12 * set);
      const change =
        column.generation === 'v3'
          ? 'EQL v3 fixes the filter, so match short columns only, or search such text after decryption'
          : filter.m < 65_536
            ? 'raise m, up to 65536'
            : 'match shorter text';
      yield {
        place: column.domain === undefined ? placeOf('match') : column.place,
        field: column.path,
        message: `${column.table}.${column.name} ${length.reason}: at ${grouped(length.characters)} characters ${grouped(set)} of the ${grouped(filter.m)} bits of its bloom filter are set, a needle of ${usualBloomFilter.tokenLength} letters matches ${percent(rate)} of the rows that do not hold it, and each row carries ${stored} of positions; ${change}`,
      };
    }
  },
});

function percent(rate: number): string {
  return `${rate < 0.1 ? (rate * 100).toFixed(1) : Math.round(rate * 100)} %`;
}
