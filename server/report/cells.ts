import { escapeCharacter, isHidden } from './escape.ts';

/** One sign of a line as a terminal shows it, and the offsets that it stands for. */
export interface Cell {
  readonly shown: string;
  /** How many columns of the terminal it takes. */
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

const tabStop = 4;
const plain = /^[\t\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;

/** A stretch of text, without line breaks, as cells: tabs filled up, invisible characters made visible. */
export function cellsOf(text: string, offset: number, column: number): Cell[] {
  const cells: Cell[] = [];
  let at = column;
  const add = (sign: string, index: number): void => {
    const shown =
      sign === '\t' ? ' '.repeat(tabStop - (at % tabStop)) : isHidden(sign) ? escaped(sign) : sign;
    const width = shown === sign ? widthOf(sign) : shown.length;
    cells.push({ shown, width, start: offset + index, end: offset + index + sign.length });
    at += width;
  };
  if (plain.test(text)) {
    for (let index = 0; index < text.length; index += 1) add(text[index] ?? '', index);
    return cells;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment, index } of segmenter.segment(text)) {
    if (segment.length > 1 && isHidden(segment)) {
      let within = index;
      for (const character of segment) {
        add(character, within);
        within += character.length;
      }
    } else add(segment, index);
  }
  return cells;
}

/** Columns that a text takes, when it holds nothing invisible. */
export function columnsOf(text: string): number {
  return plain.test(text) ? text.length : cellsOf(text, 0, 0).reduce((sum, { width }) => sum + width, 0);
}

function escaped(sign: string): string {
  return [...sign]
    .map((character) => (isHidden(character) ? escapeCharacter(character) : character))
    .join('');
}

/** Wide and fullwidth characters: Unicode Standard Annex 11, by blocks. */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

function widthOf(sign: string): number {
  if (sign.length === 1 && sign >= ' ' && sign <= '~') return 1;
  if (/^[\p{Mn}\p{Me}]+$/u.test(sign)) return 0;
  return wide.test(sign) || /\p{Emoji_Presentation}|\ufe0f/u.test(sign) ? 2 : 1;
}
