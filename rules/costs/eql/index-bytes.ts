import type { EqlDomain, EqlExtractor } from '../../eql/domains.ts';
import { positionsSet } from './bloom.ts';
import { ginBytes } from './measured.ts';
import { hmacBytes, opeBytes, oreBlockBytes, oreBlocks } from './payload.ts';

/** Bytes a row of the index that a search needs; undefined where nothing is known of it. */
export function indexBytes(domain: EqlDomain, extractor: EqlExtractor, length: number): number | undefined {
  switch (extractor) {
    case 'eq_term':
      return btreeBytes(textDatum(2 * hmacBytes));
    case 'ord_term': {
      const datum = textDatum(opeBytes(domain, length));
      return datum > largestKey ? undefined : btreeBytes(datum);
    }
    case 'ord_term_ore':
      // An array of composite values around each block. Source: pg_column_size of the term, measured on each width.
      return btreeBytes(oreBlocks(domain, length) * oreBlockBytes(domain) + oreTermOverhead);
    case 'match_term':
      return ginBytesOf(positionsSet(length));
    case 'to_ste_vec_query':
      return undefined;
  }
}

const oreTermOverhead = 80;

/**
 * The longest key of a B-tree; a row with a longer one is refused (54000). Source: PostgreSQL
 * src/include/access/nbtree.h, BTMaxItemSize.
 */
export const largestKey = 2_704;

const page = 8_192;
/** A page without its header and the special space of a B-tree page. */
const usable = page - 24 - 16;
/** Leaves are filled to 90 % when an index is built, the pages above to 70 %. Source: src/include/access/nbtree.h. */
const leafRoom = usable - 0.1 * page;
const innerRoom = usable - 0.3 * page;

/** Bytes a row of a B-tree that was built over many rows, with all its pages. */
function btreeBytes(datum: number): number {
  // The tuple's header, its data at a multiple of eight, and its line pointer.
  const item = Math.ceil((8 + datum) / 8) * 8 + 4;
  const fanOut = Math.max(2, Math.floor(innerRoom / item));
  const leaf = page / Math.max(1, Math.floor(leafRoom / item));
  return leaf * (fanOut / (fanOut - 1));
}

/** A variable-length value in a tuple: a header of one byte up to 126, else of four. */
function textDatum(bytes: number): number {
  return bytes + (bytes < 127 ? 1 : 4);
}

/** Between the measured points along a line; beyond the last one as it is there. */
function ginBytesOf(positions: number): number {
  let [before] = ginBytes as readonly { positions: number; bytes: number }[];
  for (const point of ginBytes) {
    if (before === undefined || positions <= point.positions) {
      if (before === undefined || before === point) return (point.bytes * positions) / point.positions;
      const part = (positions - before.positions) / (point.positions - before.positions);
      return before.bytes + part * (point.bytes - before.bytes);
    }
    before = point;
  }
  return before?.bytes ?? 0;
}
