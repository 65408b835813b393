/** The number of waiting deliveries, from the database: the same on every node. */
import type { Knex } from 'knex';
import { pendingEvents } from '../../engine/features/outbox/hand-on.ts';
import { countMails } from './mail/queue.ts';
import { countPending } from './webhooks/deliveries.ts';

/** Metrics of waiting deliveries, by name. */
export type WaitingFigures = Readonly<Record<string, { readonly help: string; readonly value: number }>>;

/**
 * Queries the database.
 *
 * @param journalTable null if there is no journal
 * @param hasWebhooks whether the project has webhooks
 */
export async function readWaiting(
  db: Knex,
  journalTable: string | null,
  hasWebhooks: boolean,
): Promise<WaitingFigures> {
  const { count, seconds } = await pendingEvents(db, journalTable);
  return {
    outbox_pending_events: { help: 'Events that wait to be handed on.', value: count },
    outbox_oldest_seconds: { help: 'How long the oldest of them has waited.', value: seconds },
    mails_pending: { help: 'Mails that wait to be sent.', value: await countMails(db) },
    ...(hasWebhooks && {
      webhook_deliveries_pending: {
        help: 'Deliveries of webhooks that wait for an attempt.',
        value: await countPending(db),
      },
    }),
  };
}
