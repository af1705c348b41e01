import { classes } from '../guessability/classes.ts';
import { type Guessability, guess, isGuessable } from '../guessability/classify.ts';
import type { CodeIndex } from '../model/code-index.ts';

/** How many values someone must try for an index of one column, by its name and by what is done to the value first. */
export function guessCodeIndex(index: CodeIndex): Guessability | undefined {
  const { columns, transforms, table, override } = index;
  const [column] = columns;
  if (column === undefined || columns.length > 1 || transforms === undefined) return undefined;
  const whole = guess({ path: column, container: table, override });
  if (whole === undefined || whole.kind === 'gated' || !isGuessable(whole)) return whole;
  return transforms.reduce(shrink, whole);
}

/** A transformation leaves fewer values than went in. Source: CipherSweet `src/Transformation/*.php`; 26 letters have 4.7 bits. */
function shrink(guessed: Guessability, transform: string): Guessability {
  const most =
    transform === 'LastFourDigits'
      ? classes['last-four'].bits
      : transform === 'FirstCharacter'
        ? 4.7
        : undefined;
  if (most === undefined || smallest(guessed) <= most) return guessed;
  const part = transform === 'LastFourDigits' ? 'last four digits' : 'first letter';
  return { ...guessed, label: `${part} of a ${guessed.label}`, bits: most };
}

function smallest({ bits }: Guessability): number {
  return typeof bits === 'object' ? bits[0] : (bits ?? Number.POSITIVE_INFINITY);
}
