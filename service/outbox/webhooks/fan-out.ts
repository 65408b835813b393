/** Creates a delivery for each webhook that matches an event, in the transaction that passes the event on. */
import { dialectOf, query } from '../../../engine/database/query.ts';
import type { Listener } from '../../../engine/features/outbox/feature.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { storeInstant } from '../../../engine/values.ts';
import { insertDeliveries, webhookWork } from './deliveries.ts';
import { heardResources, means } from './patterns.ts';

export function createFanOut(registry: Registry): Listener {
  const heard = new Set(heardResources(registry).map(({ name }) => name));
  return async (trx, events) => {
    const told = events.filter(({ resource, siteId }) => siteId !== null && heard.has(resource));
    if (told.length === 0) return undefined;
    const sites = [...new Set(told.map(({ siteId }) => Number(siteId)))];
    // Locked, so that none is switched off or deleted before its deliveries are created.
    const rows = await query(trx, {
      text:
        `select w.id, w.site_id, w.every_site, w.created_at from webhooks w where w.active = 1 and (w.every_site = 1 or w.site_id in (${sites.map(() => '?').join()})) ` +
        `order by w.id${dialectOf(trx).lock('share')}`,
      bindings: sites,
    });
    if (rows.length === 0) return undefined;
    const headquarters = await query(trx, {
      text: 'select id from sites where is_headquarters = 1',
      bindings: [],
    });
    const chosen = await query(trx, {
      text: `select webhook_id, pattern from webhook_events where webhook_id in (${rows.map(() => '?').join()})`,
      bindings: rows.map(({ id }) => Number(id)),
    });
    const webhooks = rows.map((row) => ({
      id: Number(row.id),
      siteId: Number(row.site_id),
      everySite: Number(row.every_site) === 1 && headquarters.some(({ id }) => id === row.site_id),
      since: String(row.created_at),
      patterns: chosen
        .filter(({ webhook_id }) => webhook_id === row.id)
        .map(({ pattern }) => String(pattern)),
    }));
    const made = told.flatMap((event) =>
      webhooks
        .filter(
          ({ siteId, everySite, since, patterns }) =>
            (everySite || siteId === event.siteId) &&
            storeInstant(event.createdAt) >= since &&
            patterns.some((pattern) => means(pattern, event)),
        )
        .map(({ id, siteId }) => ({ webhookId: id, siteId, event })),
    );
    await insertDeliveries(trx, made);
    return made.length > 0 ? webhookWork : undefined;
  };
}
