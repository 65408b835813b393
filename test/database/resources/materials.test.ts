/** The rules of materials, one row each. */
import { expect } from 'chai';
import { onlyOn } from '../../harness/only-on.ts';
import { until } from '../../harness/until.ts';
import { describeRules, type Json, type Rule, rule, sites } from '../../service/resources/world.ts';

const statuses = ['operational', 'degraded', 'standby', 'down', 'decommissioned'];
const day = 24 * 3600 * 1000;

function leadsTo(from: string): string[] {
  return from === 'decommissioned' ? ['standby'] : statuses.filter((status) => status !== from);
}

/** Every change of state, allowed or not. */
const transitions = statuses.flatMap((from) =>
  statuses.map((to) => {
    const allowed = from === to || leadsTo(from).includes(to);
    return rule({
      rule: `a material ${allowed ? 'goes' : 'does not go'} from ${from} to ${to}`,
      given: (world) => world.material({ status: from }),
      send: (material) => ['PATCH', `/materials/${material}`, { status: to }],
      status: allowed ? 200 : 422,
      ...(allowed
        ? { data: () => ({ status: to, status_transitions: leadsTo(to) }) }
        : { errors: ['status'], contains: [`Possible now: ${leadsTo(from).join(', ')}.`] }),
    });
  }),
);

/** Plans that are refused, and the field that bears the error. */
const halfPlans: readonly (readonly [stored: Json, sent: Json, field: string])[] = [
  [{}, { cleaning_every: 3 }, 'cleaning_unit'],
  [{}, { cleaning_unit: 'day' }, 'cleaning_every'],
  [{ cleaning_every: 3, cleaning_unit: 'day' }, { cleaning_unit: null }, 'cleaning_unit'],
  [{ cleaning_every: 3, cleaning_unit: 'day' }, { cleaning_every: null }, 'cleaning_every'],
  [{}, { cleaning_every: 0, cleaning_unit: 'day' }, 'cleaning_every'],
  [{}, { cleaning_every: 366, cleaning_unit: 'day' }, 'cleaning_every'],
  [{}, { cleaning_every: 1.5, cleaning_unit: 'day' }, 'cleaning_every'],
  [{}, { cleaning_every: 1, cleaning_unit: 'year' }, 'cleaning_unit'],
];

const rules: readonly Rule[] = [
  rule({
    rule: 'a material needs a name and a zone',
    given: async (world) => ({ zone: await world.zone() }),
    send: ({ zone }, world) => ['POST', '/materials', { name: world.name(), zone_id: zone }],
    status: 201,
    data: () => ({
      status: 'operational',
      criticality: 'medium',
      purchase_price: null,
      cleaning_every: null,
      cleaning_unit: null,
      last_cleaning_at: null,
      next_cleaning_at: null,
      maintenance_count: 0,
      incident_count: 0,
      cleaning_count: 0,
      item_count: 0,
      site_id: sites.north,
    }),
  }),
  rule({
    rule: 'neither may be missing',
    send: () => ['POST', '/materials', {}],
    status: 422,
    errors: ['name', 'zone_id'],
  }),
  rule({
    rule: 'the zone allows materials',
    given: (world) => world.zone({ allow_material: false }),
    send: (zone_id, world) => ['POST', '/materials', { name: world.name(), zone_id }],
    status: 422,
    errors: ['zone_id'],
  }),
  rule({
    rule: 'the zone is of the site',
    given: (world) => world.make('zones', { name: world.name() }, 'administrator'),
    send: (zone_id, world) => ['POST', '/materials', { name: world.name(), zone_id }],
    status: 422,
    errors: ['zone_id'],
  }),
  rule({
    rule: 'names are unique in the zone, also for one that moves in',
    given: async (world) => {
      const [zone, name] = [await world.zone(), world.name()];
      await world.material({ zone_id: zone, name });
      return { zone, other: await world.material({ name }) };
    },
    send: ({ zone, other }) => ['PATCH', `/materials/${other}`, { zone_id: zone }],
    status: 422,
    errors: ['name'],
  }),
  rule({
    rule: 'serial numbers are unique in the site',
    given: async (world) => {
      await world.material({ serial_number: 'SN 1' });
      return world.zone();
    },
    send: (zone_id, world) => ['POST', '/materials', { name: world.name(), zone_id, serial_number: 'SN 1' }],
    status: 422,
    errors: ['serial_number'],
  }),
  rule({
    rule: 'any number of materials have no serial number',
    given: (world) => world.material({ serial_number: '' }),
    send: (material) => ['PATCH', `/materials/${material}`, { serial_number: null }],
    status: 200,
  }),
  rule({
    rule: 'nobody sets what follows from elsewhere',
    given: (world) => world.material(),
    send: (material) => [
      'PATCH',
      `/materials/${material}`,
      {
        last_cleaning_at: '2020-01-01T00:00:00.000Z',
        next_cleaning_at: '2020-01-01T00:00:00.000Z',
        item_count: 1,
        site_id: sites.south,
      },
    ],
    status: 422,
    errors: ['last_cleaning_at', 'next_cleaning_at', 'item_count', 'site_id'],
  }),
  ...halfPlans.map(([stored, sent, field]) =>
    rule({
      rule: `${JSON.stringify(sent)} over ${JSON.stringify(stored)} is no cleaning plan`,
      given: (world) => world.material(stored),
      send: (material) => ['PATCH', `/materials/${material}`, sent],
      status: 422,
      errors: [field],
    }),
  ),
  rule({
    rule: 'a change of the plan moves the next cleaning',
    given: async (world) => {
      const material = await world.material({ cleaning_every: 3, cleaning_unit: 'day' });
      await world.cleaning({ material_id: material, cleaned_at: '2024-01-31T12:00:00Z' });
      return material;
    },
    send: (material) => ['PATCH', `/materials/${material}`, { cleaning_every: 1, cleaning_unit: 'month' }],
    status: 200,
    data: () => ({
      last_cleaning_at: '2024-01-31T12:00:00.000Z',
      next_cleaning_at: '2024-02-29T12:00:00.000Z',
    }),
  }),
  rule({
    rule: 'without a plan there is no next cleaning',
    given: (world) => world.material({ cleaning_every: 3, cleaning_unit: 'day' }),
    send: (material) => ['PATCH', `/materials/${material}`, { cleaning_every: null, cleaning_unit: null }],
    status: 200,
    data: () => ({ next_cleaning_at: null }),
  }),
  rule({
    rule: 'a material with a history is not deleted; the message says what is there and what to do instead',
    given: async (world) => {
      const material_id = await world.material();
      await world.maintenance({ material_id });
      await world.incident({ material_id });
      await world.incident({ material_id });
      await world.cleaning({ material_id });
      return material_id;
    },
    send: (material) => ['DELETE', `/materials/${material}`],
    status: 409,
    contains: ['1 cleaning, 2 incidents, 1 maintenance', 'Decommission it instead'],
    afterwards: (material) => [
      `/materials/${material}`,
      { maintenance_count: 1, incident_count: 2, cleaning_count: 1 },
    ],
  }),
  rule({
    rule: 'items that fit a material do not keep it',
    given: async (world) => {
      const material = await world.material();
      await world.make('items', { name: world.name(), material_ids: [material] });
      expect(await world.read(`/materials/${material}`)).to.include({ item_count: 1 });
      return material;
    },
    send: (material) => ['DELETE', `/materials/${material}`],
    status: 204,
  }),
  rule({
    rule: 'materials are found by an item that fits them',
    given: async (world) => {
      const [fits, other] = [await world.material(), await world.material()];
      return { fits, other, item: await world.make('items', { name: world.name(), material_ids: [fits] }) };
    },
    send: ({ fits, other, item }) => [
      'GET',
      `/materials?item_id=${item}&id=${fits},${other}&fields=item_count`,
    ],
    status: 200,
    contains: ['"data":[{"item_count":1}]'],
  }),
  rule({
    rule: 'materials are found by the end of their warranty and their next cleaning',
    given: (world) =>
      world.material({
        warranty_until: '2031-05-05',
        cleaning_every: 1,
        cleaning_unit: 'day',
        model: 'Zephyr%9',
      }),
    send: () => [
      'GET',
      '/materials?warranty_until[gte]=2031-05-05&warranty_until[lt]=2031-05-06&next_cleaning_at[gt]=2024-01-01T00:00:00Z&search=ZEPHYR%25&fields=model',
    ],
    status: 200,
    contains: ['"data":[{"model":"Zephyr%9"}]'],
  }),
  ...transitions,
];

