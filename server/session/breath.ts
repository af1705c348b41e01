/** How a long pass gives way to what else there is to do: answers that are due, changes that came meanwhile. */
export interface Breath {
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
  /** Done when everything that waited has had its turn. */
  readonly rest: () => Promise<void>;
}

/** How long a pass works before it gives way, in milliseconds: a usual one is over by then. */
const patience = 8;

/**
 * Does all steps and gives way between two of them when they take long. Undefined when the result is not wanted any
 * more, which is asked between any two. `begun`: when the work before the first step began.
 */
export async function inSteps<Result>(
  steps: Iterator<void, Result>,
  isWanted: () => boolean,
  { now, rest }: Breath,
  begun: number,
): Promise<Result | undefined> {
  let since = begun;
  for (;;) {
    if (now() - since > patience) {
      await rest();
      since = now();
    }
    if (!isWanted()) return undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

export const eventLoop: Breath = {
  now: () => performance.now(),
  async rest() {
    // In the first turn a message arrives, and in the second it is handled.
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise<void>((resolve) => {
        if (setImmediate === undefined) setTimeout(resolve, 0);
        else setImmediate(resolve);
      });
    }
  },
};
