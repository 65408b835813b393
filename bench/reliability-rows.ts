/** A year of a site for `npm run bench:reliability`: stops, failures, costs, dates of plans, and one busy item and meter. */
import { keyed } from '../seeds/bulk/insert.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type BenchSite, manager } from './bench-site.ts';

/** Per material and year. */
const stops = 6;
const failures = 4;
const hour = 3_600_000;
const year = 365 * 24 * hour;
const end = Date.parse('2026-11-01T00:00:00.000Z');
/** The days of the year. */
export const window = 'from=2025-11-01&until=2026-11-01';
const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);

/** Rows whose reports are about one row. */
export interface Busy {
  readonly itemId: number;
  readonly meterId: number;
}

export async function fillYear(database: BenchDatabase, site: BenchSite): Promise<Busy> {
  await recordYear(database, site);
  await spendYear(database, site);
  await planYear(database, site);
  return { itemId: await moveYear(database, site), meterId: await readYear(database, site) };
}

/** Stops and failures of every material, spread over the year. */
async function recordYear(
  { knex }: BenchDatabase,
  { siteId, materials, firstMaterial }: BenchSite,
): Promise<void> {
  const common = { site_id: siteId, search_text: 'bench', created_at: stored(end), updated_at: stored(end) };
  for (let first = 0; first < materials; first += 100) {
    const ids = Array.from(
      { length: Math.min(100, materials - first) },
      (_, at) => firstMaterial + first + at,
    );
    const spread = (count: number, length: number) =>
      ids.flatMap((material_id) =>
        Array.from({ length: count }, (_, at) => {
          const started = end - year + (((material_id * 7919 + at * 104_729) % 8760) / 8760) * year;
          return { material_id, started_at: stored(started), until: stored(started + length * hour), at };
        }),
      );
    await knex.batchInsert(
      'downtimes',
      spread(stops, 9).map(({ until, at, ...one }) => ({
        ...{ ...common, ...one, name: 'Stop', ended_at: until, minutes: 540, by_status: false },
        kind: ['unplanned', 'planned', 'external'][at % 3] ?? null,
      })),
      100,
    );
    await knex.batchInsert(
      'incidents',
      spread(failures, 5).map(({ until, at: _at, ...one }) => ({
        ...{ ...common, ...one, name: 'Failure', severity: 'low', status: 'resolved' },
        ...{ resolved_at: until, is_failure: true },
      })),
      100,
    );
  }
}

/** The costs of each maintenance of the site: labour, a service, and sometimes a part. */
async function spendYear({ knex }: BenchDatabase, { siteId }: BenchSite): Promise<void> {
  const [{ id: user_id }] = await knex('users').where({ email: manager }).select('id');
  const [{ id: company_id }] = await knex('companies').orderBy('id').limit(1).select('id');
  const common = { site_id: siteId, search_text: 'bench', created_at: stored(end), updated_at: stored(end) };
  await knex('trades').insert({ ...common, ...keyed('name', 'Bench'), hourly_rate: 4000, active: true });
  const [{ id: trade_id }] = await knex('trades').where({ site_id: siteId }).select('id');
  const ids = (await knex('maintenances').where({ site_id: siteId }).orderBy('id').pluck('id')).map(Number);
  const dayOf = (id: number) => stored(end - year + (((id * 7919) % 8760) / 8760) * year).slice(0, 10);
  const labour = { user_id, trade_id, kind: 'work', minutes: 45, hourly_rate: 4000, amount: 3000 };
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await knex.batchInsert(
      'labour_entries',
      some.map((id) => ({ ...common, ...labour, maintenance_id: id, worked_on: dayOf(id) })),
      100,
    );
    await knex.batchInsert(
      'service_costs',
      some.map((id) => ({
        ...{ ...common, maintenance_id: id, company_id, amount: 12_000 },
        incurred_on: dayOf(id),
      })),
      100,
    );
  }
}

/** A plan for every fifth material, due each month, as copies of one of the demo. None is active: nothing comes due. */
async function planYear(
  { knex }: BenchDatabase,
  { siteId, materials, firstMaterial }: BenchSite,
): Promise<void> {
  const { id, ...plan } = await knex('maintenance_plans').where({ schedule: 'fixed' }).first();
  const { id: _date, ...date } = await knex('plan_occurrences')
    .where({ maintenance_plan_id: id, state: 'scheduled' })
    .first();
  const own = { site_id: siteId, procedure_id: null };
  for (let first = 0; first < materials; first += 500) {
    const ids = Array.from(
      { length: Math.min(100, (materials - first) / 5) },
      (_, at) => firstMaterial + first + at * 5,
    );
    const plans = ids.map((material_id) => ({ ...plan, ...own, material_id, active: false }));
    const before = Number((await knex('maintenance_plans').max({ id: 'id' }).first())?.id);
    await knex.batchInsert('maintenance_plans', plans, 20);
    const made = await knex('maintenance_plans').where('id', '>', before).orderBy('id').pluck('id');
    const dates = made.flatMap((maintenance_plan_id: number, place: number) =>
      Array.from({ length: 12 }, (_, month) => {
        const due = end - year + ((month + 0.5) / 12) * year;
        const done = { state: 'done', punctuality: 'on_time', completed_at: stored(due + hour) };
        return {
          ...{ ...date, ...(month % 4 === 0 ? {} : done), site_id: siteId, maintenance_plan_id },
          ...{ material_id: ids[place] ?? null, sequence: month + 1, rule_number: month + 1 },
          ...{ original_due_at: stored(due), due_at: stored(due), rule_day: stored(due).slice(0, 10) },
          ...{ window_from: stored(due - 72 * hour), window_until: stored(due + 72 * hour) },
        };
      }),
    );
    await knex.batchInsert('plan_occurrences', dates, 20);
  }
}

/** An item that is moved each hour. */
async function moveYear({ knex }: BenchDatabase, { siteId }: BenchSite): Promise<number> {
  const model = { site_id: siteId, maintenance_id: null, type: 'entry' };
  const { id: _id, type_rank: _rank, ...movement } = await knex('item_movements').where(model).first();
  await knex.batchInsert(
    'item_movements',
    everyHour().map((moved_at, at) => ({
      ...{ ...movement, moved_at, quantity: 1, signed_quantity: at % 2 === 0 ? 1 : -1 },
      ...{ type: at % 2 === 0 ? 'entry' : 'exit', sets_price: false },
    })),
    20,
  );
  return Number(movement.item_id);
}

/** A meter that is read each hour. */
async function readYear({ knex }: BenchDatabase, { siteId, firstMaterial }: BenchSite): Promise<number> {
  const { id, ...meter } = await knex('meters').where({ kind: 'counter' }).first();
  const own = { site_id: siteId, material_id: firstMaterial };
  await knex('meters').insert({ ...meter, ...own, active: false });
  const meter_id = Number((await knex('meters').where(own).first('id'))?.id);
  const { name, search_text } = await knex('meter_readings').where({ meter_id: id }).first();
  const common = { ...own, meter_id, name, search_text, created_at: stored(end), updated_at: stored(end) };
  const plain = { is_reset: false, voided: false, raised: false };
  await knex.batchInsert(
    'meter_readings',
    everyHour().map((read_at, at) => ({ ...common, ...plain, read_at, value: at * 1000, total: at * 1000 })),
    20,
  );
  return meter_id;
}

function everyHour(): string[] {
  return Array.from({ length: 8760 }, (_, at) => stored(end - year + at * hour));
}
