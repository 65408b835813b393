import { expect } from 'chai';
import { type ChartPart, countedBy, periodBars, valueBars } from '../../../console/home/overview.ts';
import { field, filter, resource } from './described.ts';

const things = resource({
  fields: [
    field('state', {
      type: 'enum',
      values: [
        { value: 'good', label: 'Good', tone: 'good' },
        { value: 'worn', label: 'Worn', tone: 'warn' },
      ],
    }),
  ],
  filters: [filter('begun_at', 'datetime'), filter('due_on', 'date')],
});

function chart(by: string, data: ChartPart['answer']['data'], query = {}): ChartPart {
  return { resource: 'things', title: 'Things', by, query, answer: { data } };
}
const count = (value: string | null, number: number) => ({ value, label: String(value), count: number });

describe('a chart of the overview', () => {
  it('counts by a field, or by a period of one', () => {
    expect(countedBy('state')).to.deep.equal({ field: 'state', period: undefined });
    expect(countedBy('begun_at.week')).to.deep.equal({ field: 'begun_at', period: 'week' });
  });

  it('has a bar for every value of an enumeration, each leading to its rows', () => {
    const bars = valueBars(things, chart('state', [count('worn', 3)], { zone_id: '4' }));
    expect(bars.map(({ label, count: number, tone }) => [label, number, tone])).to.deep.equal([
      ['Good', 0, 'good'],
      ['worn', 3, 'warn'],
    ]);
    expect(bars[1]?.to).to.equal('/things?zone_id=4&state=worn');
  });

  it('has bars for what rows refer to, and for those that refer to nothing', () => {
    const bars = valueBars(things, chart('zone_id', [{ value: 7, label: 'Hall', count: 2 }, count(null, 1)]));
    expect(bars.map(({ label, to }) => [label, to])).to.deep.equal([
      ['Hall', '/things?zone_id=7'],
      ['null', '/things?zone_id=null'],
    ]);
  });

  const looking = { locale: 'en', timezone: 'Europe/Paris', today: '2026-11-22' };

  it('has a column for each month up to now, also for those without rows, on the clock of the site', () => {
    const bars = periodBars(
      things,
      chart('begun_at.month', [count('2026-09-01', 5), count('2026-11-01', 1)]),
      looking,
    );
    expect(bars.map(({ label, count: number }) => `${label} ${number}`)).to.deep.equal([
      'Sep 5',
      'Oct 0',
      'Nov 1',
    ]);
    const asked = new URLSearchParams(bars[1]?.to.split('?')[1]);
    // Clocks were put back within October.
    expect([asked.get('begun_at[gte]'), asked.get('begun_at[lt]')]).to.deep.equal([
      '2026-09-30T22:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ]);
  });

  it('asks for days as days', () => {
    const [bar] = periodBars(things, chart('due_on.week', [count('2026-11-16', 5)]), looking);
    const asked = new URLSearchParams(bar?.to.split('?')[1]);
    expect([...asked]).to.deep.equal([
      ['due_on[gte]', '2026-11-16'],
      ['due_on[lt]', '2026-11-23'],
    ]);
  });

  it('has no columns where nothing ever was, and not endlessly many', () => {
    expect(periodBars(things, chart('begun_at.month', []), looking)).to.deep.equal([]);
    expect(periodBars(things, chart('begun_at.day', [count('0001-01-01', 1)]), looking)).to.have.lengthOf(60);
  });
});
