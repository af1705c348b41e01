import { visible } from '../report/escape.ts';
import type { WrongUse } from './flags.ts';

import { readChoice } from './values.ts';

/** One report: a format, and the file that it goes to; without one it goes to standard output. */
export interface Output<Name extends string> {
  readonly format: Name;
  readonly file?: string;
}

/** `FORMAT` or `FORMAT=FILE`, several at once. `whole` are formats that nothing else may stand beside. */
export function readOutputs<Name extends string>(
  texts: readonly string[],
  names: readonly Name[],
  whole: ReadonlySet<string>,
): readonly Output<Name>[] | WrongUse {
  const outputs: Output<Name>[] = [];
  for (const text of texts) {
    const at = text.indexOf('=');
    const format = readChoice('format', at < 0 ? text : text.slice(0, at), names);
    if (typeof format !== 'string') return format;
    const file = at < 0 ? undefined : text.slice(at + 1);
    if (file === '') return { wrong: `--format ${format}= needs a file behind the =` };
    outputs.push({ format, ...(file === undefined ? {} : { file }) });
  }
  const printed = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  const mixed = printed.find((format) => whole.has(format));
  if (mixed !== undefined && printed.length > 1) {
    return { wrong: `${mixed} would be mixed with another format: give it a file, --format ${mixed}=FILE` };
  }
  const files = outputs.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  return twice === undefined
    ? outputs
    : { wrong: `two formats go to ${visible(twice)}: give each its own file` };
}
