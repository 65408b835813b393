/** Which rows stand beside a row, where a view says the order of a list. */
import { expect } from 'chai';
import { joinHalves, relatedPaths } from '../../../console/record/tabs/related-rows.ts';

const list = { resource: 'dates', filter: 'plan_id', label: 'Dates' };
const now = '2026-11-23T08:00:00.000Z';
const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const ids = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id);

describe('a list beside a row', () => {
  it('is asked for in its own order, in that of the view, or from now on', () => {
    expect(relatedPaths(list, 4, 'id', now)).to.deep.equal({
      first: '/dates?plan_id=4&per_page=8&fields=id',
      past: null,
      all: '/dates?plan_id=4',
    });
    expect(relatedPaths({ ...list, sort: '-fee' }, 4, 'id', now)).to.deep.equal({
      first: '/dates?plan_id=4&per_page=8&fields=id&sort=-fee',
      past: null,
      all: '/dates?plan_id=4&sort=-fee',
    });
    const { first, past, all } = relatedPaths({ ...list, from: 'due_at' }, 4, 'id', now);
    const query = (path: string | null) => Object.fromEntries(new URLSearchParams(path?.split('?')[1]));
    expect(query(first)).to.include({ 'due_at[gte]': now, sort: 'due_at' });
    expect(query(past)).to.include({ 'due_at[lt]': now, sort: '-due_at' });
    expect(all).to.equal('/dates?plan_id=4&sort=-due_at');
  });

  it('has the next first, and always some of the latest that have passed', () => {
    const next = rows(11, 12, 13, 14, 15, 16, 17, 18);
    expect(ids(joinHalves(next, rows(9, 8, 7, 6)))).to.deep.equal([11, 12, 13, 14, 15, 9, 8, 7]);
    expect(ids(joinHalves(next, rows(9)))).to.deep.equal([11, 12, 13, 14, 15, 16, 17, 9]);
    expect(ids(joinHalves(next, []))).to.deep.equal(ids(next));
    expect(ids(joinHalves(rows(11), rows(9, 8, 7, 6, 5)))).to.deep.equal([11, 9, 8, 7, 6, 5]);
  });
});
