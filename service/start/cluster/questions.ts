/** Questions to another process, each with a number by which its answer is known. */
import { setTimeout as sleep } from 'node:timers/promises';

export class Questions<Answer> {
  readonly #patienceMs: number;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #count = 0;

  /** @param patienceMs how long each is waited for */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /**
   * @param send tells the other process the question, by its number
   * @returns null where no answer came in time
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

  /** An answer has come. One that nobody waits for any more is left aside. */
  answer(question: number, given: Answer): void {
    this.#open.get(question)?.(given);
  }
}
