/** A site where every table is large enough for a plan to matter: bulk data, and rows of what bulk data leaves out. */
import type { Knex } from 'knex';
import { countAfter, countersOf } from '../../../../../../engine/counters/setup.ts';
import { isSqlite } from '../../../../../../engine/database/open.ts';
import { refreshStatistics } from '../../../../../../engine/database/statistics.ts';
import { fillBulk } from '../../../../../../seeds/bulk/fill.ts';
import {
  insertTables,
  keyed,
  type Row,
  search,
  stamps,
  stored,
} from '../../../../../../seeds/bulk/insert.ts';
import { day, minute } from '../../../../../../seeds/demo/calendar.ts';
import { createRegistry } from '../../../../../../service/project/registry.ts';
import { measuredRows } from './measured-rows.ts';
import { upkeepRows } from './upkeep-rows.ts';
import { classify, workedRows } from './worked-rows.ts';

/** The user who asks: has all permissions at the large site, and at the headquarters. */
export const sitePerson = 'manager@demo.test';
export const headquartersPerson = 'admin@demo.test';

/** Rows of each resource that bulk data has few or none of. */
const many = 3000;
const materials = 5000;

/** Fills a site beside the demo's, and tells the optimizer what there is. @returns its id */
export async function fillLargeSite(knex: Knex): Promise<number> {
  const siteId = await countAfter(knex, countersOf(await createRegistry()), async () => {
    await fillBulk(knex, { materials, sites: 1, now: new Date() }, () => {});
    const id = await lastId(knex, 'sites');
    await knex.transaction((trx) => addRows(trx, id));
    await appoint(knex, id);
    return id;
  });
  await settleStatistics(knex);
  return siteId;
}

/** Makes the demo's manager work there, with all permissions. */
async function appoint(knex: Knex, siteId: number): Promise<void> {
  const user_id = await lastId(knex, 'users', { email: sitePerson });
  const role_id = await lastId(knex, 'roles', { name: 'administrator' });
  await knex('memberships').insert({ user_id, site_id: siteId });
  const membership_id = await lastId(knex, 'memberships', { user_id, site_id: siteId });
  await knex('membership_roles').insert({ membership_id, role_id });
  await knex('users').where({ id: user_id }).update({ current_site_id: siteId });
}

