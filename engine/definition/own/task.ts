/** Work of a resource that comes due by itself: declared in its definition, run by whichever node comes first. */
import type { Knex } from 'knex';
import type { Services } from '../../kinds/services.ts';
import type { Signal } from '../../signal.ts';
import type { HookContext } from '../hooks.ts';

const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type TimeUnit = keyof typeof units;

/** `1 minute`, `6 hours`. */
export type Every = `${number} ${TimeUnit | `${TimeUnit}s`}`;

/** What a task is given. Nothing of it is in a transaction but what `at` runs. */
export interface TaskContext {
  /** The moment at which this run began by the clock of the database, ISO 8601 UTC. */
  readonly now: string;
  /** For looking up what is due. */
  readonly db: Knex;
  /** Throws once the service is about to end: to be asked between one step and the next. */
  readonly signal: Signal;
  readonly services: Services;
  /**
   * Does something at a site in one transaction, as the service itself: what it makes has no author, and its history no user. It
   * may be begun anew, and so must hold nothing outside its transaction. Before the next one the task stands aside for as long as
   * this one took: what is much goes a little at a time, so that others get through.
   *
   * @returns null where the site is gone
   */
  at<T>(siteId: number, work: (site: HookContext) => Promise<T>): Promise<T | null>;
}

/**
 * A lease sees to it that one node runs a task at a time, to save work. It does not make it right: a node that stood still wakes
 * up in the middle, beside another one. Whatever a task does is made to happen once by unique keys and locked rows.
 */
export interface Task {
  /** From the beginning of one run to that of the next; a run that takes longer is followed at once. */
  readonly every: Every;
  /** Does all that is due at `now`, and nothing where that has been done. */
  run(context: TaskContext): Promise<void>;
}

/** An interval in milliseconds; null for a text that is not one, or outside of one second to ten days. */
export function parseEvery(every: string): number | null {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5}) (second|minute|hour|day)s?$/.exec(every) ?? [];
  const milliseconds = Number(number) * (units[unit as TimeUnit] ?? 0);
  return milliseconds > 0 && milliseconds <= 10 * units.day ? milliseconds : null;
}
