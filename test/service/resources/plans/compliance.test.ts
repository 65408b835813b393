/** Compliance: what was due, done on time, missed, excused and pending, term by term; whose, and of which days. */
import { expect } from 'chai';
import { trendOf } from '../../../../resources/plan-work/compliance.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const none = { due: 0, on_time: 0, early: 0, late: 0, missed: 0, excused: 0, pending: 0 };
const nothing = { ...none, compliance: null, compliance_as_agreed: null };
const weekly = {
  ...{ frequency: 'week', starts_on: '2027-03-01', lead_days: 3, tolerance_days: 1 },
  ...{ when_open: 'stack' },
} as const;

describe('compliance', () => {
  const plant = openPlant('America/New_York');
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  /** Of a plan, in March where nothing is said. */
  const of = async ({ id }: { id: number }, span = 'from=2027-03-01&until=2027-04-01') =>
    plant.send('GET', `/maintenance-plans/compliance?${span}&id=${id}`);
  const postpone = async (plan: { id: number }, sequence: number, due_at: string) => {
    const { id } = await plant.occurrence(plan, sequence);
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'Agreed.' });
  };
  const skip = async (plan: { id: number }, sequence: number) => {
    const { id } = await plant.occurrence(plan, sequence);
    await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Agreed.' });
  };
  type Told = Readonly<Record<string, number>>;
  const first = '2027-03-01T13:00:00.000Z';

  const table: readonly [
    what: string,
    body: Readonly<Record<string, unknown>>,
    act: (plan: { id: number }) => Promise<unknown>,
    told: Told,
    rates: readonly [number | null, number | null],
  ][] = [
    ['done on its day', {}, (plan) => plant.complete(plan, 1, first), { due: 1, on_time: 1 }, [1, 1]],
    ['done late', {}, (plan) => plant.complete(plan, 1, '2027-03-02T13:00:01Z'), { due: 1, late: 1 }, [0, 0]],
    ['not done yet', { tolerance_days: 9 }, async () => {}, { pending: 1 }, [null, null]],
    ['skipped by hand', {}, (plan) => skip(plan, 1), { due: 1, missed: 1 }, [0, 0]],
    [
      'postponed and done then',
      {},
      async (plan) => {
        await postpone(plan, 1, '2027-03-04T13:00:00Z');
        await plant.complete(plan, 1, '2027-03-04T13:00:00Z');
      },
      { due: 1, late: 1 },
      [0, 1],
    ],
  ];
  for (const [what, body, act, told, [compliance, compliance_as_agreed]] of table) {
    it(`counts what is ${what}`, async () => {
      const plan = await plant.plan({ ...weekly, max_occurrences: 1, ...body });
      await plant.come('2027-03-05T12:00:00Z');
      await act(plan);
      const span = 'from=2027-03-01&until=2027-03-08';
      expect(await of(plan, span)).to.deep.equal({ ...none, ...told, compliance, compliance_as_agreed });
    });
  }

  it('counts the misses that one overdue order hides', async () => {
    const plan = await plant.plan({ ...weekly, when_open: 'skip' });
    await plant.come('2027-03-30T12:00:00Z');
    expect(await of(plan)).to.deep.equal({
      ...{ ...none, due: 5, missed: 5 },
      ...{ compliance: 0, compliance_as_agreed: 0 },
    });
    await plant.complete(plan, 1, first);
    expect(await of(plan), 'backdated').to.deep.include({ due: 5, on_time: 1, missed: 4, compliance: 0.2 });
  });

  it('is unrounded, and counts by the days of the site: its end is not included', async () => {
    const plan = await plant.plan({ ...weekly, frequency: 'day', due_time: '23:30', ends_on: '2027-03-03' });
    await plant.come('2027-03-10T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-02T04:30:00Z');
    const told = async (from: string, until: string) => {
      const { due, compliance } = await of(plan, `from=${from}&until=${until}`);
      return [due, compliance];
    };
    expect(await told('2027-03-01', '2027-03-04')).to.deep.equal([3, 1 / 3]);
    expect(await told('2027-03-01', '2027-03-02')).to.deep.equal([1, 1]);
    expect(await told('2027-03-02', '2027-03-03')).to.deep.equal([1, 0]);
    expect(await told('2027-03-04', '2028-03-04')).to.deep.equal([0, null]);
    expect(await told('2027-02-28', '2027-03-01')).to.deep.equal([0, null]);
  });

  it('adds up over periods and groups to what it is in all, by the days of the site', async () => {
    const late = {
      ...weekly,
      frequency: 'day',
      due_time: '23:30',
      starts_on: '2027-03-30',
      ends_on: '2027-04-02',
    };
    const plan = await plant.plan({ ...late, type: 'inspection' });
    const other = await plant.plan({ ...weekly, max_occurrences: 1 });
    await plant.come('2027-04-20T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-31T03:30:00Z');
    const span = `from=2027-02-10&until=2027-05-01&id=${plan.id},${other.id}`;
    const trend = async (by: string) =>
      (await plant.manager.get(`/maintenance-plans/compliance-trend?${span}${by}`)).body.data;
    const {
      compliance: _,
      compliance_as_agreed: _agreed,
      ...all
    } = await plant.send('GET', `/maintenance-plans/compliance?${span}`);
    for (const by of ['', '&by=week', '&by=material_id', '&by=zone_id', '&by=type']) {
      const rows: readonly Told[] = await trend(by);
      const sums = Object.keys(none).map((key) => [
        key,
        rows.reduce((sum, row) => sum + Number(row[key]), 0),
      ]);
      expect(Object.fromEntries(sums), by).to.deep.equal(all);
    }
    const months: readonly Told[] = await trend('');
    expect(months.map(({ value, label, due, compliance }) => [value, label, due, compliance])).to.deep.equal([
      ['2027-02-10', '2027-02', 0, null],
      ['2027-03-01', '2027-03', 3, 0.333333],
      ['2027-04-01', '2027-04', 2, 0],
    ]);
    const types: readonly Told[] = await trend('&by=type&sort=-due');
    expect(types.map(({ label, due }) => [label, due])).to.deep.equal([
      ['Inspection', 4],
      ['Preventive', 1],
    ]);

    // A plan that was made while the groups were read is in none of them.
    const looking = {
      ...{ db: plant.service.database.knex, now: '2027-04-20T12:00:00.000Z', periods: [], by: 'type' },
      where: { op: 'in', column: 'id', values: [plan.id, other.id] },
      window: { from: '2027-02-10', until: '2027-05-01' },
      groups: async () => new Map([[other.id, 'preventive']]),
    } as const;
    const told = await trendOf(looking);
    expect(told.map(({ value, due }) => [value, due])).to.deep.equal([['preventive', 1]]);

    // However many sites and dates there are: their zones, and all of the dates.
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    looking.db.on('query', count);
    const [of] = await trendOf({ ...looking, by: null, where: { op: 'gte', column: 'id', value: 0 } });
    looking.db.off('query', count);
    expect([statements, (of?.due ?? 0) > 5]).to.deep.equal([2, true]);
  });

  it('is of the last ninety days where nothing is said', async () => {
    const plan = await plant.plan({ ...weekly, max_occurrences: 2 });
    await plant.come('2027-03-10T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T13:00:00.000Z');
    setClock('2027-03-20T12:00:00Z');
    const { body } = await plant.manager.get(`/maintenance-plans/compliance?id=${plan.id}`);
    expect(body.data).to.include({ due: 2, on_time: 1, missed: 1 });
    expect(body.summary).to.equal('1 of 2 were done on time (50%).');
  });

  it('is of the plans that one may see: the headquarters have those of all sites, each by its own days', async () => {
    const plan = await plant.plan({ ...weekly, due_time: '23:30', max_occurrences: 1 });
    await plant.come('2027-03-10T12:00:00Z');
    const { admin, viewer } = plant.people;
    const at = async (span: string) =>
      (await admin.get(`/maintenance-plans/compliance?${span}&site_id=${plant.site}&id=${plan.id}`)).body.data
        .due;
    expect(await at('from=2027-03-01&until=2027-03-02')).to.equal(1);
    expect(await at('from=2027-03-02&until=2027-03-03')).to.equal(0);
    const query = `/maintenance-plans/compliance?from=2027-03-01&until=2027-04-01&id=${plan.id}`;
    expect((await viewer.get(query)).body.data.due).to.equal(1);
    await viewer.patch('/user/site', { site_id: 3 });
    expect((await viewer.get(query)).body.data).to.deep.equal(nothing);
    await viewer.patch('/user/site', { site_id: plant.site });
  });
});