async function settleStatistics(knex: Knex): Promise<void> {
  // As the service does it.
  if (isSqlite(knex)) return refreshStatistics(knex);
  const [tables]: { name: string }[][] = await knex.raw(
    "select table_name as name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables ?? []) await knex.raw('analyze table ??', [name]);
}

async function lastId(knex: Knex, table: string, where: Row = {}): Promise<number> {
  return Number((await knex(table).where(where).max({ id: 'id' }).first())?.id ?? 0);
}

async function addRows(trx: Knex, siteId: number): Promise<void> {
  const own = { site_id: siteId };
  const last = {
    user: await lastId(trx, 'users'),
    material: await lastId(trx, 'materials', own),
    maintenance: await lastId(trx, 'maintenances', own),
    zone: await lastId(trx, 'zones', own),
    company: (await lastId(trx, 'companies')) + many,
  };
  const next = async (table: string) => (await lastId(trx, table)) + 1;
  const [plan, occurrence, incident, cleaning, activity, item, zone, company] = [
    await next('maintenance_plans'),
    await next('plan_occurrences'),
    await next('incidents'),
    await next('cleanings'),
    await next('activities'),
    await next('items'),
    await next('zones'),
    await next('companies'),
  ];
  const first = {
    working_hours: await next('working_hours'),
    closures: await next('closures'),
    cleaning_rounds: await next('cleaning_rounds'),
    webhooks: await next('webhooks'),
    meters: await next('meters'),
    meter_readings: await next('meter_readings'),
    equipment_classes: await next('equipment_classes'),
    trades: await next('trades'),
    procedures: await next('procedures'),
    maintenance_steps: await next('maintenance_steps'),
    labour_entries: await next('labour_entries'),
    request_points: await next('request_points'),
    work_requests: await next('work_requests'),
    service_costs: await next('service_costs'),
    downtimes: await next('downtimes'),
    comments: await next('comments'),
    attachments: await next('attachments'),
    incidents: incident,
  };
  const delivery = await next('webhook_deliveries');
  const now = Date.now();
  const rows = (build: (index: number) => Row): Row[] => Array.from({ length: many }, (_, n) => build(n));
  // In the order of time, as rows come to be; nothing else goes along with it.
  const made = (first: number, n: number): Row =>
    stamps({
      id: first + n,
      author: { id: n % 20 === 0 ? 1 + ((n / 20) % 5) : last.user },
      createdAt: now - 300 * day + n * 100 * minute,
    });
  const at = (n: number) => stored(now - 300 * day + ((n * 1861) % many) * 100 * minute);
  const pick = (values: readonly string[], n: number) => values[(n * 7919) % values.length] ?? null;
  await insertTables(trx, [
    [
      'maintenance_plans',
      rows((n) => ({
        ...made(plan, n),
        ...own,
        ...keyed('name', `Check ${n}`),
        material_id: last.material - ((n * 577) % materials),
        ...{ active: n % 30 === 0 ? 0 : 1, schedule: 'fixed', starts_on: '2026-01-01', due_time: '08:00' },
        ...{ frequency: pick(['week', 'month', 'month', 'year'], n), every: 1, on_closed_day: 'keep' },
        ...{ lead_days: 7, when_open: 'skip', catch_up: 'next', type: pick(['preventive', 'inspection'], n) },
        ...{ priority: 'medium', realization: 'internal', next_due_at: at(n), next_generation_at: null },
        ...search(`Check ${n}`),
      })),
    ],
    [
      'plan_occurrences',
      rows((n) => ({
        ...made(occurrence, n),
        ...own,
        maintenance_plan_id: plan + Math.floor(n / 10),
        material_id: last.material - ((Math.floor(n / 10) * 577) % materials),
        sequence: 1 + (n % 10),
        ...{ original_due_at: at(n), due_at: at(n), window_from: at(n), window_until: at(n) },
        state: pick(['done', 'done', 'skipped', 'scheduled'], n),
        skip_reason: n % 4 === 2 ? pick(['previous_open', 'manual'], Math.floor(n / 4)) : null,
        ...{ rule_day: '2026-01-01', rule_number: 1 + (n % 10) },
      })),
    ],
    [
      'incidents',
      rows((n) => ({
        ...made(incident, n),
        ...own,
        name: `Leak ${n}`,
        material_id: last.material - ((n * 577) % materials),
        maintenance_id: n % 3 === 0 ? last.maintenance - n : null,
        severity: pick(['low', 'medium', 'high', 'critical'], n),
        status:
          n % 40 === 0 ? 'open' : (pick(['resolved', 'closed', 'closed', 'closed'], Math.floor(n / 4)) ?? ''),
        started_at: at(n),
        ...search(`Leak ${n}`),
      })),
    ],
    [
      'cleanings',
      rows((n) => ({
        ...made(cleaning, n),
        ...own,
        name: `Cleaning ${n}`,
        material_id: last.material - ((n * 577) % materials),
        type: pick(['daily', 'weekly', 'weekly', 'monthly'], n),
        cleaned_at: at(n),
        ...search(`Cleaning ${n}`),
      })),
    ],
    [
      'activities',
      rows((n) => ({
        ...made(activity, n),
        ...own,
        name: `Leak ${n}`,
        resource: pick(['incidents', 'materials', 'maintenances', 'zones'], n),
        record_id: 1 + ((n * 577) % many),
        action: n % 100 === 0 ? 'delete' : (pick(['create', 'update'], n) ?? ''),
        user_id: n % 50 === 0 ? last.user : 1,
      })),
    ],
    ['companies', rows((n) => ({ ...made(company, n), ...keyed('name', `Company ${n}`), ...search('') }))],
    [
      'company_types',
      rows((n) => ({ company_id: company + n, type: n % 20 ? 'item_provider' : 'maintenance_provider' })),
    ],
    [
      'items',
      rows((n) => ({
        ...made(item, n),
        ...own,
        ...keyed('name', `Gasket ${n}`),
        ...keyed('reference', `G-${n}`),
        unit: 'piece',
        company_id: company + (n % 500),
        current_price: (n * 7919) % 10_000,
        current_stock: (n * 577) % 200,
        warning_stock: 30,
        critical_stock: 10,
        ...search(`Gasket ${n}`),
      })),
    ],
    ['item_materials', rows((n) => ({ item_id: item + n, material_id: last.material - n }))],
    [
      'zones',
      rows((n) => ({
        ...made(zone, n),
        ...own,
        ...keyed('name', `Corner ${n}`),
        parent_id: last.zone - (n % 20),
        allow_material: n % 30 === 0 ? 0 : 1,
        ...search(`Corner ${n}`),
      })),
    ],
    ...upkeepRows({ siteId, first, last, made, at }),
    ...measuredRows({ siteId, first, last, made, at }),
    [
      'webhook_deliveries',
      rows((n) => ({
        ...made(delivery, n),
        ...own,
        webhook_id: first.webhooks + (n % 300),
        ...{ event_id: `evt_large_${n}`, type: pick(['incident.create', 'zone.update'], n) },
        ...{ resource: pick(['incidents', 'zones'], n), record_id: 1 + ((n * 577) % many) },
        ...{ status: n % 100 === 0 ? 'failed' : 'delivered', attempts: 1, tried_before: 0, payload: '{}' },
      })),
    ],
    [
      'maintenance_plan_operators',
      rows((n) => ({ maintenance_plan_id: plan + n, user_id: n % 20 === 0 ? 1 : last.user })),
    ],
    ['maintenance_plan_companies', rows((n) => ({ maintenance_plan_id: plan + n, company_id: company + n }))],
    ...workedRows({ siteId, first, last, made, at }),
  ]);
  await classify(trx, siteId, first.equipment_classes);
  await trx('incidents')
    .where(own)
    .whereRaw('id % 10 = 0')
    .update({
      meter_id: trx.raw('? + id % ?', [first.meters, many]),
      meter_reading_id: trx.raw('? + id % ?', [first.meter_readings, many]),
    });
  await trx('maintenances')
    .where(own)
    .whereRaw('id % 3 = 0')
    .update({ maintenance_plan_id: trx.raw('? + id % ?', [plan, many]) });
}
