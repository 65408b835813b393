/** Plans: how they are found, copied and removed, who may do what with them, and that sites see nothing of each other. */
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const monthly = { frequency: 'month', starts_on: '2027-03-01' } as const;

describe('plans', () => {
  const plant = openPlant();
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  it('are found and sorted by what tells them apart', async () => {
    const { knex } = plant.service.database;
    const provider = await knex('company_types').where({ type: 'maintenance_provider' }).first('company_id');
    const company = Number(provider?.company_id);
    const zone = (await plant.send('POST', '/zones', { name: plant.name() }, 201)).id;
    const material_id = await plant.newMaterial({ zone_id: zone, name: 'Lathe of 1987' });
    const staff = { operator_ids: [plant.operator], company_ids: [company] };
    const plans = [
      await plant.plan({ ...monthly, name: 'Delta', material_id, type: 'inspection', ...staff }),
      await plant.plan({ ...monthly, name: 'Alpha', starts_on: '2027-05-01', frequency: 'week' }),
      await plant.plan({ ...monthly, name: 'Charlie', active: false }),
    ];
    const ids = `id=${plans.map(({ id }) => id).join()}`;
    const find = async (query: string) =>
      (await plant.send('GET', `/maintenance-plans?${ids}&${query}`)).map(
        ({ name }: { name: string }) => name,
      );
    const table: readonly [query: string, names: readonly string[]][] = [
      ['', ['Alpha', 'Charlie', 'Delta']],
      ['sort=-name', ['Delta', 'Charlie', 'Alpha']],
      ['sort=next_due_at', ['Charlie', 'Delta', 'Alpha']],
      ['sort=created_at', ['Delta', 'Alpha', 'Charlie']],
      [`material_id=${material_id}`, ['Delta']],
      [`zone_id=${zone}`, ['Delta']],
      ['active=false', ['Charlie']],
      ['type=inspection', ['Delta']],
      ['frequency=week', ['Alpha']],
      ['frequency=month&active=true', ['Delta']],
      [`operator_id=${plant.operator}`, ['Delta']],
      [`company_id=${company}`, ['Delta']],
      ['operator_id=null', ['Alpha', 'Charlie']],
      ['next_due_at[gte]=2027-05-01T08:00:00Z', ['Alpha']],
      ['next_due_at[lt]=2027-05-01T08:00:00Z', ['Delta']],
      ['next_due_at=null', ['Charlie']],
      ['search=1987', ['Delta']],
      ['search=alph', ['Alpha']],
      ['search=lathe%20delta', ['Delta']],
    ];
    for (const [query, names] of table) expect(await find(query), query).to.deep.equal(names);
    for (const query of ['sort=frequency', 'schedule=fixed', 'frequency=hour'])
      await plant.send('GET', `/maintenance-plans?${query}`, undefined, 422);
  });

  it('are made like another for several materials, all or none', async () => {
    const own = {
      ...{
        frequency: 'week',
        starts_on: '2027-03-01',
        weekdays: ['mon', 'thu'],
        every: 2,
        due_time: '06:15',
      },
      ...{
        ends_on: '2028-03-01',
        max_occurrences: 9,
        on_closed_day: 'after',
        lead_days: 2,
        tolerance_days: 1,
      },
      ...{ season_from: '02-01', season_until: '11-30', when_open: 'stack', catch_up: 'last' },
      ...{ type: 'predictive', priority: 'urgent', realization: 'both', operator_ids: [plant.operator] },
      ...{ description: 'All of it.', estimated_minutes: 5 },
    };
    const plan = await plant.plan(own);
    await plant.come('2027-03-05T12:00:00Z');
    const materials = [await plant.newMaterial(), await plant.newMaterial(), plant.material];
    const path = `/maintenance-plans/${plan.id}/duplicate`;
    const made = await plant.send('POST', path, { material_ids: materials }, 201);
    for (const [at, material_id] of materials.entries()) {
      expect(made[at]).to.deep.include({ ...own, name: plan.name, material_id, active: true, done_count: 0 });
      expect(made[at].next_due_at).to.equal('2027-03-15T06:15:00.000Z');
    }
    const before = (await plant.manager.get('/maintenance-plans?per_page=1')).body.meta.total;
    for (const [body, field] of [
      [{ material_ids: [materials[0], 999_999] }, 'material_ids.1'],
      [{ material_ids: [1] }, 'material_ids.0'],
      [{ material_ids: [] }, 'material_ids'],
      [{ material_ids: [materials[0], materials[0]] }, 'material_ids'],
      [{}, 'material_ids'],
    ] as const) {
      const reply = await plant.manager.post(path, body);
      expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([422, [field]]);
    }
    expect((await plant.manager.get('/maintenance-plans?per_page=1')).body.meta.total).to.equal(before);
  });

  it('go with their dates where they have no maintenance', async () => {
    const plan = await plant.plan(monthly);
    const { id } = await plant.occurrence(plan, 1);
    await plant.send('DELETE', `/maintenance-plans/${plan.id}`, undefined, 204);
    await plant.send('GET', `/plan-occurrences/${id}`, undefined, 404);
    const kept = await plant.plan({ ...monthly, material_id: await plant.newMaterial() });
    const refused = await plant.manager.delete(`/materials/${kept.material_id}`);
    expect(refused.status).to.equal(409);
    expect(refused.body.message).to.include('1 maintenance plan');
  });

  type Ask = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object];
  /** What can be asked about a plan, and the permission that it needs. */
  const asks = (plan: number, date: number): readonly [permission: string, ask: Ask][] => [
    ['maintenance-plan.viewAny', ['GET', '/maintenance-plans']],
    ['maintenance-plan.view', ['GET', `/maintenance-plans/${plan}`]],
    ['maintenance-plan.viewAny', ['GET', '/maintenance-plans/compliance?from=2027-01-01&until=2027-02-01']],
    ['maintenance-plan.view', ['GET', `/maintenance-plans/${plan}/forecast?until=2027-12-31`]],
    ['plan-occurrence.viewAny', ['GET', '/plan-occurrences']],
    ['plan-occurrence.view', ['GET', `/plan-occurrences/${date}`]],
    ['closure.viewAny', ['GET', '/closures']],
    ['working-hour.viewAny', ['GET', '/working-hours']],
    ['cleaning-round.viewAny', ['GET', '/cleaning-rounds']],
    ['maintenance-plan.create', ['POST', '/maintenance-plans', {}]],
    ['maintenance-plan.create', ['POST', `/maintenance-plans/${plan}/duplicate`, {}]],
    ['maintenance-plan.create', ['POST', '/maintenance-plans/forecast?until=2027-12-31', {}]],
    ['maintenance-plan.update', ['PATCH', `/maintenance-plans/${plan}`, { name: '' }]],
    ['maintenance-plan.generate', ['POST', '/maintenance-plans/generate', { until: 1 }]],
    ['maintenance-plan.generate', ['POST', `/maintenance-plans/${plan}/generate`, { until: 1 }]],
    ['plan-occurrence.update', ['POST', `/plan-occurrences/${date}/skip`, {}]],
    ['plan-occurrence.update', ['POST', `/plan-occurrences/${date}/postpone`, {}]],
    ['closure.create', ['POST', '/closures', {}]],
    ['working-hour.create', ['POST', '/working-hours', {}]],
    ['cleaning-round.create', ['POST', '/cleaning-rounds', {}]],
    ['maintenance-plan.delete', ['DELETE', `/maintenance-plans/${plan}`]],
  ];

  for (const person of ['technician', 'viewer'] as const) {
    it(`are looked at by the ${person}, and left as they are`, async () => {
      const plan = await plant.plan(monthly);
      const { id } = await plant.occurrence(plan, 1);
      for (const [permission, [method, path, body]] of asks(plan.id, id)) {
        const reply = await plant.people[person].send(method, path, body);
        const looks = permission.includes('.view');
        expect(reply.status, `${method} ${path}: ${reply.text}`).to.equal(looks ? 200 : 403);
        if (!looks) expect(reply.body.message).to.include(permission);
      }
    });
  }

  it('are all the manager’s', async () => {
    const plan = await plant.plan(monthly);
    const { id } = await plant.occurrence(plan, 1);
    for (const [, [method, path, body]] of asks(plan.id, id)) {
      const { status } = await plant.manager.send(method, path, body);
      const sound = method === 'GET' ? 200 : method === 'DELETE' ? 204 : 422;
      expect(status, `${method} ${path}`).to.equal(sound);
    }
  });

  it('of another site are not there, and of a plant are read-only from the headquarters', async () => {
    const plan = await plant.plan(monthly);
    const { id } = await plant.occurrence(plan, 1);
    const { admin, viewer } = plant.people;
    const own = asks(plan.id, id).filter(([, [, path]]) => /\/\d+/.test(path));
    const states = async (client: Client) => {
      const told = [];
      for (const [, [method, path, body]] of own) told.push((await client.send(method, path, body)).status);
      return new Set(told);
    };
    await plant.manager.patch('/user/site', { site_id: 3 });
    expect(await states(plant.manager)).to.deep.equal(new Set([404]));
    for (const path of ['/maintenance-plans', '/plan-occurrences']) {
      expect((await plant.manager.get(`${path}?site_id=${plant.site}`)).body.data).to.deep.equal([]);
      expect((await viewer.get(`${path}?site_id=${plant.site}`)).body.data).not.to.deep.equal([]);
    }
    await plant.manager.patch('/user/site', { site_id: plant.site });
    expect(await states(admin)).to.deep.equal(new Set([200, 403]));
    expect((await plant.read(plan)).next_due_at).to.equal(plan.next_due_at);
  });

  it('tell of what may be done with a date', async () => {
    const plan = await plant.plan(monthly);
    await plant.come('2027-03-01T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T09:00:00Z');
    const query = `/plan-occurrences?maintenance_plan_id=${plan.id}&sort=sequence&with=can`;
    const can = async (client: Client) =>
      (await client.get(query)).body.data.map(({ can }: { can: { actions: string[] } }) => can.actions);
    expect(await can(plant.manager)).to.deep.equal([[], ['skip', 'postpone']]);
    await plant.send('POST', `/plan-occurrences/${(await plant.occurrence(plan, 2)).id}/skip`, { note: 'x' });
    expect(await can(plant.manager), 'what is decided stays').to.deep.equal([[], [], ['skip', 'postpone']]);
    expect(await can(plant.people.technician)).to.deep.equal([[], [], []]);
  });
});
