/** What was started and must end, last first, whatever happens in between. */
export class Cleanup {
  #endings = [];
  #ended;

  /** What is started when the end has come is ended at once. */
  add(end) {
    if (this.#ended === undefined) this.#endings.push(end);
    else this.#ended = this.#ended.then(() => attempt(end));
  }

  /** Who asks a second time waits for the same end. */
  end() {
    this.#ended ??= this.#endAll();
    return this.#ended;
  }

  async #endAll() {
    for (const end of this.#endings.splice(0).reverse()) await attempt(end);
  }
}

async function attempt(end) {
  try {
    await end();
  } catch (error) {
    console.error(`while cleaning up: ${error.message}`);
  }
}

/** Ends the program in order when it is told to. */
export function whenTold(end) {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await end();
      process.exit(1);
    });
  }
}
