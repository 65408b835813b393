/** Where writes go that have to wait for a network, and what of them pages show. The queue stands here once it is loaded. */
import type { Answer, Call } from '../call.ts';
import { createStore } from '../first/values.ts';
import type { Page, Row } from '../metadata.ts';

/** The body of an answer about a row. */
export interface AnsweredRow {
  readonly data: Row;
}

export interface Queue {
  /** How many wait. */
  readonly count: number;
  /**
   * Takes a write of a row that has to wait.
   * @param hasFailed whether it was tried: it may have arrived
   * @returns the row as pages show it; null where it need not wait, or cannot
   */
  take(path: string, call: Call, hasFailed: boolean): Promise<Answer<AnsweredRow> | null>;
  /** What a page shows of an answer. */
  lay<T>(path: string, answer: Answer<T>): Answer<T>;
  /** The body of an answer that the service cannot give: of a row that is still to be made, or of a list about it. */
  made(path: string): AnsweredRow | Page<never> | undefined;
}

export type Made = ReturnType<Queue['made']>;

/** What pages of rows that are still to be made ask for: `isMade` of a question. */
export const isMadeRow = (made: Made): made is AnsweredRow => made !== undefined && 'id' in made.data;
export const isMadeList = (made: Made): made is Page<never> => made !== undefined && 'length' in made.data;

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
