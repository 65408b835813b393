/** Generation by hand: what is due, and ahead, of one plan or of all of a site; who may do it, and who is the author. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const weekly = { frequency: 'week', starts_on: '2027-03-01', lead_days: 3 } as const;
const nobody = { generated: 0, skipped: 0 };

describe('generation by hand', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  const generate = (plan: { id: number } | null, body: object = {}, status = 200) =>
    plant.send('POST', `/maintenance-plans${plan ? `/${plan.id}` : ''}/generate`, body, status);

  it('records what is due, and nothing where nothing is', async () => {
    const plan = await plant.plan(weekly);
    expect(await generate(plan)).to.deep.equal(nobody);
    setClock('2027-02-26T07:00:00Z');
    expect(await generate(plan, { until: null })).to.deep.equal({ generated: 1, skipped: 0 });
    expect(await generate(plan)).to.deep.equal(nobody);
    setClock('2027-03-05T07:00:00Z');
    expect(await generate(plan)).to.deep.equal({ generated: 0, skipped: 1 });
    expect(await plant.states(plan)).to.deep.equal(['missed', 'previous_open', 'scheduled']);
  });

  it('goes ahead to the end of a day of the site', async () => {
    const plan = await plant.plan({ ...weekly, frequency: 'day', due_time: '23:59', when_open: 'stack' });
    expect(await generate(plan, { until: '2027-02-28' })).to.deep.equal(nobody);
    expect(await generate(plan, { until: '2027-03-02' })).to.deep.equal({ generated: 2, skipped: 0 });
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 22:59 open', '2027-03-02 22:59 open', '2027-03-03 22:59 scheduled'],
    ]);
    expect(await generate(plan, { until: '2027-03-02' })).to.deep.equal(nobody);
  });

  it('decides a date ahead as if its moment had come, with what holds now', async () => {
    const material_id = await plant.newMaterial();
    const plan = await plant.plan({ ...weekly, material_id });
    expect(await generate(plan, { until: '2027-03-15' })).to.deep.equal({ generated: 1, skipped: 2 });
    expect(await plant.states(plan)).to.deep.equal(['open', 'previous_open', 'previous_open', 'scheduled']);
    await plant.complete(plan, 1, '2027-02-01T11:00:00Z');
    expect(await generate(plan, { until: '2027-03-22' })).to.deep.equal({ generated: 1, skipped: 0 });
    await plant.send('PATCH', `/materials/${material_id}`, { status: 'decommissioned' });
    expect(await generate(plan, { until: '2027-03-29' })).to.deep.equal({ generated: 0, skipped: 1 });
    await plant.send('PATCH', `/materials/${material_id}`, { status: 'standby' });
    await plant.come('2027-04-02T12:00:00Z');
    expect(await plant.states(plan), 'what is recorded stays').to.deep.equal([
      ...['done', 'previous_open', 'previous_open', 'missed', 'decommissioned', 'previous_open', 'scheduled'],
    ]);
  });

  it('goes 366 days ahead at most, by the day of the site', async () => {
    setClock('2027-02-01T23:30:00Z');
    const plan = await plant.plan({ ...weekly, frequency: 'year' });
    expect(await generate(plan, { until: '2028-02-03' })).to.deep.equal({ generated: 1, skipped: 0 });
    for (const [body, field] of [
      [{ until: '2028-02-04' }, 'until'],
      [{ until: '2027-13-01' }, 'until'],
      [{ until: 20270301 }, 'until'],
      [{ from: '2027-03-01' }, 'from'],
    ] as const)
      for (const one of [plan, null]) {
        const path = `/maintenance-plans${one ? `/${one.id}` : ''}/generate`;
        const reply = await plant.manager.post(path, body);
        expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([422, [field]]);
      }
  });

  it('does all active plans of the site together', async () => {
    const plans = [await plant.plan(weekly), await plant.plan({ ...weekly, when_open: 'stack' })];
    const idle = await plant.plan({ ...weekly, active: false });
    expect(await generate(null)).to.deep.equal(nobody);
    expect(await generate(null, { until: '2027-03-08' })).to.deep.equal({ generated: 3, skipped: 1 });
    expect(await Promise.all([...plans, idle].map((plan) => plant.states(plan)))).to.deep.equal([
      ['open', 'previous_open', 'scheduled'],
      ['open', 'open', 'scheduled'],
      [],
    ]);
    expect(await generate(idle, { until: '2027-03-08' })).to.deep.equal(nobody);
  });

  it('refuses more dates than a request may record before it records any', async () => {
    const { knex } = plant.service.database;
    const daily = { frequency: 'day', starts_on: '2027-02-02', when_open: 'stack', lead_days: 0 };
    for (let count = 0; count < 3; count += 1) await plant.plan(daily);
    const old = await plant.plan({ ...daily, starts_on: '1970-01-01', catch_up: 'all' });
    const floating = await plant.plan({ frequency: 'day', schedule: 'floating', starts_on: '2027-02-02' });
    let inserts = 0;
    const listen = ({ sql }: { sql: string }) => {
      if (/^insert into .(?:maintenances|plan_occurrences)/.test(sql)) inserts += 1;
    };
    knex.on('query', listen);
    try {
      for (const [one, until] of [
        [null, '2028-02-01'],
        [old, '2027-02-02'],
      ] as const) {
        const path = `/maintenance-plans${one ? `/${one.id}` : ''}/generate`;
        const reply = await plant.manager.post(path, { until });
        expect([reply.status, Object.keys(reply.body.errors), inserts], path).to.deep.equal([
          422,
          ['until'],
          0,
        ]);
      }
    } finally {
      knex.removeListener('query', listen);
    }
    await plant.change(old, { active: false });
    expect(await generate(null, { until: '2027-12-29' })).to.deep.equal({ generated: 994, skipped: 0 });
    expect(await generate(null, { until: '2028-02-01' }), 'without those that are recorded').to.deep.equal({
      ...{ generated: 102, skipped: 0 },
    });
    expect(await plant.states(floating)).to.deep.equal(['open']);
  });

  it('has the user as the author of what it makes; the task has no author', async () => {
    const plan = await plant.plan({ ...weekly, when_open: 'stack' });
    const { id } = (await plant.manager.get('/user')).body.data;
    await generate(plan, { until: '2027-03-01' });
    await plant.come('2027-03-05T12:00:00Z');
    const authors = [];
    for (const sequence of [1, 2]) authors.push((await plant.order(plan, sequence)).created_by_id);
    expect(authors).to.deep.equal([id, null]);
    const found = await plant.send(
      'GET',
      `/plan-occurrences?maintenance_plan_id=${plan.id}&created_by_id=null`,
    );
    expect(found.map(({ sequence }: { sequence: number }) => sequence)).to.deep.equal([3]);
    const { id: order } = await plant.order(plan, 2);
    const [entry] = await plant.send('GET', `/activities?resource=maintenance&record_id=${order}`);
    expect(entry).to.include({ action: 'create', user_id: null });
  });

  it('does the headquarters’ own plans from there, and no plant’s', async () => {
    const plan = await plant.plan(weekly);
    const { admin } = plant.people;
    const { id: zone_id } = (await admin.post('/zones', { name: plant.name() })).body.data;
    const { id: material_id } = (await admin.post('/materials', { name: plant.name(), zone_id })).body.data;
    const made = await admin.post('/maintenance-plans', { name: plant.name(), material_id, ...weekly });
    expect(made.status, made.text).to.equal(201);
    const until = '2027-03-01';
    const all = await admin.post('/maintenance-plans/generate', { until });
    expect(all.body.data).to.deep.equal({ generated: 1, skipped: 0 });
    const theirs = await admin.post(`/maintenance-plans/${plan.id}/generate`, { until });
    expect([theirs.status, theirs.body.code]).to.deep.equal([403, 'forbidden']);
    expect(await plant.states(plan)).to.deep.equal(['scheduled']);
    await plant.send('POST', `/maintenance-plans/${made.body.data.id}/generate`, { until }, 404);
  });
});
