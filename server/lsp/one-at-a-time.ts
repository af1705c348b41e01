/**
 * Work that is asked for again and again: never twice at once, and once more for all that was asked meanwhile. It
 * begins when the answers that are due have gone out, so it waits for no clock.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await new Promise((resolve) => setTimeout(resolve, 0));
      try {
        await work();
      } catch {
        // The connection is gone, or the client refuses: nobody is there to be told.
      }
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
