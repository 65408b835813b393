/** Between attempts: one commit records finished attempts and claims due deliveries. */
import type { Knex } from 'knex';
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

export function takeTurn(
  { db, appKeys, switchOff }: TurnParts,
  { webhookId, tried, inHand, holder }: Turn,
): Promise<Taken> {
  return transact(db, async (trx) => {
    const before = await lockWebhook(trx, webhookId);
    if (!before) return nothing;
    if (tried.length > 0) await noteOutcomes(trx, before, tried, switchOff);
    if (holder === null) return nothing;
    const webhook = tried.length > 0 ? await lockWebhook(trx, webhookId) : before;
    return webhook ? claim(trx, webhook, { holder, inHand, appKeys }) : nothing;
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
