/** Changes of a plan, of closed days and of the time zone: what is scheduled follows, what is recorded stays. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const weekly = { frequency: 'week', starts_on: '2027-03-01', lead_days: 0, when_open: 'stack' } as const;

describe('a change', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  const generate = (plan: { id: number }, until: string) =>
    plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until });

  const changes: readonly [what: string, body: Readonly<Record<string, unknown>>, next: string][] = [
    ['its time', { due_time: '10:15' }, '2027-03-01 09:15'],
    ['its weekdays', { weekdays: ['fri', 'wed'] }, '2027-03-03 07:00'],
    ['its season', { season_from: '04-01', season_until: '04-30' }, '2027-03-01 07:00'],
  ];
  for (const [what, body, next] of changes) {
    it(`of ${what} moves what is scheduled`, async () => {
      const plan = await plant.plan(weekly);
      const changed = await plant.change(plan, body);
      expect(await plant.moments(plan)).to.deep.equal([`${next} scheduled`]);
      const [only] = await plant.occurrences(plan);
      expect(only).to.include({ sequence: 1, original_due_at: changed.next_due_at });
      expect(changed.next_generation_at).to.equal(changed.next_due_at);
    });
  }

  it('of the lead, the tolerance and what counts as open reaches what is scheduled', async () => {
    const plan = await plant.plan(weekly);
    const changed = await plant.change(plan, { lead_days: 3, tolerance_days: 2 });
    expect(changed.next_generation_at).to.equal('2027-02-26T07:00:00.000Z');
    expect(await plant.occurrence(plan, 1)).to.include({
      ...{ window_from: '2027-02-27T07:00:00.000Z', window_until: '2027-03-03T07:00:00.000Z' },
    });
    await plant.come('2027-03-02T12:00:00Z');
    await plant.change(plan, { lead_days: 0, when_open: 'skip' });
    await plant.come('2027-03-08T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['missed', 'previous_open', 'scheduled']);
    await plant.change(plan, { tolerance_days: 30 });
    expect((await plant.occurrence(plan, 1)).status, 'what is recorded stays').to.equal('missed');
  });

  it('goes on after the last recorded date, and with the next number', async () => {
    const plan = await plant.plan({ ...weekly, lead_days: 7 });
    await plant.come('2027-03-09T12:00:00Z');
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 07:00 missed', '2027-03-08 07:00 missed', '2027-03-15 07:00 open'],
      '2027-03-22 07:00 scheduled',
    ]);
    await plant.change(plan, { frequency: 'day', every: 2 });
    expect((await plant.moments(plan)).slice(2)).to.deep.equal([
      ...['2027-03-15 07:00 open', '2027-03-17 07:00 scheduled'],
    ]);
    await plant.come('2027-03-10T12:00:00Z');
    expect((await plant.occurrences(plan)).map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('comes after what was due by then: that follows the plan as it was', async () => {
    const plan = await plant.plan(weekly);
    setClock('2027-03-09T12:00:00Z');
    await plant.change(plan, { weekdays: ['wed'] });
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 07:00 missed', '2027-03-08 07:00 missed', '2027-03-10 07:00 scheduled'],
    ]);
  });

  it('of nothing that counts leaves what is scheduled as it is, also where it was postponed', async () => {
    const plan = await plant.plan(weekly);
    const { id } = await plant.occurrence(plan, 1);
    const due_at = '2027-03-04T09:00:00.000Z';
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'Later.' });
    await plant.change(plan, { name: 'Named anew', priority: 'urgent' });
    await plant.change(plan, { tolerance_days: 1, lead_days: 2 });
    await plant.change(plan, { ends_on: '2028-01-01' });
    expect(await plant.occurrence(plan, 1)).to.include({
      ...{ id, due_at, original_due_at: '2027-03-01T07:00:00.000Z', note: 'Later.' },
      ...{ window_from: '2027-03-03T09:00:00.000Z', window_until: '2027-03-05T09:00:00.000Z' },
    });
    expect((await plant.read(plan)).next_due_at).to.equal(due_at);
  });

  it('overtakes what was generated ahead, is untouched and is no date any more', async () => {
    const plan = await plant.plan(weekly);
    await generate(plan, '2027-03-22');
    await plant.change(plan, { every: 2 });
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 07:00 open', '2027-03-08 07:00 skipped overtaken', '2027-03-15 07:00 open'],
      ...['2027-03-22 07:00 skipped overtaken', '2027-03-29 06:00 scheduled'],
    ]);
    expect((await plant.order(plan, 2)).status).to.equal('canceled');
    expect((await plant.order(plan, 3)).status).to.equal('planned');
  });

  it('that ends a plan overtakes the dates after the end', async () => {
    const plan = await plant.plan(weekly);
    await generate(plan, '2027-03-15');
    await plant.change(plan, { ends_on: '2027-03-08' });
    expect(await plant.states(plan)).to.deep.equal(['open', 'open', 'overtaken']);
    expect((await plant.read(plan)).next_due_at).to.equal(null);
  });

  const touches: readonly [what: string, touch: (id: number) => Promise<unknown>][] = [
    ['was started', (id) => patch(id, { status: 'in_progress', operator_ids: [plant.operator] })],
    ['was described', (id) => patch(id, { description: 'With care.' })],
    ['was given to somebody', (id) => patch(id, { operator_ids: [plant.operator] })],
    ['was scheduled anew', (id) => patch(id, { scheduled_at: '2027-03-07T12:00:00Z' })],
    ['has an incident', (id) => incident(id)],
    ['took parts', (id) => withdraw(id)],
    ['was postponed', (id) => postpone(id)],
  ];
  const patch = (id: number, body: object) => plant.send('PATCH', `/maintenances/${id}`, body);
  const incident = (maintenance_id: number) =>
    plant.send('POST', '/incidents', { name: 'Leak', material_id: plant.material, maintenance_id }, 201);
  const withdraw = async (maintenance_id: number) => {
    const { id: item_id } = await plant.send('POST', '/items', { name: plant.name() }, 201);
    await plant.send('POST', '/item-movements', { item_id, type: 'entry', quantity: 1, unit_price: 1 }, 201);
    await plant.send('POST', '/item-movements', { item_id, type: 'exit', quantity: 1, maintenance_id }, 201);
  };
  const postpone = async (maintenance_id: number) => {
    const all = await plant.send('GET', '/plan-occurrences?status=open&per_page=100');
    const { id } = all.find((one: { maintenance_id: number }) => one.maintenance_id === maintenance_id);
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, {
      due_at: '2027-03-09T07:00:00Z',
      note: 'x',
    });
  };
  for (const [what, touch] of touches) {
    it(`leaves what was generated ahead and ${what}`, async () => {
      const plan = await plant.plan(weekly);
      await generate(plan, '2027-03-15');
      const { maintenance_id } = await plant.occurrence(plan, 2);
      await touch(maintenance_id ?? 0);
      await plant.change(plan, { every: 2, starts_on: '2027-03-01' });
      expect(await plant.states(plan)).to.deep.equal(['open', 'open', 'open', 'scheduled']);
    });
  }

  it('of the time makes no second order of a day on which one is under way', async () => {
    const plan = await plant.plan(weekly);
    await generate(plan, '2027-03-08');
    await plant.changeOrder(plan, 1, { reason: 'Looked at.' });
    await plant.change(plan, { due_time: '10:00' });
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 07:00 open', '2027-03-08 07:00 skipped overtaken', '2027-03-08 09:00 scheduled'],
    ]);
  });

  it('made while a plan is inactive is followed once it is active', async () => {
    const plan = await plant.plan(weekly);
    await generate(plan, '2027-03-15');
    await plant.change(plan, { active: false });
    await plant.change(plan, { every: 2 });
    expect(await plant.states(plan), 'open ones are left alone').to.deep.equal(['open', 'open', 'open']);
    await plant.change(plan, { active: true });
    expect(await plant.states(plan)).to.deep.equal(['open', 'overtaken', 'open', 'scheduled']);
  });

  it('to a floating plan overtakes all that was generated ahead', async () => {
    const plan = await plant.plan(weekly);
    await generate(plan, '2027-03-15');
    await plant.change(plan, { schedule: 'floating' });
    expect(await plant.states(plan)).to.deep.equal(['open', 'overtaken', 'overtaken']);
    await plant.complete(plan, 1, '2027-02-01T11:00:00Z');
    expect((await plant.moments(plan)).at(-1)).to.equal('2027-02-08 07:00 scheduled');
  });

  it('from a floating plan goes on by the calendar', async () => {
    const plan = await plant.plan({ ...weekly, schedule: 'floating' });
    await plant.come('2027-03-01T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T10:00:00Z');
    const changed = await plant.change(plan, { schedule: 'fixed', weekdays: ['wed'] });
    expect(changed.rrule).to.equal('RRULE:FREQ=WEEKLY;BYDAY=WE');
    expect(await plant.moments(plan)).to.deep.equal(['2027-03-01 07:00 done', '2027-03-03 07:00 scheduled']);
  });
});
