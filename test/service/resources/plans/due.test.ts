/** Plans of maintenance: what comes due, when, once; and what becomes of it by what people do. */
import { expect } from 'chai';
import { serveDemo } from '../../../harness/service.ts';
import { PlanWorld } from './world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

describe('plans', () => {
  const { service } = serveDemo([]);
  let world: PlanWorld;
  before(async () => {
    world = await PlanWorld.at(service);
  });

  const complete = async (id: number | null | undefined, at: string) => {
    const operator_ids = [
      (await service.database.knex('users').where({ email: 'technician@demo.test' }).first('id')).id,
    ];
    await world.send('PATCH', `/maintenances/${id}`, { status: 'in_progress', started_at: at, operator_ids });
    await world.send('PATCH', `/maintenances/${id}`, { status: 'completed', resolved_at: at });
  };

  it('have one date scheduled at once, and record each at its own moment, once', async () => {
    const plan = await world.plan({ starts_on: '2027-01-31' });
    const [first, ...others] = await world.occurrences(plan);
    expect(others).to.deep.equal([]);
    expect(first).to.include({ sequence: 1, status: 'scheduled', due_at: plan.next_due_at });
    expect(plan.rrule).to.equal('RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1');
    await world.tick('2027-01-24T07:59:59.999Z');
    expect(await world.dates(plan)).to.deep.equal(['2027-01-31 scheduled']);
    const dates = [
      '2027-01-31 open',
      '2027-02-28 skipped previous_open',
      '2027-03-31 skipped previous_open',
      '2027-04-30 skipped previous_open',
      '2027-05-31 skipped previous_open',
      '2027-06-30 skipped previous_open',
      '2027-07-31 scheduled',
    ];
    for (let times = 0; times < 2; times += 1) {
      await world.tick('2027-06-30T12:00:00.000Z');
      expect(await world.dates(plan)).to.deep.equal(dates);
    }
    const [open] = await world.occurrences(plan);
    const order = await world.send('GET', `/maintenances/${open?.maintenance_id}`);
    expect(order).to.include({
      maintenance_plan_id: plan.id,
      due_at: open?.due_at,
      scheduled_at: open?.due_at,
    });
    expect(order).to.include({ created_by_id: null, type: 'preventive', status: 'planned', overdue: false });
    expect(await world.read(plan)).to.include({
      ...{ open_count: 1, skipped_count: 5, done_count: 0, missed_count: 0 },
      next_due_at: '2027-07-31T07:00:00.000Z',
      next_generation_at: '2027-07-24T07:00:00.000Z',
    });
    await world.send(
      'PATCH',
      `/maintenances/${open?.maintenance_id}`,
      { due_at: '2027-08-01T00:00:00Z' },
      422,
    );
    await world.send('DELETE', `/maintenance-plans/${plan.id}`, undefined, 409);
  });

  it('make the same rows however many generate at once', async () => {
    const plan = await world.plan({
      starts_on: inDays(1),
      frequency: 'day',
      when_open: 'stack',
      lead_days: 0,
    });
    const until = inDays(10);
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, () =>
        world.manager.post(`/maintenance-plans/${plan.id}/generate`, { until }),
      ),
      ...Array.from({ length: 4 }, () => world.tick(`${inDays(5)}T12:00:00.000Z`)),
    ]);
    for (const reply of replies) if (reply) expect(reply.status, reply.text).to.be.oneOf([200, 503]);
    const answer = await world.send('POST', `/maintenance-plans/${plan.id}/generate`, { until });
    expect(answer).to.have.keys('generated', 'skipped');
    const occurrences = await world.occurrences(plan);
    expect(occurrences.map(({ sequence }) => sequence)).to.deep.equal(
      Array.from({ length: 11 }, (_, at) => at + 1),
    );
    expect(occurrences.filter(({ status }) => status === 'open')).to.have.length(10);
    const orders = await world.manager.get(`/maintenances?maintenance_plan_id=${plan.id}&per_page=100`);
    expect(orders.body.data.map(({ id }: { id: number }) => id)).to.have.members(
      occurrences.flatMap(({ maintenance_id: id }) => id ?? []),
    );
  });

  it('follow what becomes of their maintenances', async () => {
    const plan = await world.plan({ starts_on: inDays(1), frequency: 'week', when_open: 'stack' });
    await world.send('POST', `/maintenance-plans/${plan.id}/generate`, { until: inDays(25) });
    const [done, canceled, deleted, skipped] = await world.occurrences(plan);
    await complete(done?.maintenance_id, new Date().toISOString());
    await world.send('PATCH', `/maintenances/${canceled?.maintenance_id}`, { status: 'canceled' });
    await world.send('DELETE', `/maintenances/${deleted?.maintenance_id}`, undefined, 204);
    await world.send('POST', `/plan-occurrences/${skipped?.id}/skip`, { note: 'Not this time.' });
    const statuses = async () =>
      (await world.occurrences(plan)).map(({ status, skip_reason }) => skip_reason ?? status);
    expect(await statuses()).to.deep.equal(['done', 'canceled', 'manual', 'manual', 'scheduled']);
    expect((await world.send('GET', `/maintenances/${skipped?.maintenance_id}`)).status).to.equal('canceled');
    await world.send('POST', `/plan-occurrences/${skipped?.id}/skip`, { note: 'Again.' }, 422);
    await world.send(
      'POST',
      `/plan-occurrences/${done?.id}/postpone`,
      { due_at: '2030-01-01T00:00:00Z', note: 'x' },
      422,
    );
    expect((await world.read(plan)).last_completed_at).not.to.equal(null);
    await world.send('PATCH', `/maintenances/${canceled?.maintenance_id}`, { status: 'planned' });
    await world.send('PATCH', `/maintenances/${done?.maintenance_id}`, { status: 'in_progress' });
    expect(await statuses()).to.deep.equal(['open', 'open', 'manual', 'manual', 'scheduled']);
    expect((await world.read(plan)).last_completed_at).to.equal(null);
    const due_at = `${inDays(40)}T10:00:00.000Z`;
    const put = await world.send('POST', `/plan-occurrences/${done?.id}/postpone`, {
      due_at,
      note: 'Parts.',
    });
    expect(put).to.include({
      due_at,
      original_due_at: done?.original_due_at,
      note: 'Parts.',
      status: 'open',
    });
    expect(await world.send('GET', `/maintenances/${done?.maintenance_id}`)).to.include({
      due_at,
      scheduled_at: due_at,
    });
    await world.send('POST', `/plan-occurrences/${done?.id}/postpone`, { due_at, note: 'Again.' }, 422);
    const next = (await world.occurrences(plan)).at(-1);
    await world.send('POST', `/plan-occurrences/${next?.id}/postpone`, { due_at, note: 'Later.' });
    expect((await world.read(plan)).next_due_at).to.equal(due_at);
    await world.send('POST', `/plan-occurrences/${next?.id}/skip`, { note: 'Never.' });
    const after = (await world.occurrences(plan)).slice(-2);
    expect(after.map(({ status }) => status)).to.deep.equal(['skipped', 'scheduled']);
  });

  it('float from when the work was done, and never stop without a word', async () => {
    const plan = await world.plan({ schedule: 'floating', starts_on: inDays(1), frequency: 'week' });
    expect(plan.rrule).to.equal(null);
    await world.send('POST', `/maintenance-plans/${plan.id}/generate`);
    const [first, ...others] = await world.occurrences(plan);
    expect([first?.status, others.length]).to.deep.equal(['open', 0]);
    expect((await world.read(plan)).next_due_at).to.equal(null);
    await complete(first?.maintenance_id, `${inDays(-1)}T12:00:00.000Z`);
    expect((await world.dates(plan)).at(-1)).to.equal(`${inDays(6)} scheduled`);
    await world.send('PATCH', `/maintenances/${first?.maintenance_id}`, {
      resolved_at: `${inDays(-2)}T12:00:00.000Z`,
      started_at: `${inDays(-3)}T12:00:00.000Z`,
    });
    expect((await world.dates(plan)).at(-1)).to.equal(`${inDays(5)} scheduled`);
    await world.send('POST', `/maintenance-plans/${plan.id}/generate`);
    const second = (await world.occurrences(plan)).at(-1);
    expect(second).to.include({ status: 'open', sequence: 2 });
    await world.send('PATCH', `/maintenances/${first?.maintenance_id}`, { status: 'in_progress' });
    expect((await world.occurrences(plan)).map(({ status }) => status)).to.deep.equal(['open']);
    await world.send('GET', `/maintenances/${second?.maintenance_id}`, undefined, 404);
    await world.send('PATCH', `/maintenances/${first?.maintenance_id}`, { status: 'canceled' });
    expect((await world.dates(plan)).at(-1)).to.equal(`${inDays(8)} scheduled`);
  });

  it('skip what falls on closed days, out of season and on what is decommissioned', async () => {
    const closed = await world.plan({
      starts_on: '2029-01-01',
      frequency: 'day',
      on_closed_day: 'skip',
      lead_days: 0,
      when_open: 'stack',
    });
    const season = { season_from: '01-01', season_until: '01-02' };
    const seasonal = await world.plan({
      ...season,
      starts_on: '2029-01-01',
      frequency: 'day',
      lead_days: 0,
      when_open: 'stack',
    });
    const { id } = await world.send('POST', '/closures', { day: '2029-01-02', name: 'Holiday' }, 201);
    const material_id = await world.newMaterial();
    const lost = await world.plan({ material_id, starts_on: inDays(1), frequency: 'day', lead_days: 0 });
    await world.send('PATCH', `/materials/${material_id}`, { status: 'decommissioned' });
    await world.tick('2029-01-03T12:00:00.000Z');
    expect(await world.dates(closed)).to.deep.equal([
      '2029-01-01 open',
      '2029-01-02 skipped closed_day',
      '2029-01-03 open',
      '2029-01-04 scheduled',
    ]);
    expect(await world.dates(seasonal)).to.deep.equal([
      '2029-01-01 open',
      '2029-01-02 open',
      '2029-01-03 skipped out_of_season',
      '2029-01-04 scheduled',
    ]);
    expect((await world.dates(lost))[0]).to.equal(`${inDays(1)} skipped decommissioned`);
    const moving = await world.plan({ starts_on: '2029-02-05', frequency: 'week', on_closed_day: 'after' });
    const off = await world.send('POST', '/closures', { day: '2029-02-05', name: 'Snow' }, 201);
    expect((await world.read(moving)).next_due_at).to.equal('2029-02-06T08:00:00.000Z');
    await world.send('DELETE', `/closures/${off.id}`, undefined, 204);
    await world.send('DELETE', `/closures/${id}`, undefined, 204);
    expect((await world.read(moving)).next_due_at).to.equal('2029-02-05T08:00:00.000Z');
  });

  it('catch up on what passed before they were made and while they were inactive, as they say', async () => {
    const starts_on = inDays(-21);
    const week = { starts_on, frequency: 'week', when_open: 'stack', lead_days: 0 };
    const reasons = async (plan: { id: number }) =>
      (await world.occurrences(plan)).map(({ status, skip_reason }) =>
        status === 'missed' ? 'open' : (skip_reason ?? status),
      );
    const passed = Date.now() % day > 8.1 * 3_600_000 ? 4 : 3;
    const paused = (count: number) => Array.from({ length: count }, () => 'paused');
    const next = await world.plan({ ...week, catch_up: 'next' });
    expect(await reasons(next)).to.deep.equal([...paused(passed), 'scheduled']);
    const last = await world.plan({ ...week, catch_up: 'last' });
    expect(await reasons(last)).to.deep.equal([...paused(passed - 1), 'open', 'scheduled']);
    const all = await world.plan({ ...week, catch_up: 'all' });
    expect(await reasons(all)).to.deep.equal(['scheduled']);
    await world.tick(new Date().toISOString());
    expect(await reasons(all)).to.deep.equal([...Array.from({ length: passed }, () => 'open'), 'scheduled']);
    await world.send('PATCH', `/maintenance-plans/${next.id}`, { active: false });
    expect(await reasons(next)).to.deep.equal(paused(passed));
    expect((await world.read(next)).next_due_at).to.equal(null);
    await world.send('PATCH', `/maintenance-plans/${next.id}`, { active: true });
    expect(await reasons(next)).to.deep.equal([...paused(passed), 'scheduled']);
  });

  it('follow a change of their rule and of the time zone', async () => {
    const plan = await world.plan({ starts_on: '2027-07-05', frequency: 'week', lead_days: 0 });
    await world.send('PATCH', `/maintenance-plans/${plan.id}`, {
      weekdays: ['wed', 'mon'],
      due_time: '09:30',
    });
    expect(await world.dates(plan)).to.deep.equal(['2027-07-05 scheduled']);
    expect((await world.read(plan)).weekdays).to.deep.equal(['mon', 'wed']);
    await world.send('PATCH', `/maintenance-plans/${plan.id}`, { weekdays: ['wed'] });
    expect(await world.dates(plan)).to.deep.equal(['2027-07-07 scheduled']);
    const [only] = await world.occurrences(plan);
    expect(only).to.include({ due_at: '2027-07-07T08:30:00.000Z', sequence: 1 });
    const ahead = await world.plan({
      starts_on: inDays(30),
      frequency: 'day',
      lead_days: 0,
      when_open: 'stack',
    });
    await world.send('POST', `/maintenance-plans/${ahead.id}/generate`, { until: inDays(32) });
    const [touched] = await world.occurrences(ahead);
    await world.send('PATCH', `/maintenances/${touched?.maintenance_id}`, { reason: 'Looked at.' });
    await world.send('PATCH', `/maintenance-plans/${ahead.id}`, { due_time: '10:00' });
    expect(
      (await world.occurrences(ahead)).map(({ status, skip_reason }) => skip_reason ?? status),
    ).to.deep.equal(['open', 'overtaken', 'overtaken', 'scheduled']);
    const admin = await service.signedIn('admin@demo.test');
    const { site_id } = plan;
    const moved = await admin.send('PATCH', `/sites/${site_id}`, { timezone: 'America/New_York' });
    expect(moved.status, moved.text).to.equal(200);
    expect((await world.occurrences(plan))[0]).to.include({
      due_at: '2027-07-07T13:30:00.000Z',
      original_due_at: '2027-07-07T13:30:00.000Z',
    });
    expect((await world.occurrences(ahead))[0]?.due_at).to.equal(touched?.due_at);
    await admin.send('PATCH', `/sites/${site_id}`, { timezone: 'Europe/London' });
    const refused = await admin.post(`/maintenance-plans/${plan.id}/generate`, {});
    expect(refused.status, refused.text).to.equal(403);
  });

  it('tell what is to come, and how much was done on time', async () => {
    const plan = await world.plan({
      starts_on: '2027-01-31',
      ends_on: '2027-06-01',
      season_from: '01-01',
      season_until: '04-30',
    });
    const dates = [
      ['2027-01-31', null],
      ['2027-02-28', null],
      ['2027-03-31', null],
      ['2027-04-30', null],
      ['2027-05-31', 'out_of_season'],
    ];
    const shown = (rows: { due_at: string; skip_reason: string | null }[]) =>
      rows.map(({ due_at, skip_reason }) => [due_at.slice(0, 10), skip_reason]);
    const told = await world.send('GET', `/maintenance-plans/${plan.id}/forecast?until=2028-01-01`);
    expect(shown(told)).to.deep.equal(dates);
    const { material_id } = plan;
    const body = {
      name: 'Not saved',
      material_id,
      frequency: 'day',
      every: 2,
      starts_on: '2027-03-01',
      max_occurrences: 2,
    };
    const unsaved = await world.send('POST', '/maintenance-plans/forecast?until=2027-12-31', body);
    expect(shown(unsaved)).to.deep.equal([
      ['2027-03-01', null],
      ['2027-03-03', null],
    ]);
    await world.send('GET', `/maintenance-plans/${plan.id}/forecast?until=2040-01-01`, undefined, 422);
    // A year ahead where nothing is said.
    const ahead = await world.send('GET', `/maintenance-plans/${plan.id}/forecast`);
    expect(shown(ahead)).not.to.have.lengthOf(0);

    const material = await world.newMaterial();
    const past = await world.plan({
      material_id: material,
      starts_on: inDays(-20),
      frequency: 'week',
      catch_up: 'all',
      when_open: 'stack',
    });
    await world.tick(new Date().toISOString());
    const [one] = await world.occurrences(past);
    await complete(one?.maintenance_id, one?.due_at ?? '');
    const from = `from=${inDays(-30)}&until=${inDays(0)}&material_id=${material}`;
    expect(await world.send('GET', `/maintenance-plans/compliance?${from}`)).to.deep.equal({
      ...{ due: 3, on_time: 1, early: 0, late: 0, missed: 2, excused: 0, pending: 0 },
      ...{ compliance: 1 / 3, compliance_as_agreed: 1 / 3 },
    });
    const made = await world.send(
      'POST',
      `/maintenance-plans/${plan.id}/duplicate`,
      { material_ids: [material, material_id] },
      201,
    );
    expect(made.map((row: { material_id: number }) => row.material_id)).to.deep.equal([
      material,
      material_id,
    ]);
    expect(made[0]).to.include({ next_due_at: plan.next_due_at, rrule: plan.rrule });
    await world.send('POST', `/maintenance-plans/${plan.id}/duplicate`, { material_ids: [999_999] }, 422);
    await world.send('DELETE', `/maintenance-plans/${made[0].id}`, undefined, 204);
  });
});
