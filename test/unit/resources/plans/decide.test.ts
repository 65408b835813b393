/** What becomes of a date at its moment, and what a change of the rule does to those generated ahead. */
import { expect } from 'chai';
import { followChange } from '../../../../resources/plans/change.ts';
import {
  type Deciding,
  decide,
  decideAll,
  type History,
  wasOpen,
} from '../../../../resources/plans/decide.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn } from './fixture.ts';

const moment = '2027-01-08T07:00:00.000Z';
const earlier = '2027-01-01T07:00:00.000Z';
const later = '2027-01-09T07:00:00.000Z';
const open = { generated_at: earlier, ended_at: null };

describe('a date', () => {
  const table: readonly [
    what: string,
    deciding: Partial<Deciding>,
    history: Partial<History>,
    becomes: string,
  ][] = [
    ['nothing in its way', {}, {}, 'open'],
    ['an earlier one open', {}, { orders: [open] }, 'previous_open'],
    ['an earlier one open, where they stack', {}, { orders: [open], when_open: 'stack' }, 'open'],
    [
      'an earlier one ended before',
      {},
      { orders: [{ ...open, ended_at: '2027-01-08T06:00:00.000Z' }] },
      'open',
    ],
    ['an earlier one ended at the very moment', {}, { orders: [{ ...open, ended_at: moment }] }, 'open'],
    ['an earlier one ended since', {}, { orders: [{ ...open, ended_at: later }] }, 'previous_open'],
    ['one generated at the same moment', {}, { orders: [{ generated_at: moment, ended_at: null }] }, 'open'],
    ['one generated since', {}, { orders: [{ generated_at: later, ended_at: null }] }, 'open'],
    ['one of several open', {}, { orders: [{ ...open, ended_at: earlier }, open] }, 'previous_open'],
    [
      'a material that is decommissioned',
      {},
      { decommissioned: [{ from: earlier, until: null }] },
      'decommissioned',
    ],
    [
      'a material that is from then on',
      {},
      { decommissioned: [{ from: moment, until: null }] },
      'decommissioned',
    ],
    ['a material that was until then', {}, { decommissioned: [{ from: earlier, until: moment }] }, 'open'],
    ['a material that is since', {}, { decommissioned: [{ from: later, until: null }] }, 'open'],
    ['a closed day', { date: { skip_reason: 'closed_day' } }, {}, 'closed_day'],
    ['a pause', { paused: true }, {}, 'paused'],
    ['a pause and a season', { paused: true, date: { skip_reason: 'out_of_season' } }, {}, 'paused'],
    [
      'a season, a material and an open one',
      { date: { skip_reason: 'out_of_season' } },
      { orders: [open], decommissioned: [{ from: earlier, until: null }] },
      'out_of_season',
    ],
    [
      'a material and an open one',
      {},
      { orders: [open], decommissioned: [{ from: earlier, until: null }] },
      'decommissioned',
    ],
  ];
  for (const [what, deciding, history, becomes] of table) {
    it(`with ${what}: ${becomes}`, () => {
      const decision = decide(
        { date: { skip_reason: null }, moment, paused: false, ...deciding },
        { when_open: 'skip', orders: [], decommissioned: [], ...history },
      );
      expect(decision).to.deep.equal(
        becomes === 'open'
          ? { status: 'open', skip_reason: null }
          : { status: 'skipped', skip_reason: becomes },
      );
    });
  }

  it('is decided with those before it, however late that is looked at', () => {
    const dates = ['2027-01-01', '2027-01-02', '2027-01-02', '2027-01-03'].map((day) => ({
      date: { skip_reason: null },
      moment: `${day}T07:00:00.000Z`,
      paused: false,
    }));
    const history = { orders: [], decommissioned: [] };
    const reasons = (when_open: 'skip' | 'stack') =>
      decideAll(dates, { ...history, when_open }).map(({ skip_reason }) => skip_reason);
    expect(reasons('skip')).to.deep.equal([null, 'previous_open', 'previous_open', 'previous_open']);
    expect(reasons('stack')).to.deep.equal([null, null, null, null]);
    const closed = dates.map((date, index) => ({
      ...date,
      date: { skip_reason: index === 0 ? ('closed_day' as const) : null },
    }));
    const afterClosed = decideAll(closed, { ...history, when_open: 'skip' });
    expect(
      afterClosed.map(({ skip_reason }) => skip_reason),
      'what is skipped is not open',
    ).to.deep.equal(['closed_day', null, null, 'previous_open']);
    const second = decideAll(dates.slice(1), { ...history, when_open: 'skip' });
    expect(second.map(({ status }) => status)).to.deep.equal(['open', 'open', 'skipped']);
  });

  it('is the same decided one by one and all at once', () => {
    const dates = Array.from({ length: 30 }, (_, index) => ({
      date: { skip_reason: index % 7 === 3 ? ('closed_day' as const) : null },
      moment: new Date(Date.UTC(2027, 0, 1 + Math.floor(index / 2))).toISOString(),
      paused: index === 5,
    }));
    const closed = [{ from: dates[8]?.moment ?? '', until: dates[12]?.moment ?? '' }];
    const history: History = { when_open: 'skip', orders: [], decommissioned: closed };
    const orders: { generated_at: string; ended_at: string | null }[] = [];
    const one = dates.map((date) => {
      const decision = decide(date, {
        ...history,
        orders: orders.filter((order) => wasOpen(order, date.moment)),
      });
      if (decision.status === 'open') orders.push({ generated_at: date.moment, ended_at: null });
      return decision;
    });
    expect(decideAll(dates, history)).to.deep.equal(one);
  });
});

