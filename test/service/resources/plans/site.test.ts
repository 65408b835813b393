/** Closed days and the clocks of a site: where they put dates, and what a change of them does to what is there. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { Plant } from './plant.ts';

const daily = { frequency: 'day', starts_on: '2027-03-05', lead_days: 0, when_open: 'stack' } as const;

describe('the days and clocks of a site', () => {
  let plant: Plant;
  let rows: string[];
  before(async () => {
    plant = await Plant.open('Europe/Paris');
  });
  beforeEach(() => {
    rows = [];
    setClock('2027-02-01T12:00:00Z');
  });
  afterEach(async () => {
    for (const path of rows) await plant.send('DELETE', path, undefined, 204);
    await move('Europe/Paris');
    await plant.rest();
  });
  after(() => plant?.close());

  const make = async (path: string, body: object): Promise<string> => {
    const { id } = await plant.send('POST', path, body, 201);
    rows.push(`${path}/${id}`);
    return `${path}/${id}`;
  };
  const close = (day: string) => make('/closures', { day, name: 'Off' });
  const open = async (...weekdays: string[]) => {
    for (const weekday of weekdays) await make('/working-hours', { weekday, from: '08:00', until: '16:00' });
  };
  const workweek = ['mon', 'tue', 'wed', 'thu', 'fri'];
  const remove = async (path: string) => {
    await plant.send('DELETE', path, undefined, 204);
    rows = rows.filter((one) => one !== path);
  };
  const move = async (timezone: string) => {
    const reply = await plant.people.admin.patch(`/sites/${plant.site}`, { timezone });
    expect(reply.status, reply.text).to.equal(200);
  };
  const generate = (plan: { id: number }, until: string) =>
    plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until });

  const policies: readonly [policy: string, dates: readonly string[]][] = [
    ['before', ['03-05 open', '03-05 open', '03-05 open', '03-08 open', '03-09 scheduled']],
    ['skip', ['03-05 open', '03-06 closed_day', '03-07 closed_day', '03-08 open', '03-09 scheduled']],
  ];
  for (const [on_closed_day, dates] of policies) {
    it(`put what falls on a weekend where the plan says: ${on_closed_day}`, async () => {
      await open(...workweek);
      const plan = await plant.plan({ ...daily, on_closed_day });
      await plant.come('2027-03-08T07:00:00Z');
      const told = (await plant.occurrences(plan)).map(
        ({ due_at, original_due_at, status, skip_reason }) =>
          `${due_at.slice(5, 10)} ${skip_reason ?? status.replace('missed', 'open')}${due_at === original_due_at ? '' : ' moved'}`,
      );
      expect(told).to.deep.equal(dates);
      expect(await plant.forecast(plan, '2027-03-09')).to.deep.equal(['2027-03-09 07:00']);
    });
  }

  it('leave several dates of one day several, also where one of them is skipped by hand', async () => {
    await open(...workweek);
    const plan = await plant.plan({ ...daily, starts_on: '2027-03-06', on_closed_day: 'after' });
    const { id } = await plant.occurrence(plan, 1);
    await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Not that one.' });
    await plant.come('2027-03-09T12:00:00Z');
    expect((await plant.moments(plan)).map((one) => one.slice(5, 10))).to.deep.equal([
      ...['03-08', '03-08', '03-08', '03-09', '03-10'],
    ]);
  });

  it('change with hours and closures that come, move and go', async () => {
    const plan = await plant.plan({ ...daily, frequency: 'week', on_closed_day: 'after' });
    const kept = await plant.plan({ ...daily, frequency: 'week' });
    const next = async () => (await plant.read(plan)).next_due_at.slice(5, 10);
    const closure = await close('2027-03-05');
    expect(await next()).to.equal('03-06');
    const second = await close('2027-03-06');
    expect(await next()).to.equal('03-07');
    await plant.send('PATCH', closure, { day: '2027-03-04' });
    expect(await next()).to.equal('03-05');
    await open('mon');
    expect(await next()).to.equal('03-08');
    await remove(rows.at(-1) ?? '');
    await remove(closure);
    await remove(second);
    expect(await next()).to.equal('03-05');
    expect((await plant.read(kept)).next_due_at).to.equal('2027-03-05T07:00:00.000Z');
    expect((await plant.occurrences(plan)).map(({ sequence }) => sequence)).to.deep.equal([1]);
  });

  it('have no say in what came due before they changed', async () => {
    const plan = await plant.plan({ ...daily, on_closed_day: 'skip' });
    setClock('2027-03-06T12:00:00Z');
    await close('2027-03-05');
    await close('2027-03-07');
    expect(await plant.states(plan)).to.deep.equal(['missed', 'missed', 'scheduled']);
    await plant.come('2027-03-07T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['missed', 'missed', 'closed_day', 'scheduled']);
  });

  it('overtake what was generated ahead for a day that is closed now, and leave what is under way', async () => {
    const plan = await plant.plan({ ...daily, on_closed_day: 'after', frequency: 'week' });
    await generate(plan, '2027-03-19');
    await plant.changeOrder(plan, 2, { reason: 'Begun.' });
    await close('2027-03-05');
    await close('2027-03-12');
    expect(await plant.moments(plan)).to.deep.equal([
      '2027-03-05 07:00 skipped overtaken',
      ...['2027-03-12 07:00 open', '2027-03-19 07:00 open', '2027-03-06 07:00 scheduled'],
    ]);
    expect(await plant.forecast(plan, '2027-03-26')).to.deep.equal(['2027-03-06 07:00', '2027-03-26 07:00']);
    await plant.come('2027-03-26T12:00:00Z');
    expect((await plant.moments(plan)).slice(3)).to.deep.equal([
      ...['2027-03-06 07:00 missed', '2027-03-26 07:00 open', '2027-04-02 06:00 scheduled'],
    ]);
  });

  it('move what a floating plan has open ahead with them, and it goes on from what was done', async () => {
    const plan = await plant.plan({
      ...daily,
      schedule: 'floating',
      frequency: 'year',
      on_closed_day: 'after',
    });
    await generate(plan, '2027-03-05');
    await close('2027-03-05');
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-05 07:00 skipped overtaken', '2027-03-06 07:00 scheduled'],
    ]);
  });

  it('keep the wall clock of what is scheduled, and the instant of what is open', async () => {
    const plan = await plant.plan({ ...daily, ends_on: '2027-12-31' });
    await generate(plan, '2027-03-06');
    const untouched = await plant.moments(plan);
    await move('America/New_York');
    expect(await plant.moments(plan)).to.deep.equal([...untouched.slice(0, 2), '2027-03-07 13:00 scheduled']);
    const told = await plant.read(plan);
    expect(told.next_due_at).to.equal('2027-03-07T13:00:00.000Z');
    expect(told.rrule).to.equal('RRULE:FREQ=DAILY;UNTIL=20271231T130000Z');
    expect((await plant.occurrence(plan, 3)).original_due_at).to.equal(told.next_due_at);
  });

  it('make no second order of what is open where something else is changed later', async () => {
    const plan = await plant.plan({ ...daily, frequency: 'week' });
    await generate(plan, '2027-03-12');
    await move('America/New_York');
    await plant.change(plan, { lead_days: 1 });
    expect(await plant.states(plan)).to.deep.equal(['open', 'open', 'scheduled']);
    expect((await plant.read(plan)).next_due_at).to.equal('2027-03-19T12:00:00.000Z');
    const { id } = await plant.occurrence(plan, 3);
    await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Not then.' });
    expect((await plant.read(plan)).next_due_at).to.equal('2027-03-26T12:00:00.000Z');
  });

  it('keep the time of the plan where the clocks skipped it, not what they showed', async () => {
    const plan = await plant.plan({ ...daily, starts_on: '2027-03-28', due_time: '02:30' });
    expect(plan.next_due_at).to.equal('2027-03-28T01:30:00.000Z');
    await move('UTC');
    expect(await plant.moments(plan)).to.deep.equal(['2027-03-28 02:30 scheduled']);
    expect((await plant.read(plan)).next_due_at).to.equal('2027-03-28T02:30:00.000Z');
  });

  it('keep the wall clock of what was postponed, too', async () => {
    const plan = await plant.plan({ ...daily, tolerance_days: 1 });
    const { id } = await plant.occurrence(plan, 1);
    const due_at = '2027-03-05T16:30:00.000Z';
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'In the afternoon.' });
    await move('Asia/Kolkata');
    expect(await plant.occurrence(plan, 1)).to.include({
      ...{ due_at: '2027-03-05T12:00:00.000Z', original_due_at: '2027-03-05T02:30:00.000Z' },
      ...{ window_from: '2027-03-04T12:00:00.000Z', window_until: '2027-03-06T12:00:00.000Z' },
    });
  });
});
