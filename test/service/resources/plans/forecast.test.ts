/** What is to come of plans, saved or not: all dates with what takes them, in the time zones and over the clocks of sites. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

describe('the forecast of a plan', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2026-12-15T12:00:00Z'));

  const move = async (timezone: string) => {
    const reply = await plant.people.admin.patch(`/sites/${plant.site}`, { timezone });
    expect(reply.status, reply.text).to.equal(200);
  };

  const zones: readonly [
    timezone: string,
    body: Readonly<Record<string, unknown>>,
    dates: readonly string[],
  ][] = [
    [
      'Europe/Paris',
      { starts_on: '2027-03-27', due_time: '02:30', max_occurrences: 3 },
      ['2027-03-27 01:30', '2027-03-28 01:30', '2027-03-29 00:30'],
    ],
    [
      'Australia/Lord_Howe',
      { starts_on: '2027-10-02', due_time: '02:15', max_occurrences: 3 },
      ['2027-10-01 15:45', '2027-10-02 15:45', '2027-10-03 15:15'],
    ],
    [
      'Pacific/Kiritimati',
      { frequency: 'month', month_day: -1, starts_on: '2028-02-01', due_time: '00:00', max_occurrences: 2 },
      ['2028-02-28 10:00', '2028-03-30 10:00'],
    ],
  ];
  for (const [timezone, body, dates] of zones) {
    it(`in ${timezone}: ${JSON.stringify(body)}`, async () => {
      await move(timezone);
      expect(await plant.foresee(body, '2031-12-01')).to.deep.equal(dates);
      const plan = await plant.plan({ frequency: 'day', ...body });
      expect(await plant.forecast(plan, '2031-12-01')).to.deep.equal(dates);
      for (const date of dates) await plant.come(`${date.replace(' ', 'T')}:00Z`);
      expect(
        (await plant.occurrences(plan)).map(({ due_at }) => due_at.slice(0, 16).replace('T', ' ')),
      ).to.deep.equal(dates);
      await move('Europe/Paris');
    });
  }

  it('tells what a season and closed days take, and writes nothing', async () => {
    const { id } = await plant.send('POST', '/closures', { day: '2027-01-03', name: 'Off' }, 201);
    const body = { season_from: '01-02', season_until: '01-04', on_closed_day: 'skip' };
    const { knex } = plant.service.database;
    const count = async () => Number((await knex('plan_occurrences').count('* as all').first())?.all);
    const before = await count();
    expect(await plant.foresee(body, '2027-01-05')).to.deep.equal([
      ...[
        '2027-01-01 07:00 out_of_season',
        '2027-01-02 07:00',
        '2027-01-03 07:00 closed_day',
        '2027-01-04 07:00',
      ],
      '2027-01-05 07:00 out_of_season',
    ]);
    expect(await count()).to.equal(before);
    await plant.send('DELETE', `/closures/${id}`, undefined, 204);
  });

  it('lists dates by their due time, even if they were postponed', async () => {
    const plan = await plant.plan({ frequency: 'week', starts_on: '2027-01-04', max_occurrences: 3 });
    const { id } = await plant.occurrence(plan, 1);
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, {
      due_at: '2027-01-13T07:00:00Z',
      note: 'x',
    });
    expect(await plant.forecast(plan, '2027-02-01')).to.deep.equal([
      ...['2027-01-11 07:00', '2027-01-13 07:00', '2027-01-18 07:00'],
    ]);
    const [, postponed] = await plant.send('GET', `/maintenance-plans/${plan.id}/forecast?until=2027-02-01`);
    expect(postponed).to.deep.equal({
      ...{
        original_due_at: '2027-01-04T07:00:00.000Z',
        due_at: '2027-01-13T07:00:00.000Z',
        skip_reason: null,
      },
      ...{ due_units: null, estimated: false },
    });
  });

  it('leaves out what is recorded, also ahead', async () => {
    const plan = await plant.plan({ frequency: 'week', starts_on: '2027-01-04', max_occurrences: 4 });
    await plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until: '2027-01-11' });
    expect(await plant.forecast(plan, '2028-01-01')).to.deep.equal(['2027-01-18 07:00', '2027-01-25 07:00']);
    await plant.change(plan, { active: false });
    expect(await plant.forecast(plan, '2028-01-01')).to.deep.equal([]);
  });

  it('goes five years off at most, by the day of the site', async () => {
    const plan = await plant.plan();
    for (const query of ['until=2031-12-16', 'until=soon', 'until=2027-01-01&page=1']) {
      const field = query.includes('page') ? 'page' : 'until';
      const saved = await plant.manager.get(`/maintenance-plans/${plan.id}/forecast?${query}`);
      const { name, material_id, frequency, starts_on } = plan;
      const sent = { name, material_id, frequency, starts_on };
      const unsaved = await plant.manager.post(`/maintenance-plans/forecast?${query}`, sent);
      for (const reply of [saved, unsaved])
        expect([reply.status, Object.keys(reply.body.errors)], query).to.deep.equal([422, [field]]);
    }
    setClock('2026-12-15T23:30:00Z');
    await plant.send('GET', `/maintenance-plans/${plan.id}/forecast?until=2031-12-16`);
  });

  it('goes a year far where nothing is said, and says the rule in a sentence of the user’s language', async () => {
    const body = { frequency: 'month', every: 3, month_day: 23, starts_on: '2026-12-20' };
    const plan = await plant.plan(body);
    const { name, material_id } = plan;
    const saved = await plant.manager.get(`/maintenance-plans/${plan.id}/forecast`);
    const unsaved = await plant.manager.post('/maintenance-plans/forecast', { ...body, name, material_id });
    for (const reply of [saved, unsaved]) {
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.body.summary).to.equal('Every 3 months on the 23rd, at 08:00.');
      expect(reply.body.data.at(-1).due_at).to.equal('2027-09-23T06:00:00.000Z');
    }
    await plant.manager.patch('/user/locale', { locale: 'fr' });
    const french = await plant.manager.get(`/maintenance-plans/${plan.id}/forecast`);
    expect(french.body.summary).to.equal('Tous les 3 mois le 23, à 08:00.');
    await plant.manager.patch('/user/locale', { locale: 'en' });
  });

  it('of a plan from 1970 writes none of the dates before it', async () => {
    const { knex } = plant.service.database;
    let dates = 0;
    const listen = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }) => {
      if (/^insert into .plan_occurrences/.test(sql))
        dates += bindings.filter((one) => one === 'skipped').length;
    };
    const idle = await plant.plan({ frequency: 'day', starts_on: '1970-01-01', active: false });
    knex.on('query', listen);
    try {
      expect(await plant.foresee({ starts_on: '1970-01-01' }, '2026-12-17')).to.deep.equal([
        ...['2026-12-16 07:00', '2026-12-17 07:00'],
      ]);
      expect(dates, 'a new plan').to.equal(0);
      const path = `/maintenance-plans/${idle.id}/forecast?until=2026-12-17`;
      const resumed = await plant.send('POST', path, { active: true });
      expect(resumed.map(({ due_at }: { due_at: string }) => due_at.slice(0, 10))).to.deep.equal([
        ...['2026-12-16', '2026-12-17'],
      ]);
      expect(dates, 'one that goes on').to.equal(1);
      await plant.change(idle, { active: true });
      expect(dates, 'one that is saved').to.equal(1 + 1000);
    } finally {
      knex.removeListener('query', listen);
    }
  });
});
