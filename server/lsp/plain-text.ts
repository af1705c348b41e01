import { columnsOf } from '../report/cells.ts';
import { visible } from '../report/escape.ts';
import { wrap } from '../report/wrap.ts';
import type { Card, CardTable, Line, Piece } from './card.ts';

const width = 80;

/** A card for a client that shows text as it is. */
export function cardToPlainText({ headline, table, notes }: Card): string {
  return [
    paragraph(headline),
    ...(table === undefined ? [] : [tableToText(table)]),
    ...notes.map(paragraph),
  ].join('\n\n');
}

function paragraph(line: Line): string {
  return wrap(line.map(print).join(''), width).join('\n');
}

function print(piece: Piece): string {
  return visible(typeof piece === 'string' ? piece : piece.text);
}

function tableToText({ head, rows }: CardTable): string {
  const all = [head, ...rows].map((row) => head.map((_, at) => visible(row[at] ?? '')));
  const widths = head.map((_, at) => Math.max(...all.map((row) => columnsOf(row[at] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, at) => {
          const filler = ' '.repeat((widths[at] ?? 0) - columnsOf(cell));
          return at === 0 ? cell + filler : filler + cell;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
