/** Enough to keep the disk busy, few enough to keep the handles. */
const atOnce = 32;

/** Runs the work over all items, a bounded number at once. */
export async function inParallel(
  items: readonly string[],
  work: (item: string) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
