/** Dates that passed before a plan was made, while it was inactive, and while the service stood still. */
import { expect } from 'chai';
import { onlyOn } from '../../../harness/only-on.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const weekly = { frequency: 'week', starts_on: '2027-03-01', lead_days: 0 } as const;
const made = '2027-03-24T12:00:00Z';
const paused = (count: number) => Array.from({ length: count }, () => 'paused');
const missed = (count: number) => Array.from({ length: count }, () => 'missed');

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const onEmbedded = onlyOn('sqlite', 'a server has a connection for each reader');

describe('catching up', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock(made));

  const table: readonly [body: Readonly<Record<string, unknown>>, atOnce: string[], afterwards: string[]][] =
    [
      [{}, [...paused(4), 'scheduled'], [...paused(4), 'scheduled']],
      [{ catch_up: 'last' }, [...paused(3), 'missed', 'scheduled'], [...paused(3), 'missed', 'scheduled']],
      [{ catch_up: 'all' }, ['scheduled'], ['missed', ...Array(3).fill('previous_open'), 'scheduled']],
      [{ catch_up: 'all', when_open: 'stack' }, ['scheduled'], [...missed(4), 'scheduled']],
      [{ schedule: 'floating', catch_up: 'last' }, [...paused(3), 'missed'], [...paused(3), 'missed']],
      [{ active: false, catch_up: 'all' }, [], []],
    ];
  for (const [body, atOnce, afterwards] of table) {
    it(`with what passed before a plan is made: ${JSON.stringify(body)}`, async () => {
      const plan = await plant.plan({ ...weekly, ...body });
      expect(await plant.states(plan)).to.deep.equal(atOnce);
      const [next] = (await plant.occurrences(plan)).filter(({ status }) => status === 'scheduled');
      expect(plan.next_due_at).to.equal(next?.due_at ?? null);
      await plant.come(made);
      expect(await plant.states(plan)).to.deep.equal(afterwards);
    });
  }

  for (const [catch_up, after] of [
    ['next', ['missed', 'paused', 'paused', 'scheduled']],
    ['last', ['missed', 'paused', 'previous_open', 'scheduled']],
    ['all', ['missed', 'previous_open', 'previous_open', 'scheduled']],
  ] as const) {
    it(`with what passed while a plan was inactive: ${catch_up}`, async () => {
      setClock('2027-02-01T12:00:00Z');
      const plan = await plant.plan({ ...weekly, catch_up });
      await plant.come('2027-03-02T12:00:00Z');
      await plant.change(plan, { active: false });
      await plant.come('2027-03-16T12:00:00Z');
      expect(await plant.states(plan)).to.deep.equal(['missed']);
      const again = await plant.change(plan, { active: true });
      if (catch_up !== 'all') expect(again.next_due_at).to.equal('2027-03-22T07:00:00.000Z');
      await plant.come('2027-03-16T12:01:00Z');
      expect(await plant.states(plan)).to.deep.equal(after);
      const skipped = await plant.send(
        'GET',
        `/plan-occurrences?maintenance_plan_id=${plan.id}&skip_reason=paused`,
      );
      for (const one of skipped) expect(one).to.include({ status: 'skipped', maintenance_id: null });
    });
  }

  it('records what came due until a plan becomes inactive, though the task was late', async () => {
    setClock('2027-02-01T12:00:00Z');
    const plan = await plant.plan({ ...weekly, when_open: 'stack' });
    setClock('2027-03-09T12:00:00Z');
    await plant.change(plan, { active: false });
    expect(await plant.states(plan)).to.deep.equal(missed(2));
  });

  it('is for pauses alone: what passed while the service stood still is all made up for', async () => {
    setClock('2027-02-01T12:00:00Z');
    const plan = await plant.plan({ ...weekly, catch_up: 'next', when_open: 'stack' });
    await plant.come('2027-03-23T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal([...missed(4), 'scheduled']);
  });

  it('leaves a plan that is inactive and active again at once as it is', async () => {
    setClock('2027-02-01T12:00:00Z');
    const plan = await plant.plan(weekly);
    await plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until: '2027-03-08' });
    await plant.change(plan, { active: false });
    expect(await plant.states(plan)).to.deep.equal(['open', 'previous_open']);
    const again = await plant.change(plan, { active: true });
    expect(again.next_due_at).to.equal('2027-03-15T07:00:00.000Z');
    expect(await plant.states(plan)).to.deep.equal(['open', 'previous_open', 'scheduled']);
  });

  onEmbedded.it('lets others read meanwhile, in about as many turns of the process as alone', async () => {
    const daily = { frequency: 'day', starts_on: '1970-01-01', active: false } as const;
    const plans = [await plant.plan(daily), await plant.plan(daily)];
    const operations = plans.map(({ id }) => {
      return { method: 'PATCH', path: `/maintenance-plans/${id}`, body: { active: true } };
    });
    let turns = 0;
    let watch = setImmediate(function turn() {
      turns += 1;
      watch = setImmediate(turn);
    });
    const list = async () => {
      const before = turns;
      const reply = await plant.people.viewer.get('/materials');
      expect(reply.status, reply.text).to.equal(200);
      return turns - before;
    };
    try {
      const alone: number[] = [];
      while (alone.length < 30) alone.push(await list());
      let isOver = false;
      const batch = plant.manager.post('/batch', { operations }).finally(() => {
        isOver = true;
      });
      const beside: number[] = [];
      while (!isOver) beside.push(await list());
      expect((await batch).status).to.equal(200);
      expect(beside).to.have.length.at.least(30);
      expect(median(beside) / median(alone)).to.be.at.most(1.5);
    } finally {
      clearImmediate(watch);
    }
  });

  it('goes a thousand dates back at most', async () => {
    const daily = { ...weekly, frequency: 'day', starts_on: '2020-01-01' };
    const plan = await plant.plan({ ...daily, catch_up: 'last' });
    const counted = await plant.send(
      'GET',
      `/plan-occurrences/counts?by=skip_reason&maintenance_plan_id=${plan.id}`,
    );
    expect(
      counted.map(({ value, count }: { value: unknown; count: number }) => [value, count]),
    ).to.deep.equal([
      ['paused', 999],
      [null, 2],
    ]);
    const [first] = await plant.occurrences(plan);
    expect(first).to.include({ sequence: 1, due_at: '2024-06-28T06:00:00.000Z' });
    const all = await plant.plan({ ...daily, catch_up: 'all' });
    expect(all.next_due_at).to.equal('2024-06-28T06:00:00.000Z');
  });
});
