import { measured } from './sources.ts';

/** The time of one insert: ratios travel between machines, milliseconds belong to the one in the basis. */
export interface InsertEstimate {
  readonly ratioToEquality: number;
  readonly ratioToPlaintext: number;
  readonly milliseconds: number;
  readonly basis: string;
}

const { insertWithoutTokens, insertPerToken, insertModelError } = measured;

/** What a person reads beside a time. */
export const insertBasis = [
  `estimated: ${insertWithoutTokens.value.toFixed(1)} ms + ${insertPerToken.value} ms a token`,
  insertPerToken.measuredOn,
  `the middle point lies ${insertModelError.value * 100} % off`,
].join('; ');

export function insertEstimate(tokens: number): InsertEstimate {
  const milliseconds = insertMilliseconds(tokens);
  return {
    ratioToEquality: milliseconds / insertMilliseconds(1),
    ratioToPlaintext: milliseconds / measured.plaintextInsert.value,
    milliseconds,
    basis: insertBasis,
  };
}

export function insertMilliseconds(tokens: number): number {
  return insertWithoutTokens.value + insertPerToken.value * tokens;
}
