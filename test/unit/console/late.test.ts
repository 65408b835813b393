/** When a row is late or due soon, and how long that is. */
import { expect } from 'chai';
import { latenessOf } from '../../../console/parts/late.ts';
import type { Resource } from '../../../console/service/metadata.ts';
import { speak } from '../../../console/words/words.ts';
import { resource } from './described.ts';

const now = Date.parse('2026-11-23T12:00:00Z');

type Late = NonNullable<Resource['view']['late']>;

describe('a row', () => {
  /** The page, of which a language is told. */
  before(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await speak('en');
  });
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  const tell = (late: Late, row: Readonly<Record<string, unknown>>) => {
    const found = latenessOf(
      resource({ view: { late } }),
      { id: 1, ...row },
      { timezone: 'Europe/Paris', now },
    );
    return found && `${found.field} ${found.is}: ${found.words} (${found.tone})`;
  };
  const open: Late = { at: ['due_at'], while: { state: ['open', 'doing'] }, soon: 'P7D' };

  it('is late once its moment has passed, and due soon before that', () => {
    const at = (due_at: string) => tell(open, { state: 'open', due_at });
    expect(at('2026-11-20T11:00:00Z')).to.equal('due_at late: 3 days late (bad)');
    expect(at('2026-11-22T11:00:00Z')).to.equal('due_at late: 1 day late (bad)');
    expect(at('2026-11-23T09:30:00Z')).to.equal('due_at late: 2 h late (bad)');
    expect(at('2026-11-23T11:59:59Z')).to.equal('due_at late: 1 min late (bad)');
    expect(at('2026-11-23T14:00:00Z')).to.equal('due_at due: in 2 h (warn)');
    expect(at('2026-11-30T12:00:00Z')).to.equal('due_at due: in 7 days (warn)');
    expect(at('2026-11-30T12:01:00Z')).to.equal(null);
  });

  it('is neither where something else is so', () => {
    expect(tell(open, { state: 'done', due_at: '2026-11-20T11:00:00Z' })).to.equal(null);
    expect(tell(open, { due_at: '2026-11-20T11:00:00Z' })).to.equal(null);
    expect(tell(open, { state: 'open', due_at: null })).to.equal(null);
    expect(tell({ at: ['due_at'], while: {} }, { due_at: '2026-11-23T13:00:00Z' })).to.equal(null);
  });

  it('is late after its window, where there is one', () => {
    const windowed: Late = { at: ['due_at'], after: 'until', while: {}, soon: 'P1D' };
    const at = (until: string | null, due_at = '2026-11-20T12:00:00Z') => tell(windowed, { due_at, until });
    expect(at('2026-11-23T11:00:00Z')).to.equal('due_at late: 3 days late (bad)');
    expect(at('2026-11-25T12:00:00Z')).to.equal('due_at due: 2 days left (warn)');
    expect(at(null)).to.equal(null);
    expect(at('2026-11-25T12:00:00Z', '2026-11-23T14:00:00Z')).to.equal('due_at due: in 2 h (warn)');
    expect(at('2026-11-22T12:00:00Z', '2026-12-01T12:00:00Z')).to.equal('due_at late: 1 day late (bad)');
  });

  it('goes by the first date that it has', () => {
    const either: Late = { at: ['planned_at', 'due_at'], while: {} };
    expect(tell(either, { planned_at: null, due_at: '2026-11-21T12:00:00Z' })).to.equal(
      'due_at late: 2 days late (bad)',
    );
    expect(tell(either, { planned_at: '2026-11-25T12:00:00Z', due_at: '2026-11-21T12:00:00Z' })).to.equal(
      null,
    );
  });

  it('is late by a day when that day has passed at the site', () => {
    const by: Late = { at: ['on'], while: {}, soon: 'PT48H' };
    expect(tell(by, { on: '2026-11-22' })).to.equal('on late: 1 day late (bad)');
    expect(tell(by, { on: '2026-11-23' })).to.equal('on due: Today (warn)');
    expect(tell(by, { on: '2026-11-25' })).to.equal('on due: in 2 days (warn)');
    expect(tell(by, { on: '2026-11-26' })).to.equal(null);
  });

  it('is told in French', async () => {
    await speak('fr');
    expect(tell(open, { state: 'open', due_at: '2026-11-20T11:00:00Z' })).to.match(/late: 3.jours de retard/);
    await speak('en');
  });
});
