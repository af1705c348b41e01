/** The fewest distinct values that a blind index may be projected for. Source: fieldseal-spec docs/02-spec-v0.1.md 7.4. */
export const leastPopulation = 16;

/** The bits of both functions: what can be kept. Source: as above, 7.3; 64 bytes. */
export const mostBits = 512;

/** Bits that a blind index may keep, both ends with it. */
export interface TruncationBand {
  readonly from: number;
  readonly to: number;
}

/**
 * The bits b for so many distinct values P, of which there are at least 16: 2 <= P / 2^b < sqrt(P). Source: fieldseal-spec
 * docs/02-spec-v0.1.md 7.4, which takes it from the beacons of AWS's Database Encryption SDK.
 */
export function bandOf(population: number): TruncationBand {
  const log2 = floorLog2(population);
  return { from: Math.floor(log2 / 2) + 1, to: Math.min(log2 - 1, mostBits) };
}

/** How many distinct values share one term, on average. Source: CipherSweet docs/SECURITY.md, which calls it C. */
export function coincidences(population: number, bits: number): number {
  return population / 2 ** bits;
}

/** By halving, since the logarithm of a power of two may come out a little short. */
function floorLog2(value: number): number {
  let log2 = 0;
  for (let rest = value; rest >= 2 && Number.isFinite(rest); rest /= 2) log2 += 1;
  return log2;
}
