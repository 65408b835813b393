/** Floating plans: the next date is counted from when the work was done, and there is always one. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const monthly = { schedule: 'floating', frequency: 'month', starts_on: '2027-01-31', lead_days: 5 } as const;

describe('a floating plan', () => {
  const plant = openPlant('Europe/Paris');
  let trade = 0;
  before(async () => {
    trade = (await plant.send('POST', '/trades', { name: 'Fitters', hourly_rate: 40 }, 201)).id;
  });
  beforeEach(() => setClock('2027-01-01T12:00:00Z'));

  /** A plan whose first date is open. */
  const opened = async (body: object = {}) => {
    const plan = await plant.plan({ ...monthly, ...body });
    await plant.come('2027-01-30T12:00:00Z');
    expect(await plant.moments(plan)).to.deep.equal(['2027-01-31 07:00 open']);
    expect(await plant.read(plan)).to.include({ rrule: null, next_due_at: null, next_generation_at: null });
    return plan;
  };
  /** The last date as it stands now; never are two of them scheduled. */
  const latest = async (plan: { id: number }) => {
    const moments = await plant.moments(plan);
    const scheduled = moments.filter((one) => one.includes('scheduled'));
    expect(scheduled.length).to.be.below(2);
    return moments.at(-1);
  };

  for (const [what, at, next] of [
    ['on its day', '2027-01-31T10:00:00Z', '2027-02-28 07:00'],
    ['on the day that the site has already', '2027-02-09T23:30:00Z', '2027-03-10 07:00'],
  ] as const) {
    it(`goes on from the day of the site on which it was done: ${what}`, async () => {
      const plan = await opened();
      setClock('2028-02-01T12:00:00Z');
      await plant.complete(plan, 1, at);
      expect(await latest(plan)).to.equal(`${next} scheduled`);
      const shown = await plant.read(plan);
      expect(shown.next_due_at.slice(0, 16).replace('T', ' ')).to.equal(next);
      expect(shown.last_completed_at).to.equal(new Date(at).toISOString());
    });
  }

  it('has one date open however late it is, and none beside it', async () => {
    const plan = await opened();
    await plant.come('2027-12-24T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['missed']);
    const answer = await plant.send('POST', `/maintenance-plans/${plan.id}/generate`, {
      until: '2028-06-01',
    });
    expect(answer).to.deep.equal({ generated: 0, skipped: 0 });
  });

  const ways = [
    [
      'skipped',
      async (plan: { id: number }) => {
        const { id } = await plant.occurrence(plan, 1);
        await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Not now.' });
      },
      'manual',
    ],
    ['canceled', (plan: { id: number }) => plant.changeOrder(plan, 1, { status: 'canceled' }), 'canceled'],
    [
      'deleted',
      async (plan: { id: number }) => {
        const { maintenance_id } = await plant.occurrence(plan, 1);
        await plant.send('DELETE', `/maintenances/${maintenance_id}`, undefined, 204);
      },
      'manual',
    ],
  ] as const;
  for (const [what, end, reason] of ways) {
    it(`goes on from the day on which it was due where that was ${what}`, async () => {
      const plan = await opened();
      setClock('2027-02-20T12:00:00Z');
      await end(plan);
      expect(await plant.states(plan)).to.deep.equal([reason, 'scheduled']);
      expect(await latest(plan)).to.equal('2027-02-28 07:00 scheduled');
    });
  }

  it('goes on from the day to which it was postponed where that was not done', async () => {
    const plan = await opened();
    const { id } = await plant.occurrence(plan, 1);
    const due_at = '2027-02-10T09:00:00.000Z';
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'Parts.' });
    await plant.changeOrder(plan, 1, { status: 'canceled' });
    expect(await latest(plan)).to.equal('2027-03-10 07:00 scheduled');
  });

  it('is moved by completing again, and by another time of completion', async () => {
    const plan = await opened();
    setClock('2027-02-20T12:00:00Z');
    await plant.complete(plan, 1, '2027-02-01T10:00:00Z');
    expect(await latest(plan)).to.equal('2027-03-01 07:00 scheduled');
    await plant.changeOrder(plan, 1, { resolved_at: '2027-02-10T10:00:00Z' });
    expect(await latest(plan)).to.equal('2027-03-10 07:00 scheduled');
    await plant.changeOrder(plan, 1, { status: 'in_progress' });
    expect(await plant.states(plan)).to.deep.equal(['missed']);
    expect((await plant.read(plan)).next_due_at).to.equal(null);
    await plant.changeOrder(plan, 1, { status: 'completed', resolved_at: '2027-02-15T10:00:00Z' });
    expect(await latest(plan)).to.equal('2027-03-15 07:00 scheduled');
    expect((await plant.occurrences(plan)).map(({ sequence }) => sequence)).to.deep.equal([1, 2]);
  });

  it('takes the next one back where that is open and untouched', async () => {
    const plan = await opened();
    await plant.complete(plan, 1, '2027-01-30T10:00:00Z');
    await plant.come('2027-02-26T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['done', 'open']);
    const { id } = await plant.order(plan, 2);
    await plant.changeOrder(plan, 1, { status: 'in_progress' });
    expect(await plant.states(plan)).to.deep.equal(['missed']);
    await plant.send('GET', `/maintenances/${id}`, undefined, 404);
    await plant.changeOrder(plan, 1, { status: 'completed', resolved_at: '2027-02-10T10:00:00Z' });
    expect(await latest(plan)).to.equal('2027-03-10 07:00 scheduled');
  });

  it('leaves the next one if a person has touched it', async () => {
    const plan = await opened();
    await plant.complete(plan, 1, '2027-01-30T10:00:00Z');
    await plant.come('2027-02-26T12:00:00Z');
    await plant.changeOrder(plan, 2, { reason: 'Looked at.' });
    await plant.changeOrder(plan, 1, { status: 'in_progress' });
    expect(await plant.states(plan)).to.deep.equal(['missed', 'open']);
    await plant.changeOrder(plan, 1, { status: 'completed', resolved_at: '2027-02-10T10:00:00Z' });
    expect(await plant.states(plan)).to.deep.equal(['done', 'open']);
    await plant.complete(plan, 2, '2027-02-26T10:00:00Z');
    expect(await latest(plan)).to.equal('2027-03-26 07:00 scheduled');
  });

  for (const [what, touch] of [
    [
      'booked labour',
      (id: number) =>
        plant.send('POST', '/labour-entries', { maintenance_id: id, trade_id: trade, minutes: 5 }, 201),
    ],
    ['commented', (id: number) => plant.send('POST', `/maintenances/${id}/comments`, { body: 'Soon.' }, 201)],
    [
      'answered a step and taken it back',
      async (id: number) => {
        const where = { id };
        await plant.service.database.knex('maintenances').where(where).update({ status: 'in_progress' });
        const [step] = await plant.send('GET', `/maintenance-steps?maintenance_id=${id}`);
        for (const passed of [true, null])
          await plant.send('PATCH', `/maintenance-steps/${step.id}`, { passed });
        await plant.service.database.knex('maintenances').where(where).update({ status: 'planned' });
      },
    ],
  ] as const) {
    it(`leaves the next one if a person has ${what}, though it is planned as before`, async () => {
      const name = `Procedure: ${what}`;
      const steps = [{ title: 'Oil', kind: 'check' }];
      const { id: procedure_id } = await plant.send('POST', '/procedures', { name, steps }, 201);
      const plan = await opened({ procedure_id });
      await plant.changeOrder(plan, 1, { procedure_id: null });
      await plant.complete(plan, 1, '2027-01-30T10:00:00Z');
      await plant.come('2027-02-26T12:00:00Z');
      const { id, procedure_id: taken, step_count } = await plant.order(plan, 2);
      expect([taken, step_count]).to.deep.equal([procedure_id, 1]);
      await plant.send('PATCH', `/procedures/${procedure_id}`, { active: false });
      await touch(id);
      await plant.changeOrder(plan, 1, { status: 'in_progress' });
      expect(await plant.states(plan)).to.deep.equal(['missed', 'open']);
      await plant.change(plan, { every: 2 });
      expect((await plant.order(plan, 2)).status).to.equal('planned');
    });
  }

  it('goes on from the latest of its dates, whichever is changed last', async () => {
    const plan = await opened();
    await plant.complete(plan, 1, '2027-01-30T10:00:00Z');
    await plant.come('2027-02-26T12:00:00Z');
    await plant.complete(plan, 2, '2027-02-26T10:00:00Z');
    await plant.changeOrder(plan, 1, { resolved_at: '2027-02-20T10:00:00Z' });
    expect(await latest(plan)).to.equal('2027-03-26 07:00 scheduled');
    const { maintenance_id } = await plant.occurrence(plan, 1);
    await plant.send('DELETE', `/maintenances/${maintenance_id}`, undefined, 204);
    expect(await latest(plan)).to.equal('2027-03-26 07:00 scheduled');
  });

  it('passes over what its season and what closed days take, and never stops', async () => {
    const season = { season_from: '04-01', season_until: '09-30' };
    const seasonal = await plant.plan({ ...monthly, ...season });
    const material_id = await plant.newMaterial();
    const lost = await plant.plan({ ...monthly, material_id });
    await plant.decommission(material_id);
    await plant.come('2027-04-25T12:00:00Z');
    expect(await plant.moments(seasonal)).to.deep.equal([
      '2027-01-31 07:00 skipped out_of_season',
      '2027-02-28 07:00 skipped out_of_season',
      '2027-03-28 06:00 skipped out_of_season',
      '2027-04-28 06:00 open',
    ]);
    expect(await plant.states(lost)).to.deep.equal([
      ...['decommissioned', 'decommissioned', 'decommissioned', 'decommissioned', 'scheduled'],
    ]);
  });

  it('ends with its last day, and with the number of its dates', async () => {
    const until = await opened({ ends_on: '2027-02-27' });
    await plant.complete(until, 1, '2027-01-28T10:00:00Z');
    expect(await plant.states(until)).to.deep.equal(['done']);
    await plant.changeOrder(until, 1, { resolved_at: '2027-01-27T11:00:00Z', started_at: null });
    expect(await latest(until)).to.equal('2027-02-27 07:00 scheduled');
    setClock('2027-01-01T12:00:00Z');
    const counted = await opened({ max_occurrences: 1 });
    await plant.complete(counted, 1, '2027-01-30T10:00:00Z');
    expect(await plant.states(counted)).to.deep.equal(['done']);
    expect((await plant.read(counted)).next_due_at).to.equal(null);
  });

  it('has nothing scheduled while it is inactive, and goes on once it is active', async () => {
    const plan = await opened();
    await plant.change(plan, { active: false });
    await plant.complete(plan, 1, '2027-01-30T10:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['done']);
    expect((await plant.change(plan, { active: true })).next_due_at).to.equal('2027-02-28T07:00:00.000Z');
    await plant.come('2027-02-27T12:00:00Z');
    await plant.change(plan, { active: false });
    expect((await plant.change(plan, { active: true })).next_due_at).to.equal(null);
    expect(await plant.states(plan)).to.deep.equal(['done', 'open']);
  });
});
