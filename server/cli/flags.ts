import { parseArgs } from 'node:util';
import { nearest } from '../../rules/model/nearest.ts';
import { visible } from '../report/escape.ts';

/** One flag as the help shows it. */
export interface Flag {
  /** What stands for its value; absent for a switch. */
  readonly value?: string;
  /** True when it may be given more than once. */
  readonly many?: true;
  readonly short?: string;
  readonly description: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export type FlagValues<Table extends Flags> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly many: true }
    ? readonly string[]
    : Table[Name] extends { readonly value: string }
      ? string | undefined
      : boolean;
};

export interface Arguments<Table extends Flags> {
  readonly flags: FlagValues<Table>;
  readonly rest: readonly string[];
}

/** What a person should have written instead. */
export interface WrongUse {
  readonly wrong: string;
}

export function isWrong(result: object): result is WrongUse {
  return 'wrong' in result;
}

/** The arguments of a command; anything that its table does not know is wrong use. */
export function readFlags<Table extends Flags>(
  argv: readonly string[],
  table: Table,
): Arguments<Table> | WrongUse {
  const names = Object.keys(table);
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(table).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) },
      ]),
    ),
  });
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const flag = Object.hasOwn(table, name) ? table[name] : undefined;
    if (flag === undefined) return { wrong: unknownFlag(rawName, names) };
    if (flag.value === undefined) {
      if (value !== undefined) return { wrong: `${rawName} takes no value` };
      found.get(name)?.push('');
    } else {
      const missing =
        value === undefined || value === '' || (!token.inlineValue && /^--?[A-Za-z]/.test(value));
      if (missing) return { wrong: `${rawName} needs a value: ${rawName} ${flag.value}` };
      found.get(name)?.push(value);
    }
  }
  const flags = Object.fromEntries(
    Object.entries(table).map(([name, { value, many }]) => {
      const values = found.get(name) ?? [];
      return [name, many ? values : value === undefined ? values.length > 0 : values.at(-1)];
    }),
  );
  return { flags: flags as FlagValues<Table>, rest };
}

function unknownFlag(raw: string, names: readonly string[]): string {
  return `there is no flag ${visible(raw)}${didYouMean(raw.replace(/^-+/, ''), names, (name) => `--${name}`)}`;
}

/** `; did you mean …?`, or nothing when no candidate is near, nor begins in that way alone. */
export function didYouMean(
  word: string,
  candidates: readonly string[],
  write: (candidate: string) => string = (candidate) => candidate,
): string {
  const longer = candidates.filter((candidate) => word !== '' && candidate.startsWith(word));
  const near = nearest(word, candidates) ?? (longer.length === 1 ? longer[0] : undefined);
  return near === undefined ? '' : `; did you mean ${write(near)}?`;
}
