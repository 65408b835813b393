/** The rules of materials, one row each. */
import { expect } from 'chai';
import { onlyOn } from '../../harness/only-on.ts';
import { until } from '../../harness/until.ts';
import { describeRules, type Json, type Rule, rule, sites } from '../../service/resources/world.ts';

const day = 24 * 3600 * 1000;

const rules: readonly Rule[] = [
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
    rule: 'a material tells the moment of its end',
    given: (world) => world.material({ status: 'decommissioned' }),
    send: (id) => ['GET', `/materials/${id}`],
    status: 200,
    contains: [/"decommissioned_at":"20\d\d-/],
  }),
  rule({
    rule: 'and not where it comes back',
    given: (world) => world.material({ status: 'decommissioned' }),
    send: (id) => ['PATCH', `/materials/${id}`, { status: 'standby' }],
    status: 200,
    data: () => ({ decommissioned_at: null }),
  }),
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
