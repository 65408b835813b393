/** A webhook for each plant, with its deliveries of the last weeks. It is inactive: the demo sends nothing. */
import { day, isoOf, minute } from './calendar.ts';
import type { Site } from './model.ts';
import { administrator } from './people.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

const deliveriesOfEach = 50;
/** Older ones are deleted after thirty days. */
const withinDays = 28;
const second = 1000;

/** Failed deliveries, by their position among the fifty: an unreachable server, and one that refused. */
const outages: readonly { readonly from: number; readonly until: number; readonly fault: Row }[] = [
  { from: 17, until: 21, fault: { error: 'connection', response_status: null, duration_ms: 12 } },
  { from: 38, until: 40, fault: { error: 'status', response_status: 503, duration_ms: 141 } },
];

interface Made {
  readonly id: number;
  readonly author: { readonly id: number } | null;
  readonly createdAt: number;
}

/** Last, because nothing refers to them. */
export function webhookRowsOf(world: World, today: number): Lists {
  const plants = world.sites.filter(({ plan }) => !plan.isHeadquarters);
  const webhooks = plants.map((site, index) => ({ id: index + 1, site, made: world.start + 9 * day }));
  const deliveries = webhooks.flatMap(({ id, site }) => deliveriesOf(world, site, id, today));
  return [
    [
      'webhooks',
      webhooks.map(({ id, site, made }) => ({
        ...stamps({ id, author: administrator, createdAt: made }),
        ...{ site_id: site.id, name: 'ERP', url: 'https://erp.demo.test/mill', active: false },
        events: ['cleaning.*', 'incident.*', 'maintenance.*'],
        last_delivered_at: deliveries.findLast((one) => one.webhook_id === id)?.delivered_at ?? null,
      })),
    ],
    ['webhook-deliveries', deliveries.map((row, index) => ({ ...row, id: index + 1 }))],
  ];
}

function deliveriesOf(
  { cleanings, incidents, maintenances }: World,
  site: Site,
  webhookId: number,
  today: number,
): Row[] {
  const all = Object.entries({ cleaning: cleanings, incident: incidents, maintenance: maintenances }).flatMap(
    ([resource, rows]) =>
      rows
        .filter(
          ({ material, createdAt }) => material.zone.site === site && createdAt > today - withinDays * day,
        )
        .map((row) => ({ resource, row })),
  );
  const sorted = all.toSorted((one, other) => one.row.createdAt - other.row.createdAt);
  return sorted.slice(-deliveriesOfEach).map(({ resource, row }, at) => {
    const fault = outages.find(({ from, until }) => at >= from && at < until)?.fault;
    return deliveryRow(site, webhookId, at, { resource, row }, fault);
  });
}

function deliveryRow(
  site: Site,
  webhookId: number,
  at: number,
  { resource, row }: { readonly resource: string; readonly row: Made },
  fault: Row | undefined,
): Row {
  // Failed ones were retried for three days.
  const last = isoOf(row.createdAt + (fault ? 76 * 60 * minute : 2 * second));
  const type = `${resource}.create`;
  const data = { resource, id: row.id, site_id: site.id, action: 'create', changes: {} };
  return {
    ...stamps(row),
    ...{ site_id: site.id, webhook_id: webhookId, event_id: `evt_demo_${webhookId}_${at + 1}` },
    ...{ type, resource, record_id: row.id, status: fault ? 'failed' : 'delivered' },
    ...{
      attempts: fault ? 10 : 1,
      tried_before: 0,
      last_attempt_at: last,
      delivered_at: fault ? null : last,
    },
    ...(fault ?? { error: null, response_status: 200, duration_ms: 40 + ((at * 37) % 160) }),
    payload: {
      ...{ type, timestamp: isoOf(row.createdAt) },
      data: { ...data, actor_id: row.author?.id ?? null, request_id: null },
    },
  };
}
