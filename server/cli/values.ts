import { catalogue } from '../../rules/catalogue.ts';
import type { Severity } from '../../rules/model/finding.ts';
import { nearId } from '../project/did-you-mean.ts';
import { visible } from '../report/escape.ts';
import { didYouMean, type WrongUse } from './flags.ts';

/** A whole number of at least that much; people may group its digits by `,` or `_`. */
export function readCount(flag: string, text: string, least: number): number | WrongUse {
  const number = /^\d+(?:[,_]\d+)*$/.test(text) ? Number(text.replaceAll(/[,_]/g, '')) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  const kind = least === 0 ? 'a whole number' : `a whole number from ${least}`;
  return { wrong: `${flag} needs ${kind}, not ${visible(text)}` };
}

/** One of a few words. */
export function readChoice<Word extends string>(
  what: string,
  text: string,
  choices: readonly Word[],
): Word | WrongUse {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const known = `${visible(text)} is no ${what} that encsafe knows (${choices.join(', ')})`;
  return { wrong: `${known}${didYouMean(text, choices)}` };
}

const severities = ['off', 'error', 'warning', 'info'] as const satisfies readonly (Severity | 'off')[];

export type RuleSeverities = ReadonlyMap<string, Severity | 'off'>;

/** `ID=SEVERITY`, each id once. */
export function readRuleSeverities(texts: readonly string[]): RuleSeverities | WrongUse {
  const found = new Map<string, Severity | 'off'>();
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 0) return { wrong: `--rule needs ID=SEVERITY, for example --rule ${visible(text)}=off` };
    const id = readRuleId(text.slice(0, at));
    if (typeof id !== 'string') return id;
    const severity = readChoice('severity', text.slice(at + 1), severities);
    if (typeof severity !== 'string') return severity;
    found.set(id, severity);
  }
  return found;
}

export function readRuleId(text: string): string | WrongUse {
  const ids = catalogue.map(({ id }) => id);
  if (ids.includes(text)) return text;
  const near = nearId(text, ids);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return { wrong: `there is no rule ${visible(text)}${hint || '; encsafe explain lists them all'}` };
}
