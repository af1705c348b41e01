import { classOf } from '../../guessability/classes.ts';
import { words } from '../../guessability/words.ts';
import type { PrismaModel, PrismaModelField } from '../../model/blind-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';

/** How long values of a kind get. */
export interface LongestValue {
  /** What a message calls one, and where the length comes from. */
  readonly label: string;
  /** Bytes that every project must expect: of the format without its separators. */
  readonly certain: number;
  /** Bytes of the longest form. */
  readonly longest: number;
  /** True where nobody set a bound, so that only the default of a database can be too short. */
  readonly openEnded: boolean;
}

/** The longest values of a field; undefined where neither its kind nor the configuration says. */
export function longestValue(field: PrismaModelField, model: PrismaModel): LongestValue | undefined {
  const { length } = field.override;
  if (length !== undefined) {
    const by = field.override.saidBy === 'comment' ? 'its comment' : 'the configuration';
    return { label: `a value, as ${by} says,`, certain: length, longest: length, openEnded: false };
  }
  const guessed = guessPrismaField(field, model);
  const data = guessed && classOf(guessed.class);
  const known = data?.longest;
  if (data !== undefined && known !== undefined) {
    const { characters, compact = characters } = known;
    return {
      label: `${/^(?:[aeiou]|IBAN|IMEI|IP)/.test(data.label) ? 'an' : 'a'} ${data.label}`,
      certain: compact,
      longest: characters,
      openEnded: false,
    };
  }
  return longText(field.name);
}

/** Names of texts that people or programs write at any length. The last word says it: `noteCount` is none. */
const freeText: ReadonlySet<string> = new Set(
  `note notes comment comments remark remarks description biography bio message transcript narrative memo memos feedback
   observations anamnesis testimony statement letter essay diary journal`.split(/\s+/),
);

/** Tokens of OAuth, whose issuers set no bound (RFC 6749 1.4). Google documents 2,048 and 512 bytes for its own. */
const tokens: Readonly<Record<string, number>> = { 'access token': 2_048, 'refresh token': 512 };

function longText(name: string): LongestValue | undefined {
  const all = words(name);
  if (freeText.has(all.at(-1) ?? '')) {
    return {
      label: 'free text',
      certain: Number.POSITIVE_INFINITY,
      longest: Number.POSITIVE_INFINITY,
      openEnded: true,
    };
  }
  const longest = Object.hasOwn(tokens, all.join(' ')) ? tokens[all.join(' ')] : undefined;
  return longest === undefined
    ? undefined
    : { label: `${all.join(' ')} of some issuers`, certain: 0, longest, openEnded: true };
}
