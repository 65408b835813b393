/** A site with many materials, written past the service, and what the lists of it must show. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { compactList } from '../../../../engine/counters/compact.ts';
import { type CounterModel, counterName } from '../../../../engine/counters/counter.ts';
import { countersOf } from '../../../../engine/counters/setup.ts';
import { heading } from '../../../../engine/message.ts';
import { sortKey } from '../../../../engine/values.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import type { Client } from '../../../harness/client.ts';
import { type Service, startService } from '../../../harness/service.ts';

/** Id of the demo's Plant North, where the manager is. */
export const north = 2;
/** So many that their middle is far from both ends. */
export const many = 14_000;
const statuses = ['operational', 'down', 'standby'] as const;

export interface TallyWorld {
  readonly service: Service;
  readonly manager: Client;
  /** How materials are counted. */
  readonly model: CounterModel;
  /** Makes a zone. @returns its id */
  zoneOf(name: string): Promise<number>;
  /** Pages of lists in both directions, near the ends and far from them, held against the table. */
  expectPages(): Promise<void>;
  /** Folds the lists of materials. */
  fold(): Promise<void>;
  /** The statements that Knex is given meanwhile. */
  heard(work: () => Promise<unknown>): Promise<string[]>;
}

/** How a resource is counted. */
export async function modelOf(path: string): Promise<CounterModel> {
  const found = countersOf(await createRegistry()).find((model) => model.path === path);
  if (!found) throw new Error(`The ${path} are not counted.`);
  return found;
}

let created = 0;

/** Creates materials through the API, a hundred at a time, all over the order of their names. */
export async function createMaterials(client: Client, zone: number, amount: number): Promise<void> {
  for (let made = 0; made < amount; made += 100) {
    const operations = Array.from({ length: Math.min(100, amount - made) }, () => {
      created += 1;
      const name = `Tallied ${String((created * 7919) % 100_000).padStart(5, '0')} written`;
      return { method: 'POST', path: '/materials', body: { name, zone_id: zone } };
    });
    const { status, text } = await client.post('/batch', { operations });
    expect(status, text).to.equal(200);
  }
}

/** How many entries wait in the list where most do. */
export async function mostWaiting(knex: Knex): Promise<number> {
  const rows: { n: number }[] = await knex('tallies').where({ mark: 0 }).groupBy('list').count({ n: '*' });
  return Math.max(0, ...rows.map(({ n }) => Number(n)));
}

export async function startTallyWorld(): Promise<TallyWorld> {
  const service = await startService({ seed: 'demo' });
  const { knex } = service.database;
  const manager = await service.signedIn('manager@demo.test');
  const model = await modelOf('materials');
  const zoneOf = async (name: string): Promise<number> =>
    (await manager.post('/zones', { name })).body.data.id;
  const zones = await Promise.all(['A', 'B', 'C'].map((name) => zoneOf(`Tally ${name}`)));
  await knex.batchInsert('materials', materialsIn(zones), 400);
  return {
    service,
    manager,
    model,
    zoneOf,
    expectPages: () => expectPages(service, manager),
    fold: async () => {
      for (const part of ['', ...statuses.map((status) => `status=${status}`)]) {
        await compactList(knex, model, counterName(model, part, north));
      }
    },
    heard: async (work) => {
      const asked: string[] = [];
      const listen = ({ sql }: { sql: string }) => void asked.push(sql);
      knex.on('query', listen);
      try {
        await work();
      } finally {
        knex.off('query', listen);
      }
      return asked;
    },
  };
}

/** Materials of three zones have the same name: the order has to tell them apart by their ids. */
function materialsIn(zones: readonly number[]) {
  return Array.from({ length: many }, (_, index) => {
    const name = `Tallied ${String((Math.floor(index / 3) * 7919) % many).padStart(5, '0')}`;
    const moment = `2026-01-01 00:00:${String(index % 60).padStart(2, '0')}.000`;
    return {
      site_id: north,
      zone_id: zones[index % 3] ?? 0,
      name,
      name_key: sortKey(name),
      status: statuses[index % 3] ?? 'down',
      criticality: 'medium',
      search_text: sortKey(name),
      created_at: moment,
      updated_at: moment,
    };
  });
}