describe('a change of the rule', () => {
  const site = siteIn('UTC');
  const ahead = (day: string, untouched = true, rule_day = day) => ({
    ...{ rule_day, original_due_at: `${day}T08:00:00.000Z`, untouched },
  });
  const last = { number: 1, day: '2027-01-01' };

  it('overtakes what was generated ahead and the new rule lacks', () => {
    const recorded = [ahead('2027-01-08'), ahead('2027-01-15'), ahead('2027-01-22', false)];
    const weekly = planWith({ frequency: 'week', every: 2 });
    const { kept, overtaken, next } = followChange(weekly, site, last, recorded);
    expect(overtaken).to.deep.equal([ahead('2027-01-08')]);
    expect(kept).to.deep.equal([ahead('2027-01-15'), ahead('2027-01-22', false)]);
    expect(next?.day).to.equal('2027-01-29');
  });

  it('goes on from the last date whose moment had come, though later ones are recorded', () => {
    const { kept, overtaken, next } = followChange(planWith({}), site, last, [ahead('2027-06-01')]);
    expect([kept.length, overtaken.length, next?.day]).to.deep.equal([1, 0, '2027-01-02']);
  });

  it('knows two dates of one day', () => {
    const plan = planWith({ on_closed_day: 'after' });
    const closed = siteIn('UTC', [], ['2027-01-02']);
    const both = [ahead('2027-01-03', true, '2027-01-02'), ahead('2027-01-03')];
    const moved = followChange(plan, closed, last, both);
    expect([moved.kept.length, moved.overtaken.length, moved.next?.day]).to.deep.equal([2, 0, '2027-01-04']);
    const one = followChange(plan, closed, last, both.slice(0, 1));
    expect(one.next?.day).to.equal('2027-01-03');
    const shut = siteIn('UTC', [], ['2027-01-03']);
    const later = followChange(plan, shut, last, [
      ahead('2027-01-04', true, '2027-01-03'),
      ahead('2027-01-04'),
    ]);
    expect([later.kept.length, later.overtaken.length, later.next?.day]).to.deep.equal([2, 0, '2027-01-02']);
  });

  it('knows a date by its day if a person is at work on it, else by its due time', () => {
    const later = planWith({ due_time: '10:00' });
    const [waiting, touched] = [ahead('2027-01-02'), ahead('2027-01-03', false)];
    const moved = followChange(later, site, last, [waiting, touched]);
    expect(moved.overtaken).to.deep.equal([waiting]);
    expect(moved.next?.day).to.equal('2027-01-02');
    expect(followChange(later, site, last, [ahead('2027-01-02', false)]).next?.day).to.equal('2027-01-03');
    const before = planWith({ on_closed_day: 'before', frequency: 'week', weekdays: ['sun'] });
    const saturday = ahead('2027-01-02');
    const { kept, dates } = followChange(before, siteIn('UTC', [], ['2027-01-03']), last, [saturday]);
    expect(kept).to.deep.equal([saturday]);
    expect(dates.get(saturday)?.day).to.equal('2027-01-03');
  });

  it('to a floating plan keeps one date at most, and none where one is open', () => {
    const floating = planWith({ schedule: 'floating' });
    const recorded = [ahead('2027-01-02'), ahead('2027-01-03'), ahead('2027-01-04', false)];
    const { kept, next } = followChange(floating, site, last, recorded);
    expect([kept, next]).to.deep.equal([[recorded[0], recorded[2]], null]);
    expect(followChange(floating, site, 'open', recorded).kept).to.deep.equal(recorded.slice(2));
  });

  it('of decades ago does not walk there', () => {
    let reads = 0;
    const rule = new Proxy(planWith({ starts_on: '1970-01-01' }), {
      get: (target, key: keyof Plan) => {
        reads += 1;
        return target[key];
      },
    });
    const moved = ahead('2027-06-01', true, '2026-06-01');
    const { kept, next } = followChange(rule, site, null, [moved, ahead('2027-06-02')]);
    expect([kept.length, next?.day]).to.deep.equal([2, '1970-01-01']);
    expect(reads).to.be.lessThan(30_000);
  });

  it('leaves nothing where the new rule has ended', () => {
    const ended = followChange(planWith({ ends_on: '2027-01-01' }), site, last, [ahead('2027-01-08')]);
    expect([ended.kept.length, ended.overtaken.length, ended.next]).to.deep.equal([0, 1, null]);
  });
});
