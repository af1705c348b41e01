import { leastDerivation, sameMachine, slowSearch } from './measured.ts';

/** What a search costs the process that asks, before the database has the term. */
export interface TermTime {
  /** Fastest and slowest that was measured. */
  readonly milliseconds: readonly [number, number];
  readonly perSecondPerCore: readonly [slowest: number, fastest: number];
  /** How many times longer than a keyed fast hash takes on the same machine. */
  readonly ratioToFast: number;
  /** True where the event loop stands still meanwhile, for everybody. */
  readonly blocks: boolean;
  readonly basis: string;
}

export interface Derivation {
  readonly passes: number;
  readonly memoryKib: number;
}

/** Time of a digest: microseconds whatever the function. */
export function fastTermTime(keyed: boolean): TermTime {
  const milliseconds = keyed ? sameMachine.hmacSha256 : sameMachine.sha256;
  return timeOf([milliseconds, milliseconds], {
    ratioToFast: milliseconds / sameMachine.hmacSha256,
    blocks: false,
    basis: `${sameMachine.source}; ${keyed ? 'HMAC-SHA-256' : 'SHA-256 through prisma-field-encryption 1.6.0'}`,
  });
}

/** Time of Argon2id in the thread that serves all requests (`blocks`), or beside it. */
export function slowTermTime({ passes, memoryKib }: Derivation, blocks: boolean): TermTime {
  const { factor, known } = timesLeast({ passes, memoryKib });
  const [fastest, slowest] = slowSearch.milliseconds;
  return timeOf([fastest * factor, slowest * factor], {
    ratioToFast: (factor * leastMilliseconds) / sameMachine.hmacSha256,
    blocks,
    basis: [
      `measured: ${slowSearch.source}`,
      ...(factor === 1
        ? []
        : [
            known
              ? `times ${factor.toFixed(2)}, ${sameMachine.source}`
              : `times ${factor.toFixed(2)}, estimated in proportion to passes and memory, which two measured points follow within 9 %`,
          ]),
    ].join('; '),
  });
}

const leastMilliseconds = sameMachine.leastDerivation;

/** How many times longer than at the least parameters, which an attacker's machine feels as well. */
export function timesLeast({ passes, memoryKib }: Derivation): {
  readonly factor: number;
  readonly known: boolean;
} {
  const measured = [
    { ...leastDerivation, milliseconds: leastMilliseconds },
    ...sameMachine.otherDerivations,
  ].find((one) => one.passes === passes && one.memoryKib === memoryKib);
  if (measured !== undefined) return { factor: measured.milliseconds / leastMilliseconds, known: true };
  return {
    factor: (passes * memoryKib) / (leastDerivation.passes * leastDerivation.memoryKib),
    known: false,
  };
}

function timeOf(
  milliseconds: readonly [number, number],
  rest: Pick<TermTime, 'ratioToFast' | 'blocks' | 'basis'>,
): TermTime {
  const [fastest, slowest] = milliseconds;
  return { milliseconds, perSecondPerCore: [1_000 / slowest, 1_000 / fastest], ...rest };
}
