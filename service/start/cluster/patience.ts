/** How soon a worker that has ended is replaced: at once where it had served for a while, ever later where one after the other fails. */

/** Who has served for so long has shown that workers can. */
const provenMs = 10_000;
const [firstWaitMs, longestWaitMs] = [250, 30_000];
/** So many in a row that have not, and none that serves: there is no hope. */
const mostInVain = 5;

export class Patience {
  #inVain = 0;

  /**
   * Tells of a worker that has ended.
   * @param servedMs how long it had served; 0 where it never did
   * @returns milliseconds until another one is started
   */
  after(servedMs: number): number {
    this.#inVain = servedMs >= provenMs ? 0 : this.#inVain + 1;
    return this.#inVain === 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (this.#inVain - 1));
  }

  /** Whether so many have ended early, one after the other, that another one would, too. */
  get isOver(): boolean {
    return this.#inVain >= mostInVain;
  }
}
