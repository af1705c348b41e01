import type { PrismaModel, PrismaModelField } from '../model/blind-index.ts';
import type { Change } from '../model/finding.ts';
import type { Place } from '../model/place.ts';

/** A further line of a model, before its closing brace; undefined while there is none. */
export function newLine({ attributes, insert, place }: PrismaModel, text: string): Change | undefined {
  if (place.end <= insert.place.start) return undefined;
  // The first one stands apart from the fields, as `prisma format` leaves it.
  const { indent, lineBreak } = insert;
  const apart = attributes.length === 0 ? lineBreak : '';
  return { kind: 'text', place: insert.place, text: `${apart}${indent}${text}${lineBreak}` };
}

/** Where a further attribute of a field goes: right behind its type. */
export function afterType({ typePlace, list, optional }: PrismaModelField): Place {
  const end = typePlace.end + (list ? 2 : optional ? 1 : 0);
  return { file: typePlace.file, start: end, end };
}
