import { expect } from 'chai';
import { calendarPath, monthOf, rowsByDay } from '../../../console/calendar/month.ts';
import type { Field, Filter } from '../../../console/service/metadata.ts';
import { resource as thing } from './described.ts';

const field = (name: string, type: 'datetime' | 'date'): Field => ({
  ...{ name, label: name, type, required: false, nullable: true, limits: {} },
  ...{ read_only: false, write_only: false, fixed: false },
});
const filter = (name: string, type: 'datetime' | 'date'): Filter => ({
  ...{ name, label: name, type, nullable: true, operators: ['any', 'gte', 'lt'] },
});
const resource = thing({
  fields: [field('begun_at', 'datetime'), field('ended_at', 'datetime'), field('due_on', 'date')],
  filters: [filter('begun_at', 'datetime'), filter('ended_at', 'datetime'), filter('due_on', 'date')],
});
const paris = 'Europe/Paris';

describe('a month of a calendar', () => {
  it('is that of the address, or the present one', () => {
    expect(monthOf('2026-03', '2026-11-22')).to.equal('2026-03-01');
    for (const none of [null, '', '2026-13', 'x']) expect(monthOf(none, '2026-11-22')).to.equal('2026-11-01');
  });

  it('asks for its days by the clock of the site, beside the filters of the list', () => {
    const path = calendarPath(
      resource,
      { from: 'begun_at', until: null },
      { search: 'x' },
      ['2026-03-30', '2026-03-31'],
      paris,
    );
    const asked = new URLSearchParams(path.split('?')[1]);
    expect(asked.get('begun_at[gte]')).to.equal('2026-03-29T22:00:00.000Z');
    expect(asked.get('begun_at[lt]')).to.equal('2026-03-31T22:00:00.000Z');
    expect(asked.get('search')).to.equal('x');
    const days = calendarPath(resource, { from: 'due_on', until: null }, {}, ['2026-03-30'], paris);
    expect(new URLSearchParams(days.split('?')[1]).get('due_on[lt]')).to.equal('2026-03-31');
  });

  it('shows a row on the day on which it begins there, and until it ends', () => {
    const rows = [
      { id: 1, begun_at: '2026-03-01T23:30:00.000Z', ended_at: null },
      { id: 2, begun_at: '2026-02-27T10:00:00.000Z', ended_at: '2026-03-02T10:00:00.000Z' },
      { id: 3, begun_at: null, ended_at: null },
    ];
    const byDay = rowsByDay(resource, { from: 'begun_at', until: 'ended_at' }, rows, paris);
    const shown = [...byDay].map(([day, some]) => `${day}: ${some.map(({ id }) => id).join()}`).sort();
    expect(shown).to.deep.equal(['2026-02-27: 2', '2026-02-28: 2', '2026-03-01: 2', '2026-03-02: 2,1']);
  });

  it('shows days as days, and nothing for longer than a month', () => {
    const rows = [{ id: 1, due_on: '2026-03-29', ended_at: '2031-01-01T00:00:00.000Z' }];
    expect([...rowsByDay(resource, { from: 'due_on', until: null }, rows, paris).keys()]).to.deep.equal([
      '2026-03-29',
    ]);
    expect([
      ...rowsByDay(resource, { from: 'due_on', until: 'ended_at' }, rows, paris).keys(),
    ]).to.have.lengthOf(31);
  });
});
