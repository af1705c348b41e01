import { eqlVersions, mongodbVersions } from '../../rules/model/target.ts';
import type { SettingsFlags } from '../project/configuration/settings.ts';
import { isWrong, type WrongUse } from './flags.ts';
import { readChoice, readCount } from './values.ts';

/** Flags that say what holds for every file, whatever its configuration says. */
export const targetFlags = {
  mongodb: { value: 'VERSION', description: `the MongoDB release that runs: ${mongodbVersions.join(', ')}` },
  eql: { value: 'VERSION', description: `the CipherStash EQL release: ${eqlVersions.join(', ')}` },
  length: { value: 'BYTES', description: 'bytes of a typical string or binary value; 25 if nothing says it' },
  config: { value: 'FILE', description: 'the one configuration file of this run; none is looked for' },
} as const;

interface TargetValues {
  readonly mongodb: string | undefined;
  readonly eql: string | undefined;
  readonly length: string | undefined;
  readonly config: string | undefined;
}

export function readTargetFlags(values: TargetValues): SettingsFlags | WrongUse {
  const { config } = values;
  const mongodb = read(values.mongodb, (text) => readChoice('MongoDB release', text, mongodbVersions));
  if (isRefused(mongodb)) return mongodb;
  const eql = read(values.eql, (text) => readChoice('EQL release', text, eqlVersions));
  if (isRefused(eql)) return eql;
  const length = read(values.length, (text) => readCount('--length', text, 0));
  if (isRefused(length)) return length;
  return {
    ...(mongodb === undefined ? {} : { mongodb }),
    ...(eql === undefined ? {} : { eql }),
    ...(length === undefined ? {} : { length }),
    ...(config === undefined ? {} : { config }),
  };
}

function read<Result>(text: string | undefined, reader: (text: string) => Result): Result | undefined {
  return text === undefined ? undefined : reader(text);
}

function isRefused(result: unknown): result is WrongUse {
  return typeof result === 'object' && result !== null && isWrong(result);
}
