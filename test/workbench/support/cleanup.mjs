/** What was started and must end, last first, whatever happens in between. */
export class Cleanup {
  #endings = [];

  add(end) {
    this.#endings.push(end);
  }

  async end() {
    for (const end of this.#endings.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        console.error(`while cleaning up: ${error.message}`);
      }
    }
  }
}
