/** What comes due, and when: each date at its own moment, whenever the task ran. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const daily = { frequency: 'day', starts_on: '2027-03-01', lead_days: 0 } as const;

describe('the dates of a plan', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  it('are recorded from the moment of generation on, not before', async () => {
    const plan = await plant.plan({ frequency: 'month', starts_on: '2027-03-31', lead_days: 2 });
    expect(plan).to.include({
      next_due_at: '2027-03-31T06:00:00.000Z',
      next_generation_at: '2027-03-29T06:00:00.000Z',
    });
    await plant.tick('2027-03-29T05:59:59.999Z');
    expect(await plant.moments(plan)).to.deep.equal(['2027-03-31 06:00 scheduled']);
    setClock('2027-03-29T06:00:00Z');
    await plant.tick('2027-03-29T06:00:00.000Z');
    expect(await plant.moments(plan)).to.deep.equal(['2027-03-31 06:00 open', '2027-04-30 06:00 scheduled']);
    const [first, second] = await plant.occurrences(plan);
    expect([first?.sequence, second?.sequence]).to.deep.equal([1, 2]);
    expect(await plant.read(plan)).to.include({ next_due_at: second?.due_at, open_count: 1 });
  });

  for (const times of ['once', 'twice a day, by two'] as const) {
    it(`are the same where the task runs ${times}`, async () => {
      const material_id = await plant.newMaterial();
      const skipping = await plant.plan({ ...daily, material_id });
      const stacking = await plant.plan({ ...daily, material_id, when_open: 'stack' });
      for (let day = 1; day <= 5 && times !== 'once'; day += 1) {
        setClock(`2027-03-0${day}T06:30:00Z`);
        await Promise.all([1, 2].map(() => plant.tick(`2027-03-0${day}T06:30:00.000Z`)));
        await plant.come(`2027-03-0${day}T12:00:00Z`);
      }
      await plant.come('2027-03-05T12:00:00Z');
      const skipped = Array.from({ length: 4 }, () => 'previous_open');
      expect(await plant.states(skipping)).to.deep.equal(['missed', ...skipped, 'scheduled']);
      expect(await plant.states(stacking)).to.deep.equal([
        ...['missed', 'missed', 'missed', 'missed', 'missed', 'scheduled'],
      ]);
      expect((await plant.manager.get(`/maintenances?material_id=${material_id}`)).body.meta.total).to.equal(
        6,
      );
    });
  }

  /** In every manner: a month with a change of the clocks, a closed day, and an equipment that is out of service for a while. */
  const shapes = [
    { frequency: 'day', when_open: 'skip', due_time: '02:30' },
    { frequency: 'day', every: 2, when_open: 'stack', on_closed_day: 'skip' },
    { frequency: 'day', when_open: 'stack', on_closed_day: 'after', lead_days: 3 },
    { frequency: 'week', weekdays: ['thu', 'sun'], when_open: 'stack', on_closed_day: 'before' },
    { frequency: 'day', every: 3, when_open: 'stack', season_from: '03-01', season_until: '03-28' },
    { schedule: 'floating', frequency: 'day', every: 3 },
  ] as const;

  it('are the same where the service stood still for a month as where it ran on', async () => {
    const rowsAfter = async (ticks: readonly string[]) => {
      setClock('2027-02-01T12:00:00Z');
      const material_id = await plant.newMaterial();
      const plans: { id: number }[] = [];
      for (const shape of shapes) plans.push(await plant.plan({ ...daily, ...shape, material_id }));
      const goOn = async (from: string, to: string) => {
        for (const tick of ticks.filter((one) => from < one && one < to)) await plant.come(tick);
      };
      await plant.come('2027-03-01T12:00:00Z');
      await goOn('2027-03-01', '2027-03-05');
      setClock('2027-03-05T09:00:00Z');
      for (const plan of [plans[0], plans.at(-1)])
        if (plan) await plant.complete(plan, 1, '2027-03-05T08:00:00Z');
      await goOn('2027-03-05', '2027-03-10');
      for (const [day, status, until] of [
        ['2027-03-10', 'decommissioned', '2027-03-14'],
        ['2027-03-14', 'standby', '2027-04-02'],
      ] as const) {
        setClock(`${day}T09:00:00Z`);
        await plant.send('PATCH', `/materials/${material_id}`, { status });
        await goOn(day, until);
      }
      await plant.come('2027-04-02T12:00:00Z');
      const rows = plant.service.database.knex('plan_occurrences as o').whereIn(
        'o.maintenance_plan_id',
        plans.map(({ id }) => id),
      );
      return rows
        .leftJoin('maintenances as m', 'm.id', 'o.maintenance_id')
        .orderBy(['o.maintenance_plan_id', 'o.sequence'])
        .select('o.sequence', 'o.rule_day', 'o.rule_number', 'o.original_due_at', 'o.due_at', 'o.state')
        .select('o.skip_reason', 'o.generated_at', 'o.window_from', 'o.window_until', 'o.completed_at')
        .select('m.status', 'm.due_at as order_due_at', 'm.scheduled_at');
    };
    await plant.send('POST', '/closures', { day: '2027-03-25', name: 'Holiday' }, 201);
    const running = await rowsAfter([
      ...['2027-03-04T23:59:59Z', '2027-03-06T00:30:00Z', '2027-03-10T09:30:00Z', '2027-03-21T07:00:00Z'],
      ...['2027-03-28T00:59:59Z', '2027-03-28T01:30:00Z', '2027-04-01T00:00:00Z'],
    ]);
    expect(running).to.have.lengthOf.above(70);
    expect(new Set(running.map(({ skip_reason }) => skip_reason))).to.include.all.keys(
      ...['previous_open', 'closed_day', 'decommissioned', 'out_of_season'],
    );
    expect(await rowsAfter([])).to.deep.equal(running);
  });

  it('are decided by what was open at their moments, even if the task ran later', async () => {
    const plan = await plant.plan(daily);
    await plant.come('2027-03-01T07:00:00Z');
    setClock('2027-03-04T10:00:00Z');
    await plant.complete(plan, 1, '2027-03-03T06:59:00Z');
    await plant.come('2027-03-06T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal([
      ...['done', 'previous_open', 'missed', 'previous_open', 'previous_open', 'previous_open', 'scheduled'],
    ]);
  });

  it('behind one that was postponed are decided by what was open at their own moments', async () => {
    const plan = await plant.plan(daily);
    await plant.come('2027-03-01T12:00:00Z');
    const { id } = await plant.occurrence(plan, 2);
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, {
      due_at: '2027-03-08T07:00:00Z',
      note: 'x',
    });
    setClock('2027-03-04T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-04T08:00:00Z');
    await plant.come('2027-03-08T12:00:00Z');
    expect((await plant.states(plan)).slice(0, 6)).to.deep.equal([
      ...['done', 'missed', 'previous_open', 'previous_open', 'missed', 'previous_open'],
    ]);
  });

  it('stay as they are recorded where a completion is backdated later', async () => {
    const plan = await plant.plan(daily);
    await plant.come('2027-03-03T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T08:00:00Z');
    await plant.come('2027-03-03T13:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['done', 'previous_open', 'previous_open', 'scheduled']);
  });

  it('are skipped while the material is decommissioned, as it was at their moments', async () => {
    const material_id = await plant.newMaterial();
    const plan = await plant.plan({ ...daily, material_id, when_open: 'stack' });
    await plant.come('2027-03-01T12:00:00Z');
    setClock('2027-03-01T20:00:00Z');
    await plant.send('PATCH', `/materials/${material_id}`, { status: 'decommissioned' });
    setClock('2027-03-03T20:00:00Z');
    await plant.send('PATCH', `/materials/${material_id}`, { status: 'standby', description: 'Back.' });
    setClock('2027-03-04T20:00:00Z');
    await plant.send('PATCH', `/materials/${material_id}`, { status: 'decommissioned' });
    await plant.come('2027-03-06T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal([
      ...['missed', 'decommissioned', 'decommissioned', 'missed', 'decommissioned', 'decommissioned'],
      'scheduled',
    ]);
    expect(await plant.read(plan)).to.include({ missed_count: 2, skipped_count: 4, open_count: 0 });
  });

  it('come to maintenances as the plan says, without an author', async () => {
    const provider = await plant.service.database
      .knex('company_types')
      .where({ type: 'maintenance_provider' })
      .first('company_id');
    const says = {
      ...{ name: 'Look at the guards', type: 'inspection', priority: 'high', realization: 'both' },
      ...{ operator_ids: [plant.operator], company_ids: [Number(provider?.company_id)] },
      ...{ description: 'All of them.', estimated_minutes: 45 },
    };
    const plan = await plant.plan({ ...daily, ...says });
    await plant.come('2027-03-01T12:00:00Z');
    expect(await plant.order(plan, 1)).to.deep.include({
      ...{ ...says, material_id: plant.material, site_id: plant.site, maintenance_plan_id: plan.id },
      maintenance_plan: { id: plan.id, name: plan.name },
      ...{ due_at: '2027-03-01T07:00:00.000Z', scheduled_at: '2027-03-01T07:00:00.000Z' },
      ...{ status: 'planned', overdue: true, created_by_id: null, started_at: null, resolved_at: null },
    });
    await plant.change(plan, { name: 'Look at them again', estimated_minutes: null, priority: 'low' });
    expect(await plant.order(plan, 1)).to.include({ name: says.name, priority: 'high' });
  });

  it('name no person who has left the site since', async () => {
    const { knex } = plant.service.database;
    const plan = await plant.plan({ ...daily, operator_ids: [plant.operator] });
    const here = { user_id: plant.operator, site_id: plant.site };
    const membership = await knex('memberships').where(here).first();
    await knex('memberships').where(here).delete();
    await plant.come('2027-03-01T12:00:00Z');
    expect(await plant.order(plan, 1)).to.deep.include({ status: 'planned', operator_ids: [] });
    await knex('memberships').insert(membership);
  });

  it('do not make an open edit of the plan stale', async () => {
    const plan = await plant.plan(daily);
    const path = `/maintenance-plans/${plan.id}`;
    const { etag } = (await plant.manager.get(path)).headers;
    await plant.come('2027-03-02T12:00:00Z');
    const now = await plant.read(plan);
    expect([now.updated_at, now.next_due_at === plan.next_due_at]).to.deep.equal([plan.updated_at, false]);
    const saved = await plant.manager.patch(path, { name: 'Edited' }, { 'If-Match': etag });
    expect(saved.status, saved.text).to.equal(200);
  });

  it('end with the last day of the plan, that day included, or with the number of its dates', async () => {
    const until = await plant.plan({ ...daily, ends_on: '2027-03-02' });
    const counted = await plant.plan({
      ...daily,
      max_occurrences: 3,
      season_from: '03-03',
      season_until: '04-01',
    });
    await plant.come('2027-03-09T12:00:00Z');
    expect(await plant.states(until)).to.deep.equal(['missed', 'previous_open']);
    expect(await plant.states(counted)).to.deep.equal(['out_of_season', 'out_of_season', 'missed']);
    for (const plan of [until, counted])
      expect(await plant.read(plan)).to.include({ next_due_at: null, next_generation_at: null });
  });

  it('are none of an inactive plan, and those that are open are left alone', async () => {
    const idle = await plant.plan({ ...daily, active: false });
    expect(idle).to.include({ next_due_at: null, open_count: 0 });
    expect(await plant.occurrences(idle)).to.deep.equal([]);
    const plan = await plant.plan(daily);
    await plant.come('2027-03-01T08:00:00Z');
    const stopped = await plant.change(plan, { active: false });
    expect(stopped).to.include({ next_due_at: null, next_generation_at: null, open_count: 1 });
    await plant.come('2027-03-09T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['missed']);
    expect((await plant.order(plan, 1)).status).to.equal('planned');
  });
});
