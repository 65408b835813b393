import { expect } from 'chai';
import { calendarPath, rowsByDay, shownIn, turned } from '../../../console/calendar/days.ts';
import { changeTo, type Target } from '../../../console/calendar/moving.ts';
import type { Field, Filter } from '../../../console/service/metadata.ts';
import { session } from '../../../console/service/session.ts';
import { resource as thing } from './described.ts';

const field = (name: string, type: Field['type']): Field => ({
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

describe('a calendar', () => {
  const shown = (query: string) => shownIn(new URLSearchParams(query), '2026-11-22');

  it('shows the span and the day of the address, or the present month', () => {
    expect(shown('span=week&on=2026-03-31').days).to.deep.equal([
      ...['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05'],
    ]);
    expect(shown('span=day&on=2026-03-31').days).to.deep.equal(['2026-03-31']);
    expect(shown('on=2026-03-31').days).to.include.members(['2026-03-01', '2026-03-31', '2026-04-05']);
    for (const none of ['', 'on=2026-13-01', 'on=2026-02-30', 'span=year&on=x'])
      expect(shown(none)).to.include({ span: 'month', on: '2026-11-22' });
  });

  it('turns to the month, week or day before and after', () => {
    expect(turned(shown('on=2026-03-31'), -1)).to.equal('2026-02-01');
    expect(turned(shown('span=week&on=2026-03-31'), 1)).to.equal('2026-04-07');
    expect(turned(shown('span=day&on=2026-03-01'), -1)).to.equal('2026-02-28');
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
    // What ends on these days may have begun a month earlier.
    const ending = calendarPath(resource, { from: 'due_on', until: 'ended_at' }, {}, ['2026-03-30'], paris);
    expect(new URLSearchParams(ending.split('?')[1]).get('due_on[gte]')).to.equal('2026-02-27');
  });

  it('shows a row on the day on which it begins there, and until it ends', () => {
    const rows = [
      { id: 1, begun_at: '2026-03-01T23:30:00.000Z', ended_at: null },
      { id: 2, begun_at: '2026-02-27T10:00:00.000Z', ended_at: '2026-03-02T10:00:00.000Z' },
      { id: 3, begun_at: null, ended_at: null },
    ];
    const byDay = rowsByDay(resource, { from: 'begun_at', until: 'ended_at' }, rows, () => paris);
    const shown = [...byDay].map(([day, some]) => `${day}: ${some.map(({ id }) => id).join()}`).sort();
    expect(shown).to.deep.equal(['2026-02-27: 2', '2026-02-28: 2', '2026-03-01: 2', '2026-03-02: 2,1']);
  });

  it('shows days as days, and nothing for longer than a month', () => {
    const rows = [{ id: 1, due_on: '2026-03-29', ended_at: '2031-01-01T00:00:00.000Z' }];
    expect([...rowsByDay(resource, { from: 'due_on', until: null }, rows, () => paris).keys()]).to.deep.equal(
      ['2026-03-29'],
    );
    expect([
      ...rowsByDay(resource, { from: 'due_on', until: 'ended_at' }, rows, () => paris).keys(),
    ]).to.have.lengthOf(31);
  });

  describe('puts a row elsewhere', () => {
    const people = field('helper_ids', 'references');
    const known: Field = {
      ...people,
      reference: {
        ...{ resource: 'helpers', display: 'name', options_url: null, embed: 'helpers' },
        ...{ fields: [], options_fields: [], options_parameters: [] },
      },
    };
    const row = {
      id: 1,
      begun_at: '2026-03-28T07:00:00.000Z',
      ended_at: '2026-03-28T09:00:00.000Z',
      helpers: [
        { id: 3, name: 'Ada' },
        { id: 4, name: 'Bo' },
      ],
    };
    before(() => {
      const meta = { timezone: paris, locale: 'en', currency: null, operators: {}, history: null };
      const user = {
        ...{ id: 1, full_name: '', email: '', username: '', locale: 'en', current_site_id: 1 },
        ...{ roles: [], permissions: [], sites: [] },
      };
      session.set({ state: 'in', present: { user, meta, resources: [], etag: null } });
    });
    after(() => session.set({ state: 'unknown', present: null }));
    const body = (target: Target, calendar = { from: 'begun_at', until: null as string | null }) =>
      changeTo(resource, calendar, known, row, target, paris)?.body;

    it('at the same time of the clock there, and as long as it was', () => {
      expect(body({ day: '2026-03-29' })).to.deep.equal({ begun_at: '2026-03-29T06:00:00.000Z' });
      expect(body({ day: '2026-03-28', time: '10:00' })).to.deep.equal({
        begun_at: '2026-03-28T09:00:00.000Z',
      });
      expect(body({ day: '2026-03-30' }, { from: 'begun_at', until: 'ended_at' })).to.deep.equal({
        begun_at: '2026-03-30T06:00:00.000Z',
        ended_at: '2026-03-30T08:00:00.000Z',
      });
    });

    it('under another person, where others keep it', () => {
      const day = '2026-03-28';
      expect(body({ day, person: { from: 3, to: { id: 5, name: 'Cy' } } })).to.deep.equal({
        helper_ids: [4, 5],
      });
      expect(body({ day, person: { from: 3, to: { id: 4, name: 'Bo' } } })).to.deep.equal({
        helper_ids: [4],
      });
      expect(body({ day, person: { from: null, to: { id: 5 } } })).to.deep.equal({ helper_ids: [3, 4, 5] });
      expect(body({ day, person: { from: 4, to: null } })).to.deep.equal({ helper_ids: [3] });
    });

    it('and asks nothing where it stands there', () => {
      expect(body({ day: '2026-03-28', person: { from: 3, to: { id: 3 } } })).to.equal(undefined);
    });
  });
});