describeRules('rules of materials', rules, (world) => {
  it('plans the first cleaning from the creation', async () => {
    const material = await world().material({ cleaning_every: 2, cleaning_unit: 'week' });
    const { created_at, next_cleaning_at } = await world().read(`/materials/${material}`);
    // An hour more or less where summer time begins or ends in between.
    expect(Date.parse(next_cleaning_at) - Date.parse(created_at)).to.be.closeTo(14 * day, 3600 * 1000);
  });

  it('moves the next cleanings of a site with its time zone, and no version', async () => {
    const { administrator } = world();
    const material_id = await world().material({ cleaning_every: 1, cleaning_unit: 'day' });
    await world().cleaning({ material_id, cleaned_at: '2024-03-30T10:00:00Z' });
    const path = `/materials/${material_id}`;
    const before = await world().manager.get(path);
    expect(before.body.data.next_cleaning_at, 'London').to.equal('2024-03-31T09:00:00.000Z');
    await administrator.patch(`/sites/${sites.north}`, { timezone: 'Asia/Tokyo' });
    expect((await world().read(path)).next_cleaning_at).to.equal('2024-03-31T10:00:00.000Z');
    const edit = await world().manager.patch(path, { model: 'X' }, { 'If-Match': before.headers.etag });
    expect(edit.status, edit.text).to.equal(200);
    await administrator.patch(`/sites/${sites.north}`, { timezone: 'Europe/London' });
    expect((await world().read(path)).next_cleaning_at).to.equal('2024-03-31T09:00:00.000Z');
  });

  const onServers = onlyOn('mysql', 'SQLite has one writer at a time');
  // SQLite has one writer at a time by itself.
  onServers.it('plans by the time zone that is on its way, also on a material that had no plan', async () => {
    const { knex } = world().service.database;
    const material_id = await world().material();
    await world().cleaning({ material_id, cleaned_at: '2024-03-30T10:00:00Z' });
    const change = await knex.transaction();
    await change('sites').where({ id: sites.north }).update({ timezone: 'Asia/Tokyo' });
    let answered = false;
    const planned = world()
      .manager.patch(`/materials/${material_id}`, { cleaning_every: 1, cleaning_unit: 'day' })
      .finally(() => {
        answered = true;
      });
    const waits = () => knex('information_schema.innodb_trx').where({ trx_state: 'LOCK WAIT' }).first();
    // The server only looks again after a tenth of a second without a request.
    await until('the edit waits', async () => answered || (await waits()) !== undefined, { everyMs: 200 });
    await change.commit();
    const { status, body } = await planned;
    await world().administrator.patch(`/sites/${sites.north}`, { timezone: 'Europe/London' });
    expect([status, body.data?.next_cleaning_at]).to.deep.equal([200, '2024-03-31T10:00:00.000Z']);
  });
});