async function expectPages({ database: { knex } }: Service, manager: Client): Promise<void> {
  for (const status of [null, 'down'] as const) {
    for (const descending of [false, true]) {
      const direction = descending ? 'desc' : 'asc';
      const ids: number[] = await knex('materials')
        .where({ site_id: north, ...(status && { status }) })
        .orderBy([
          { column: 'name_key', order: direction },
          { column: 'id', order: direction },
        ])
        .pluck('id');
      const last = Math.ceil(ids.length / 50);
      for (const page of [1, 2, Math.floor(last / 3), Math.floor(last / 2), Math.floor(last * 0.7), last]) {
        const query = `sort=${descending ? '-' : ''}name&per_page=50&page=${page}${status ? `&status=${status}` : ''}`;
        const { status: answered, body, text } = await manager.get(`/materials?${query}`);
        expect(answered, `${query}: ${text}`).to.equal(200);
        expect(body.meta.total, query).to.equal(ids.length);
        expect(
          body.data.map(({ id }: { id: number }) => id),
          query,
        ).to.deep.equal(ids.slice((page - 1) * 50, page * 50));
      }
    }
  }
}

/** Counts by status as the table has them, in the order of the enumeration. */
export async function countsInTable(knex: Knex, where: Record<string, number>) {
  const rows: { value: string; n: number }[] = await knex('materials')
    .where(where)
    .groupBy('status')
    .select('status as value')
    .count({ n: '*' });
  const order = ['operational', 'degraded', 'standby', 'down', 'decommissioned'];
  const counts = rows.map(({ value, n }) => ({ value, label: heading(value, 'en'), count: Number(n) }));
  return counts.sort((one, other) => order.indexOf(one.value) - order.indexOf(other.value));
}

/**
 * Counts by status of one site and of all, and how many materials there are to choose from, held against the table.
 *
 * @returns the statements that looked at the table of materials without a bound
 */
export async function expectCounts({ service, manager, heard }: TallyWorld): Promise<string[]> {
  const { knex } = service.database;
  const administrator = await service.signedIn('admin@demo.test');
  const [own] = await knex('materials').where({ site_id: north }).count({ n: '*' });
  const [inUse] = await knex('materials')
    .where({ site_id: north })
    .whereNot({ status: 'decommissioned' })
    .count({ n: '*' });
  expect(Number(inUse?.n), 'some are retired, and not offered for new work').to.be.below(Number(own?.n));
  const [atNorth, everywhere] = [
    await countsInTable(knex, { site_id: north }),
    await countsInTable(knex, {}),
  ];
  expect(atNorth.map(({ value }) => value)).to.include.members(statuses);
  expect(everywhere).not.to.deep.equal(atNorth);
  const asked = await heard(async () => {
    const path = '/materials/counts?by=status';
    expect((await manager.get(path)).body.data).to.deep.equal(atNorth);
    expect((await administrator.get(path)).body.data).to.deep.equal(everywhere);
    expect((await administrator.get(`${path}&site_id=${north}`)).body.data).to.deep.equal(atNorth);
    expect((await manager.get('/materials/counts')).body.data).to.deep.equal([{ count: Number(own?.n) }]);
    const down = atNorth.filter(({ value }) => value === 'down').map(({ count }) => ({ count }));
    expect((await manager.get('/materials/counts?status=down')).body.data).to.deep.equal(down);
    expect((await manager.get('/incidents/options/material_id')).body.meta.total).to.equal(Number(inUse?.n));
  });
  // Those that are kept are folded beside it.
  return asked.filter((sql) => !sql.includes('`tallies`') && /count\(\*\).* from `materials`/.test(sql));
}
