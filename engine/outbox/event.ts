/** What happened to a row, as it is handed on to what tells others of it. */
import type { Knex } from 'knex';
import type { Changes } from '../write/journal.ts';

/** An entry of the journal about a row, or a fact of a notice. */
export interface OutboxEvent {
  /** Made when it is handed on, at random: never used again, not even after a backup has been put back. */
  readonly id: string;
  /** The name of the entry: `maintenance.transition`; of a fact that of its notice: `item.low_stock`. */
  readonly type: string;
  /** Name of the resource. */
  readonly resource: string;
  readonly recordId: number;
  /** create, update, delete, transition, an own action, or the notice. */
  readonly action: string;
  readonly siteId: number | null;
  /** Who did it; null for the service itself, and where a moment made it. */
  readonly actorId: number | null;
  /** Field → its value before and after. */
  readonly changes: Changes;
  readonly requestId: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** What the definition's notice says of it; null for entries of the journal. */
  readonly notice: NoticedFact | null;
}

interface NoticedFact {
  /** The notice by its key in the definition. */
  readonly name: string;
  /** What tells this time that the fact is there from every other one. */
  readonly edge: string;
  /** The only people who are told, of those that the notice names; null for all of them. */
  readonly people: readonly number[] | null;
}

/**
 * Told of events, the oldest first, in the transaction that takes their notes away: what it writes is there with that, or not at all.
 * It may be begun anew, and so holds nothing outside of it.
 *
 * @returns the name of the work that what it wrote waits for, if it wrote something
 */
export type Listener = (trx: Knex, events: readonly OutboxEvent[]) => Promise<string | undefined>;
