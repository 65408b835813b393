/** Where writes go that have to wait for a network, and what of them pages show. The queue stands here once it is loaded. */
import type { Answer, Call } from '../call.ts';
import { createStore } from '../first/values.ts';

export interface Queue {
  /** How many wait. */
  readonly count: number;
  /**
   * Takes a write that has to wait.
   * @param hasFailed whether it was tried: it may have arrived
   * @returns what the page shows in place of an answer; null where it need not wait, or cannot
   */
  take<T>(path: string, call: Call, hasFailed: boolean): Promise<Answer<T> | null>;
  /** What a page shows of an answer. */
  lay<T>(path: string, answer: Answer<T> | undefined): Answer<T> | undefined;
}

/** Whether something is asked of a row that is still to be made: by its temporary number. */
export const isOfUnsent = (path: string): boolean => /[/=,]-\d{13}\b/.test(path);

/** Another one whenever something in it has changed; null until it is loaded. */
export const unsent = createStore<Queue | null>(null);

/** Milliseconds for the queue to be loaded. */
const loadedWithin = 5000;

/** The queue: a write may come before it is loaded. @returns null where it does not come */
export function whenQueued(): Promise<Queue | null> {
  return new Promise((resolve) => {
    const look = () => unsent.get() && resolve(unsent.get());
    unsent.subscribe(look);
    setTimeout(() => resolve(null), loadedWithin);
    look();
  });
}
