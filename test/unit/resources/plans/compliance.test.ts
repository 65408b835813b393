/** How much of what came due was done on time: a table of single occurrences, and of them together. */
import { expect } from 'chai';
import { type Counted, measureCompliance } from '../../../../resources/plans/compliance.ts';

const span = { from: '2027-01-01T00:00:00.000Z', until: '2027-02-01T00:00:00.000Z' };
const now = '2027-01-20T00:00:00.000Z';

/** Due on a day at 08:00, a day of tolerance on either side. */
function occurrence(day: number, fields: Partial<Counted> = {}, postponedTo = day): Counted {
  const at = (on: number) => new Date(Date.UTC(2027, 0, on, 8)).toISOString();
  return {
    original_due_at: at(day),
    due_at: at(postponedTo),
    window_from: at(postponedTo - 1),
    window_until: at(postponedTo + 1),
    status: 'open',
    skip_reason: null,
    completed_at: null,
    ...fields,
  };
}

const done = (on: string) => ({ status: 'done', completed_at: `2027-01-${on}:00.000Z` }) as const;
const skipped = (skip_reason: Counted['skip_reason']) => ({ status: 'skipped', skip_reason }) as const;

describe('compliance', () => {
  const table: readonly [
    what: string,
    one: Counted,
    counts: string,
    first: number | null,
    agreed: number | null,
  ][] = [
    ['done in the window', occurrence(10, done('10T12:00')), 'on_time', 1, 1],
    ['done at its very end', occurrence(10, done('11T08:00')), 'on_time', 1, 1],
    ['done before it', occurrence(10, done('09T07:59')), 'early', 0, 0],
    ['done after it', occurrence(10, done('11T08:01')), 'late', 0, 0],
    ['done ahead, its window still open', occurrence(25, done('19T08:00')), 'early', 0, 0],
    ['not done', occurrence(10), 'missed', 0, 0],
    ['told as missed already', occurrence(10, { status: 'missed' }), 'missed', 0, 0],
    ['not done yet', occurrence(20), 'pending', null, null],
    ['to come', occurrence(25, { status: 'scheduled' }), 'pending', null, null],
    ['skipped because an earlier one was open', occurrence(10, skipped('previous_open')), 'missed', 0, 0],
    ['canceled', occurrence(10, skipped('canceled')), 'missed', 0, 0],
    ['skipped by hand', occurrence(10, skipped('manual')), 'missed', 0, 0],
    ['canceled, its window still open', occurrence(20, skipped('canceled')), 'pending', null, null],
    ['a closed day', occurrence(10, skipped('closed_day')), 'excused', null, null],
    ['out of season', occurrence(10, skipped('out_of_season')), 'excused', null, null],
    ['decommissioned', occurrence(10, skipped('decommissioned')), 'excused', null, null],
    ['paused', occurrence(10, skipped('paused')), 'excused', null, null],
    ['overtaken', occurrence(25, skipped('overtaken')), 'excused', null, null],
    ['postponed and done then', occurrence(5, done('15T08:00'), 15), 'late', 0, 1],
    ['postponed and done on its first date', occurrence(5, done('05T08:00'), 15), 'on_time', 1, 0],
    ['postponed and not done yet', occurrence(5, {}, 25), 'missed', 0, null],
    ['postponed and not done', occurrence(5, {}, 15), 'missed', 0, 0],
  ];
  for (const [what, one, counts, first, agreed] of table) {
    it(`of one ${what}: ${counts}`, () => {
      const none = { on_time: 0, early: 0, late: 0, missed: 0, excused: 0, pending: 0 };
      expect(measureCompliance([one], span, now)).to.deep.equal({
        ...none,
        [counts]: 1,
        due: counts === 'excused' || counts === 'pending' ? 0 : 1,
        compliance: first,
        compliance_as_agreed: agreed,
      });
    });
  }

  it('is unrounded, and counts by the first date in the span, its end not included', () => {
    const occurrences = [
      ...[occurrence(1, done('01T08:00')), occurrence(10, done('12T08:00')), occurrence(12)],
      occurrence(14, skipped('paused')),
      occurrence(3, done('03T08:00'), 40),
      { ...occurrence(1), original_due_at: '2027-02-01T00:00:00.000Z' },
      { ...occurrence(1), original_due_at: '2026-12-31T23:59:59.999Z' },
    ];
    expect(measureCompliance(occurrences, span, now)).to.deep.equal({
      due: 4,
      on_time: 2,
      early: 0,
      late: 1,
      missed: 1,
      excused: 1,
      pending: 0,
      compliance: 0.5,
      compliance_as_agreed: 0.25,
    });
    const three = measureCompliance(occurrences.slice(0, 3), span, now);
    expect(three.compliance).to.equal(1 / 3);
  });

  it('includes what is due when the span begins', () => {
    const first = { ...occurrence(1), original_due_at: span.from };
    expect(measureCompliance([first], span, now).due).to.equal(1);
  });

  it('is null where nothing was due', () => {
    expect(measureCompliance([], span, now)).to.deep.include({
      compliance: null,
      compliance_as_agreed: null,
    });
  });
});
