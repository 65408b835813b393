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

  /** Names of resources whose new rows are work on a material. */
  const work = ['maintenances', 'incidents', 'maintenance-plans'] as const;
  const plan = { starts_on: '2031-01-01', frequency: 'year' };
  const sentAs = (path: string) => ({ name: world().name(), ...(path === 'maintenance-plans' && plan) });

  it('is neither offered nor accepted for new work once it is decommissioned; rows that have it keep it', async () => {
    const { manager } = world();
    const [material, other] = [await world().material(), await world().material()];
    const ids = new Map<string, number>();
    for (const path of work)
      ids.set(path, await world().make(path, { ...sentAs(path), material_id: material }));
    const asked = await world().make('incidents', { name: 'Elsewhere', material_id: other });
    expect((await manager.patch(`/materials/${material}`, { status: 'decommissioned' })).status).to.equal(
      200,
    );
    const refused: [string, Awaited<ReturnType<typeof manager.post>>][] = [];
    for (const path of work) {
      const offered = await manager.get(`/${path}/options/material_id?id=${material},${other}`);
      expect(
        offered.body.data.map(({ id }: { id: number }) => id),
        path,
      ).to.deep.equal([other]);
      refused.push([path, await manager.post(`/${path}`, { ...sentAs(path), material_id: material })]);
      const sentBack = { name: world().name(), material_id: material };
      const kept = await manager.patch(`/${path}/${ids.get(path)}`, sentBack);
      expect(kept.status, kept.text).to.equal(200);
    }
    refused.push(['moved', await manager.patch(`/incidents/${asked}`, { material_id: material })]);
    refused.push(['again', await manager.post(`/maintenances/${ids.get('maintenances')}/duplicate`, {})]);
    const point = await world().make('request-points', { name: world().name(), material_id: other });
    const { token } = await world().read(`/request-points/${point}`);
    const visitor = await manager.post(`/public/request-points/${token}/requests`, {
      description: 'It leaks.',
    });
    expect(visitor.status, visitor.text).to.equal(201);
    const [request] = (await manager.get(`/work-requests?request_point_id=${point}`)).body.data;
    for (const as of ['incident', 'maintenance'])
      refused.push([
        as,
        await manager.post(`/work-requests/${request.id}/accept`, { as, material_id: material }),
      ]);
    for (const [what, { status, text, body }] of refused) {
      expect([status, Object.keys(body.errors ?? {})], `${what}: ${text}`).to.deep.equal([
        422,
        ['material_id'],
      ]);
      expect(text, what).to.include('is decommissioned');
    }
    const copied = await manager.post(`/maintenance-plans/${ids.get('maintenance-plans')}/duplicate`, {
      material_ids: [other, material],
    });
    expect(Object.keys(copied.body.errors ?? {}), copied.text).to.deep.equal(['material_ids.1']);
  });

  it('gets the incidents of its meters all the same: they are no work by a person', async () => {
    const material_id = await world().material();
    const meter = { name: 'Pressure', material_id, kind: 'gauge', unit: 'bar', above: 5 };
    const meter_id = await world().make('meters', meter);
    await world().manager.patch(`/materials/${material_id}`, { status: 'decommissioned' });
    await world().make('meter-readings', { meter_id, value: 6 });
    expect((await world().manager.get(`/incidents?meter_id=${meter_id}`)).body.meta.total).to.equal(1);
  });

  describe('with parts', () => {
    const patch = (id: number, body: Json) => world().manager.patch(`/materials/${id}`, body);
    const made = async () => {
      const [zone, away, next] = [await world().zone(), await world().zone(), await world().zone()];
      const machine = await world().material({ zone_id: zone });
      const part = await world().material({ zone_id: zone, parent_id: machine, status: 'down' });
      const below = await world().material({ zone_id: zone, parent_id: part });
      const lent = await world().material({ zone_id: away, parent_id: machine });
      const free = await world().material({ zone_id: zone });
      return { machine, part, below, lent, free, zone, away, next };
    };
    const zoneOf = async (id: number) => (await world().read(`/materials/${id}`)).zone_id;
    const entries = async (id: number, field: string) => {
      const { data } = (await world().manager.get(`/activities?resource=material&record_id=${id}`)).body;
      return data.filter(({ changes }: { changes: Json }) => changes[field] !== undefined).length;
    };
    const foretold = async (id: number, body: Json) => {
      const { status, text, body: told } = await world().manager.post(`/materials/${id}/following`, body);
      expect(status, text).to.equal(200);
      return [told.data.parts, told.summary];
    };

    it('takes those of its zone along to another one, each with its entry, and says how many before', async () => {
      const { machine, part, below, lent, free, zone, away, next } = await made();
      expect(await foretold(machine, { zone_id: next })).to.deep.equal([2, '2 parts follow it.']);
      expect(await foretold(machine, { model: 'X' })).to.deep.equal([0, 'No part follows.']);
      expect(await zoneOf(part)).to.equal(zone);
      expect((await patch(below, { parent_id: null })).status).to.equal(200);
      expect(await foretold(machine, { zone_id: next })).to.deep.equal([1, '1 part follows it.']);
      expect((await patch(machine, { zone_id: next })).status).to.equal(200);
      expect(await Promise.all([machine, part, below, lent, free].map(zoneOf))).to.deep.equal([
        ...[next, next, zone, away, zone],
      ]);
      expect(await Promise.all([part, lent].map((id) => entries(id, 'zone_id')))).to.deep.equal([2, 1]);
    });

    it('stays where a part would have the name of another material', async () => {
      const { machine, part, zone, next } = await made();
      const { name } = await world().read(`/materials/${part}`);
      await world().material({ name, zone_id: next });
      const reply = await patch(machine, { zone_id: next });
      expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([422, ['zone_id']]);
      expect(reply.text).to.include(name);
      expect(await Promise.all([machine, part].map(zoneOf))).to.deep.equal([zone, zone]);
    });

    it('is decommissioned with them, and their stops end', async () => {
      const { machine, part, below, lent } = await made();
      expect(await foretold(machine, { status: 'decommissioned' })).to.deep.equal([2, '2 parts follow it.']);
      const { administrator } = world();
      await administrator.patch(`/sites/${sites.north}`, { status_tracks_downtime: true });
      await patch(part, { status: 'operational' });
      await patch(part, { status: 'down' });
      expect((await patch(machine, { status: 'decommissioned' })).status).to.equal(200);
      await administrator.patch(`/sites/${sites.north}`, { status_tracks_downtime: false });
      const rows = await Promise.all([part, below, lent].map((id) => world().read(`/materials/${id}`)));
      expect(rows.map(({ status }) => status)).to.deep.equal([
        'decommissioned',
        'decommissioned',
        'operational',
      ]);
      expect(rows.map(({ decommissioned_at: at }) => at !== null)).to.deep.equal([true, true, false]);
      expect(await entries(below, 'status')).to.equal(2);
      const lasting = await world().manager.get(`/downtimes?material_id=${part}&ended_at=null`);
      expect(lasting.body.meta.total).to.equal(0);
    });
  });

  it('answers whichever comes second, where a part follows into a zone as another of its name comes there', async () => {
    const { manager } = world();
    const statuses: number[] = [];
    for (let round = 1; round <= 15; round += 1) {
      const [from, to] = [await world().zone(), await world().zone()];
      const machine = await world().material({ zone_id: from });
      const name = `Followed ${round}`;
      await world().material({ zone_id: from, parent_id: machine, name });
      const both = await Promise.all([
        manager.patch(`/materials/${machine}`, { zone_id: to }),
        manager.post('/materials', { name, zone_id: to }),
      ]);
      statuses.push(...both.map(({ status }) => status));
      const told = both.map(({ status, text }) => `${status} ${text}`).join();
      expect(
        both.filter(({ status }) => status < 300),
        told,
      ).to.have.lengthOf(1);
    }
    expect(statuses.filter((status) => ![200, 201, 409, 422].includes(status))).to.deep.equal([]);
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
