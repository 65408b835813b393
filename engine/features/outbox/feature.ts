/** Events of rows, until they are handed on: webhooks, mails and notices are made from them. */
import type { Knex } from 'knex';
import type { Changes } from '../../write/context.ts';
import type { Feature } from '../feature.ts';

export default { name: 'outbox', uses: ['notices'] } satisfies Feature;

/** A journal entry about a row, or a fact for a notice. */
export interface OutboxEvent {
  /** Random, created when it is passed on: never used again, not even after a backup is restored. */
  readonly id: string;
  /** The name of the entry: `maintenance.transition`; for a fact that of its notice: `item.low_stock`. */
  readonly type: string;
  /** Name of the resource. */
  readonly resource: string;
  readonly recordId: number;
  /** create, update, delete, transition, an own action, or the notice. */
  readonly action: string;
  readonly siteId: number | null;
  /** The user; null for the service itself, and for a fact that a moment made. */
  readonly actorId: number | null;
  /** Field → its value before and after. */
  readonly changes: Changes;
  readonly requestId: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** The notice in the definition; null for entries of the journal. */
  readonly notice: NoticedFact | null;
}

interface NoticedFact {
  /** The notice by its key in the definition. */
  readonly name: string;
  /** The edge: it distinguishes this occurrence of the fact from all others. */
  readonly edge: string;
  /** The only recipients, of those in the notice; null for all of them. */
  readonly people: readonly number[] | null;
}

/**
 * Receives events, the oldest first, in the transaction that deletes their notes: what it writes is committed with that, or not
 * at all. The transaction may be retried, so it must keep no state outside it.
 *
 * @returns the name of the work that its rows wait for, if it wrote any
 */
export type Listener = (trx: Knex, events: readonly OutboxEvent[]) => Promise<string | undefined>;
