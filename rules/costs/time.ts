import { measured } from './sources.ts';

/** The time of one insert: ratios travel between machines, milliseconds belong to the one in the basis. */
export interface InsertEstimate {
  readonly ratioToEquality: number;
  readonly ratioToPlaintext: number;
  readonly milliseconds: number;
  readonly basis: string;
}

export const insertBasis = `estimated: ${measured.insertWithoutTokens.value.toFixed(1)} ms + ${measured.insertPerToken.value} ms a token, ${measured.insertPerToken.measuredOn}; the middle point lies ${Math.round(measured.insertModelError.value * 100)} % off`;

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
  return measured.insertWithoutTokens.value + measured.insertPerToken.value * tokens;
}
