import type { Fix, RelatedPlace, Severity } from '../../model/finding.ts';
import type { CsfleSchema, MongodbProject } from '../../model/mongodb.ts';
import type { Place } from '../../model/place.ts';
import type { Report } from '../../model/rule.ts';
import { booleanAt } from '../../model/value.ts';
import { serverCode } from '../wording.ts';
import { type Refusal, refusals } from './refusals.ts';

/** One thing that a schema says wrong, before its code and severity. */
export interface Flaw {
  readonly refusal: Refusal;
  readonly place: Place;
  readonly message: string;
  readonly field?: string | undefined;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
}

export function toReport(
  { refusal, message, ...flaw }: Flaw,
  schema: CsfleSchema,
  automatic: boolean,
): Report {
  return {
    ...flaw,
    severity: severityOf(refusal, schema, automatic),
    message: `${message}${serverCode(refusals[refusal].code)}`,
  };
}

/** A validator may serve a project that encrypts by hand: then only what the server itself refuses is certain. */
function severityOf(refusal: Refusal, { origin }: CsfleSchema, automatic: boolean): Severity {
  return origin !== 'jsonSchema' || automatic || refusals[refusal].by === 'server' ? 'error' : 'warning';
}

/** True when some client of the project certainly encrypts on its own. */
export function encryptsAutomatically({ clients }: MongodbProject): boolean {
  return clients.some(
    ({ options }) =>
      !options.open &&
      booleanAt(options, 'bypassAutoEncryption') !== true &&
      booleanAt(options, 'bypassQueryAnalysis') !== true,
  );
}
