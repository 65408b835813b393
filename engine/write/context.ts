/** What a write works with. */
import type { Knex } from 'knex';
import type { CounterWorker } from '../counters/worker.ts';
import type { Services } from '../definition/services.ts';
import type { Model } from '../model/model.ts';
import type { Actor } from '../policy.ts';

/** What every write has at hand. */
export interface WriteParts extends Model {
  readonly services: Services;
  /** Table of the journal of changes; null keeps none. */
  readonly journalTable: string | null;
  readonly counters: CounterWorker;
}

/** Who writes, when, in which request. */
export interface WriteContext {
  readonly parts: WriteParts;
  readonly db: Knex;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string | null;
}
