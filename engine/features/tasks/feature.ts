/** Scheduled work of definitions, on one node at a time. */
import type { Knex } from 'knex';
import { hyphened, type Subject } from '../../check/subject.ts';
import { transact } from '../../database/transaction.ts';
import type { HookContext } from '../../definition/hooks.ts';
import type { Fields } from '../../definition/types.ts';
import type { Services } from '../../kinds/services.ts';
import { code, type Keys, keyed, must, record, text } from '../../kinds/shape.ts';
import type { Actor } from '../../policy.ts';
import type { Signal } from '../../signal.ts';
import type { WriteContext, WriteParts } from '../../write/context.ts';
import { hookContext } from '../../write/hook-context.ts';
import { runWrite } from '../../write/unit-of-work.ts';
import type { Feature } from '../feature.ts';

const shape: Keys<Task> = { every: must(text), run: must(code) };

export default {
  name: 'tasks',
  shape: { tasks: record(keyed(shape)) },
  check: checkTasks,
} satisfies Feature;

function checkTasks({ definition, report }: Subject): void {
  for (const [name, { every }] of Object.entries(definition.tasks ?? {})) {
    if (!hyphened.test(name)) {
      report(`tasks.${name}`, 'is no lower-case hyphenated name.', 'Write it like `send-reminders`.');
    }
    if (parseEvery(every) === null) {
      report(
        `tasks.${name}.every`,
        `“${every}” is no interval.`,
        'Write it like `1 minute` or `6 hours`, from a second to ten days.',
      );
    }
  }
}

const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type TimeUnit = keyof typeof units;

/** `1 minute`, `6 hours`. */
export type Every = `${number} ${TimeUnit | `${TimeUnit}s`}`;

/** The context of a task. Only the work of `at` is in a transaction. */
export interface TaskContext {
  /** The moment at which this run began, by the clock of the database, ISO 8601 UTC. */
  readonly now: string;
  /** To find what is due. */
  readonly db: Knex;
  /** Throws when the service is about to stop. Check it between steps. */
  readonly signal: Signal;
  readonly services: Services;
  /**
   * Does work at a site in one transaction, as the service itself: new rows have no author, and the history no user. The
   * transaction may be retried, so the work must keep no state outside it. Before the next transaction, the task pauses as long
   * as this one took. Large work is done in small parts, so that other requests are not blocked.
   *
   * @returns null if the site no longer exists
   */
  at<T>(siteId: number, work: (site: HookContext) => Promise<T>): Promise<T | null>;
}

/**
 * A lease makes one node run a task at a time. It only saves work: it does not guarantee correctness. A paused node can continue
 * in the middle, while another one runs. Unique keys and locked rows must make sure that work is done once.
 */
export interface Task {
  /** The interval from the start of one run to the start of the next. A longer run is followed at once by the next. */
  readonly every: Every;
  /** Does all work due at `now`, and nothing if it is done already. */
  run(context: TaskContext): Promise<void>;
}

declare module '../../definition/definition.ts' {
  interface FeatureKeys<F extends Fields> {
    /** Scheduled work. */
    readonly tasks?: Readonly<Record<string, Task>>;
  }
}

/** An interval in milliseconds; null for a text that is not an interval, or is outside one second to ten days. */
export function parseEvery(every: string): number | null {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5}) (second|minute|hour|day)s?$/.exec(every) ?? [];
  const milliseconds = Number(number) * (units[unit as TimeUnit] ?? 0);
  return milliseconds > 0 && milliseconds <= 10 * units.day ? milliseconds : null;
}

export interface SiteWriting extends Pick<WriteContext, 'now' | 'requestId' | 'signal'> {
  readonly db: Knex;
  readonly parts: WriteParts;
  /** The service itself at a site, within a transaction; null if the site does not exist. */
  systemActor(db: Knex, siteId: number): Promise<Actor | null>;
}

/** Does work at a site in one transaction, which may be retried. @returns null if the site does not exist */
export function writeAtSite<T>(
  { db, parts, systemActor, now, requestId, signal }: SiteWriting,
  siteId: number,
  work: (site: HookContext) => Promise<T>,
): Promise<T | null> {
  return transact(
    db,
    async (trx) => {
      const actor = await systemActor(trx, siteId);
      const asking = { db: trx, now, requestId, signal };
      return actor && runWrite(parts, { ...asking, actor }, (writing) => work(hookContext(writing)));
    },
    signal,
  );
}
