import { guessCodeIndex } from '../../rules/blind-index/guess-code-index.ts';
import { coincidences } from '../../rules/blind-index/truncation-band.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import type { CodeIndex } from '../../rules/model/code-index.ts';
import { compare } from '../../rules/model/compare.ts';
import { byPosition, type Place } from '../../rules/model/place.ts';

/** The blind indexes that code declares over one table. Nothing says what their values take. */
export interface CodeTableCost {
  readonly name: string;
  readonly place: Place;
  readonly indexes: readonly CodeIndexCost[];
}

export interface CodeIndexCost {
  readonly index: CodeIndex;
  /** `ssn`, or `city + postcode` of a compound index. */
  readonly path: string;
  /** How it can be searched, in words. */
  readonly searched: string;
  /** Values that share a term on average if each row has another; where the rows are known. */
  readonly coincidences?: number;
  readonly guessability?: Guessability;
}

/** Tables in the order of their files. */
export function codeTableCosts(
  indexes: readonly CodeIndex[],
  asked: number | undefined,
): readonly CodeTableCost[] {
  const tables = new Map<string, CodeIndex[]>();
  for (const index of indexes) {
    const key = JSON.stringify([index.declaration.file, index.table]);
    tables.set(key, [...(tables.get(key) ?? []), index]);
  }
  return [...tables.values()]
    .flatMap((all): CodeTableCost[] => {
      const [first] = all.toSorted((one, other) => byPosition(one.declaration, other.declaration));
      if (first === undefined) return [];
      const ordered = all.toSorted((one, other) => byPosition(one.declaration, other.declaration));
      return [
        {
          name: first.table,
          place: first.declaration,
          indexes: ordered.map((index) => costOf(index, asked)),
        },
      ];
    })
    .sort(({ place: one }, { place: other }) => compare(one.file, other.file) || one.start - other.start);
}

function costOf(index: CodeIndex, asked: number | undefined): CodeIndexCost {
  const { columns, bits, override, assumptions } = index;
  const guessability = guessCodeIndex(index);
  const rows = asked ?? override.rows ?? assumptions.rows;
  return {
    index,
    path: columns.join(' + '),
    searched: searchedBy(index),
    ...(rows === undefined || bits === undefined ? {} : { coincidences: coincidences(rows, bits.value) }),
    ...(guessability === undefined ? {} : { guessability }),
  };
}

/** `slow index, 16 bits, of LastFourDigits`. */
function searchedBy({ speed, bits, transforms = [] }: CodeIndex): string {
  const kind = speed === 'unknown' ? 'index' : `${speed} index`;
  const kept = bits === undefined ? '' : `, ${bits.value} bits`;
  return `${kind}${kept}${transforms.length === 0 ? '' : `, of ${transforms.join(' + ')}`}`;
}
