import { expect } from 'chai';
import { ownCounts, ownQuery, ownResources, workOf } from '../../../console/home/own-work.ts';
import { speak } from '../../../console/words/words.ts';
import { field, filter, resource } from './described.ts';

const paris = 'Europe/Paris';
/** Half past midnight of 29 March in Paris. */
const now = Date.parse('2026-03-28T23:30:00Z');

const work = resource({
  path: 'jobs',
  fields: [field('start_at', { type: 'datetime' }), field('due_on', { type: 'date' }), field('stage')],
  filters: [filter('helper_id', 'reference'), filter('stage', 'enum')],
  view: {
    mine: 'helper_id',
    late: { at: ['start_at', 'due_on'], while: { stage: ['new', 'open'], loud: [true] } },
  },
});

describe('the user’s own work', () => {
  before(async () => {
    Reflect.set(globalThis, 'document', { documentElement: {} });
    await speak('en');
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('is of resources that say whose a row is, and may be listed', () => {
    const all = [work, resource(), resource({ operations: ['view'], view: { mine: 'x' } })];
    expect(ownResources(all)).to.deep.equal([work]);
  });

  it('is what is still to be done, as far as lists can be filtered by that', () => {
    expect(ownQuery(work, 7)).to.deep.equal({ helper_id: '7', stage: 'new,open' });
  });

  it('is of today, late or next by the clock of the site, the earliest first', () => {
    const rows = [
      { id: 1, start_at: '2026-03-29T21:00:00Z', stage: 'open' },
      { id: 2, start_at: '2026-03-28T22:59:00Z', stage: 'open', loud: true },
      { id: 3, start_at: '2026-03-28T23:10:00Z', stage: 'open', loud: true },
      { id: 4, stage: 'open' },
      { id: 5, start_at: null, due_on: '2026-03-30', stage: 'open' },
      { id: 6, due_on: '2026-03-29', stage: 'open' },
      { id: 7, due_on: '2026-03-20', stage: 'open', loud: true },
    ];
    const told = workOf(
      rows.map((row) => ({ resource: work, row })),
      paris,
      now,
    );
    const ids = (one: readonly { readonly row: { readonly id: number } }[]) => one.map(({ row }) => row.id);
    expect(ids(told.late)).to.deep.equal([7, 2]);
    expect(ids(told.today)).to.deep.equal([3, 6, 1]);
    expect(ids(told.next)).to.deep.equal([5, 4]);
  });

  it('is of today from its date on, and late once its window has passed', () => {
    const late = { at: ['start_at'], after: 'until', while: {} };
    const windowed = resource({ ...work, view: { ...work.view, late } });
    const row = (id: number, until: string) => ({ id, start_at: '2026-03-25T08:00:00Z', until });
    const rows = [row(1, '2026-03-28T08:00:00Z'), row(2, '2026-04-02T08:00:00Z')];
    const told = workOf(
      rows.map((one) => ({ resource: windowed, row: one })),
      paris,
      now,
    );
    expect([told.late, told.today].map((some) => some.map((one) => one.row.id))).to.deep.equal([[1], [2]]);
  });

  it('counts the rows that were not read with the last one of their list', () => {
    const other = resource({ path: 'others' });
    const rows = [
      { resource: work, row: { id: 1, start_at: '2026-03-20T21:00:00Z', stage: 'open', loud: true } },
      { resource: work, row: { id: 2, start_at: '2026-03-30T21:00:00Z', stage: 'open' } },
    ];
    const lists = [
      { resource: work, total: 140 },
      { resource: other, total: 0 },
    ];
    const told = ownCounts(workOf(rows, paris, now), lists, rows);
    expect(told).to.deep.equal({ today: 0, late: 1, next: 139 });
  });
});
