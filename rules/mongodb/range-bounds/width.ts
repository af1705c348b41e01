import {
  preciseDomain,
  type RangeDomain,
  type RangeType,
  readRangeDomain,
  wholeDomain,
} from '../../costs/range-domain.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { tokensOfBits } from '../range-tokens.ts';
import { counted } from '../wording.ts';
import type { Bounds } from './bounds.ts';

const millisecondsOfACentury = 3_155_760_000_000n;

/** Bounds as people have them, to compare with. */
const examples = {
  int: { name: '0 to 1,000,000', domain: wholeDomain(0n, 1_000_000n) },
  long: { name: '0 to 1,000,000', domain: wholeDomain(0n, 1_000_000n) },
  date: { name: 'a century', domain: wholeDomain(0n, millisecondsOfACentury) },
  double: { name: '0 to 1,000,000 with precision 2', domain: preciseDomain('double', '0', '1000000', 2) },
  decimal: { name: '0 to 1,000,000 with precision 2', domain: preciseDomain('decimal', '0', '1000000', 2) },
} as const satisfies Record<RangeType, { name: string; domain: RangeDomain | undefined }>;

/** A missing bound is legal: the end of the type stands in, and every value leaves the tokens of the wider domain. */
export function* checkWidth(
  field: QueryableField,
  query: QueryType,
  bsonType: RangeType,
  bounds: Bounds,
): Generator<Report> {
  const missing = (['min', 'max'] as const).filter((side) => bounds[side] === 'absent');
  if (missing.length === 0) return;
  // An int has 32 bits without bounds: no more than a bound on one side would save.
  if (missing.length === 2 && bsonType === 'int') return;
  const domain = readRangeDomain(query, bsonType);
  const tokens = domain === undefined ? undefined : tokensOfBits(query, domain.bits);
  if (tokens === undefined) return;
  const given =
    missing.length === 2
      ? 'neither min nor max is given'
      : `${missing[0] === 'min' ? 'max' : 'min'} is given without ${missing[0]}`;
  const end =
    missing.length === 2 ? `every ${bsonType} may occur` : `${missing[0]} becomes the end of the type`;
  yield {
    place: query.nameValue?.place ?? query.object.place,
    severity: 'warning',
    field: field.path,
    message: `${given}: ${end}, and each value leaves ${counted(tokens, 'token')}${comparison(query, bsonType, tokens)}`,
  };
}

function comparison(query: QueryType, bsonType: RangeType, now: number): string {
  const { name, domain } = examples[bsonType];
  const tokens = domain === undefined ? undefined : tokensOfBits(query, domain.bits);
  return tokens === undefined || tokens >= now ? '' : `; with bounds of ${name} it would leave ${tokens}`;
}
