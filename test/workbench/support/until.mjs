/** Asks again and again until the answer is something, and says what was waited for when it never is. */
export async function until(what, ask, { within = 30_000, every = 50 } = {}) {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`${what}: not within ${within / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
