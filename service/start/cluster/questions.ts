/** Queries to another process, each with a number that identifies its answer. */
import { setTimeout as sleep } from 'node:timers/promises';

export class Questions<Answer> {
  readonly #patienceMs: number;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #count = 0;

  /** @param patienceMs the time limit of each */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /**
   * @param send sends the query to the other process, with its number
   * @returns null if no answer arrived in time
   */
  async ask(send: (question: number) => void): Promise<Answer | null> {
    this.#count += 1;
    const question = this.#count;
    const over = new AbortController();
    const answer = new Promise<Answer>((resolve) => {
      this.#open.set(question, resolve);
      send(question);
    });
    const late = sleep(this.#patienceMs, null, { signal: over.signal }).catch(() => null);
    const given = await Promise.race([answer, late]);
    over.abort();
    this.#open.delete(question);
    return given;
  }

  /** An answer has arrived. A late one is ignored. */
  answer(question: number, given: Answer): void {
    this.#open.get(question)?.(given);
  }
}
