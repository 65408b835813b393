/** Between attempts: one commit records finished attempts, and another one claims due deliveries. */
import type { Knex } from 'knex';
import { faultOf } from '../../../../engine/database/fault.ts';
import { type DatabaseRow, dialectOf, query } from '../../../../engine/database/query.ts';
import { transact } from '../../../../engine/database/transaction.ts';
import type { SwitchOff } from '../stop.ts';
import { claim, nothing, type Taken } from './claim.ts';
import { noteOutcomes, type Tried } from './outcome.ts';

/** The finished claims of a webhook, and the request for new ones. */
export interface Turn {
  readonly webhookId: number;
  readonly tried: readonly Tried[];
  /** The number of its other claims. */
  readonly inHand: number;
  /** The name of new claims; null to claim nothing more. */
  readonly holder: string | null;
}

interface TurnParts {
  readonly db: Knex;
  readonly appKeys: readonly Buffer[];
  readonly switchOff: SwitchOff;
}

/** What was sent is recorded by itself: a claim that loses a race must not undo it, or it would be sent again. */
export async function takeTurn(
  { db, appKeys, switchOff }: TurnParts,
  { webhookId, tried, inHand, holder }: Turn,
): Promise<Taken> {
  if (tried.length > 0) {
    await transact(db, async (trx) => {
      const webhook = await lockWebhook(trx, webhookId);
      if (webhook) await noteOutcomes(trx, webhook, tried, switchOff);
    });
  }
  if (holder === null) return nothing;
  const taking = transact(db, async (trx) => {
    const webhook = await lockWebhook(trx, webhookId);
    return webhook ? claim(trx, webhook, { holder, inHand, appKeys }) : nothing;
  });
  return taking.catch((error: unknown) => {
    if (faultOf(error)?.kind !== 'contention') throw error;
    return { claimed: [], more: true };
  });
}

async function lockWebhook(trx: Knex, id: number): Promise<DatabaseRow | undefined> {
  const { moment, lock } = dialectOf(trx);
  const [webhook] = await query(trx, {
    text:
      `select id, site_id, url, active, include_row, failures, failing_since, sealed_secret, former_secret, ` +
      `case when former_until > ${moment()} then 1 else 0 end as overlaps from webhooks where id = ?${lock('update')}`,
    bindings: [id],
  });
  return webhook;
}
