/** Redelivers and removes existing deliveries. */
import { type ActionAnswer, type HookContext, storeInstant, type TaskContext } from '../../engine/index.ts';

interface Acting extends HookContext {
  readonly row: { readonly id: number; readonly webhook_id: number } | null;
  update(values: Readonly<Record<string, never>>): Promise<ActionAnswer>;
}

/** Makes it due now. */
export async function redeliver({ db, row, services, update }: Acting): Promise<ActionAnswer> {
  if (row === null) throw new Error('This action is on a row.');
  await services.webhooks.redeliver(db, row.id, row.webhook_id);
  return update({});
}

const keptMs = 30 * 24 * 3_600_000;
/** The number per batch. */
const batch = 500;

/** Deletes deliveries that are thirty days old. The next attempt finds deliveries that waited for one of them. */
export async function forgetDeliveries({ db, now, at, signal, services }: TaskContext): Promise<void> {
  const before = storeInstant(new Date(Date.parse(now) - keptMs).toISOString());
  const old = db('webhook_deliveries').where('created_at', '<', before);
  const sites: readonly number[] = await old.clone().distinct('site_id').orderBy('site_id').pluck('site_id');
  for (const site of sites) {
    for (let found = batch; found === batch; ) {
      signal.throwIfAborted();
      found =
        (await at(site, async ({ db: trx }) => {
          const ids: readonly number[] = await trx('webhook_deliveries')
            .where('created_at', '<', before)
            .where({ site_id: site })
            .orderBy('id')
            .limit(batch)
            .pluck('id');
          await services.webhooks.forget(trx, ids);
          return ids.length;
        })) ?? 0;
    }
  }
}
