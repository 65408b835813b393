/**
 * The delay before an ended worker is replaced: none if it had served for a while, and increasing if one after another fails.
 */

/** A worker that has served for this long has shown that workers can. */
const provenMs = 10_000;
const [firstWaitMs, longestWaitMs] = [250, 30_000];
/** After this many failures in a row, and with none serving, further attempts are useless. */
const mostInVain = 5;

export class Patience {
  #inVain = 0;

  /**
   * Reports an ended worker.
   * @param servedMs how long it had served; 0 for never
   * @returns milliseconds until another one is started
   */
  after(servedMs: number): number {
    this.#inVain = servedMs >= provenMs ? 0 : this.#inVain + 1;
    return this.#inVain === 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (this.#inVain - 1));
  }

  /** Whether so many have failed in a row that another one would fail, too. */
  get isOver(): boolean {
    return this.#inVain >= mostInVain;
  }
}
