/** Milliseconds by what they were spent on, in the order of the first spending. */
export interface Stopwatch {
  readonly time: <Result>(phase: string, work: () => Result | Promise<Result>) => Promise<Result>;
  readonly add: (phase: string, milliseconds: number) => void;
  readonly phases: () => readonly (readonly [phase: string, milliseconds: number])[];
}

export function createStopwatch(): Stopwatch {
  const spent = new Map<string, number>();
  const add = (phase: string, milliseconds: number) => {
    spent.set(phase, (spent.get(phase) ?? 0) + milliseconds);
  };
  return {
    async time(phase, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        add(phase, performance.now() - start);
      }
    },
    add,
    phases: () => [...spent],
  };
}
