/** What a page shows while writes wait for a network. */
import { expect } from 'chai';
import { type QueueEntry, temporaryId } from '../../../console/queue/entry.ts';
import { type Laying, laidBody, madeBody } from '../../../console/queue/lay.ts';
import { field, filter, resource } from './described.ts';

const made = temporaryId(1_800_000_000_000, []);

const entry = (given: Partial<QueueEntry>): QueueEntry => ({
  ...{ key: 'k', person: 1, site: 3, at: 1_800_000_000_000, does: 'change', resource: 'things', id: 7 },
  ...{ path: '', body: {}, file: null, seen: { id: 7 }, etag: null, timed: null, state: 'waiting' },
  ...{ tried: null, tries: 0, next: 0, isPutOff: false, words: '', now: null },
  ...given,
});

const things = resource({
  fields: [
    field('name'),
    field('stage', { default: 'new' }),
    field('box_id', { reference: { resource: 'boxes', embed: 'box', display: 'name' } as never }),
    field('number', { read_only: true }),
  ],
  filters: [filter('stage', 'text'), filter('box_id', 'integer')],
  states: { field: 'stage', initial: ['new'], transitions: { new: ['open'], open: ['done'] } },
  view: { offline: { create: true, update: ['stage'] } },
});

const laying = (entries: readonly QueueEntry[]): Laying => ({
  ...{ entries, site: 3, person: 1 },
  resourceAt: (at) => (at === 'things' ? things : undefined),
});
const lay = (path: string, body: unknown, ...entries: QueueEntry[]): unknown =>
  laidBody(path, body, laying(entries));
const madeOf = (path: string, ...entries: QueueEntry[]): unknown => madeBody(path, laying(entries));
const can = { update: true, delete: false, transitions: ['open'], actions: [] };
const row = { id: 7, name: 'A', stage: 'new', box_id: 4, box: { id: 4, name: 'Box' }, can };
const page = (...rows: object[]) => ({ data: rows, meta: { total: rows.length } });

describe('what a page shows while writes wait', () => {
  it('is what it was where nothing waits for it', () => {
    const [one, list] = [{ data: row }, page(row)];
    const other = entry({ id: 8, body: { stage: 'open' } });
    expect(lay('/things/7?with=can', one, other)).to.equal(one);
    expect(lay('/things?per_page=25', list, other)).to.equal(list);
    expect(lay('/others/7', one, other)).to.equal(one);
  });

  it('is the row with every change, where the last leads on', () => {
    const laid = lay(
      '/things/7?with=can',
      { data: row },
      entry({ body: { stage: 'open' } }),
      entry({ body: { name: 'B' } }),
    );
    const wanted = { ...row, stage: 'open', name: 'B', unsent: true, can: { ...can, transitions: ['done'] } };
    expect(laid).to.deep.equal({ data: wanted });
    expect(lay('/things?a=1', page(row, { id: 8 }), entry({ body: { stage: 'open' } }))).to.deep.equal({
      ...page({ ...wanted, name: 'A' }, { id: 8 }),
    });
  });

  it('names no row that it referred to before', () => {
    const laid = lay('/things/7', { data: row }, entry({ body: { box_id: 5 } }));
    expect(laid).to.have.nested.property('data.box', undefined);
  });

  it('can be changed where a change of what it refers to may allow it', () => {
    const closed = { ...row, can: { ...can, update: false } };
    const opened = entry({ resource: 'boxes', id: 4, body: { stage: 'open' } });
    expect(lay('/things/7', { data: closed }, opened)).to.have.nested.property('data.can.update', true);
    expect(lay('/things/7', { data: closed }, { ...opened, id: 5 })).to.have.nested.property(
      ...(['data.can.update', false] as const),
    );
  });

  it('has rows that are still to be made, on a page of their own and first in lists that ask for them', () => {
    const making = entry({
      does: 'make',
      id: made,
      body: { name: 'New', box_id: 4 },
      seen: { id: made, box: row.box },
    });
    const one = madeOf(`/things/${made}?with=can`, making);
    const values = { id: made, name: 'New', stage: 'new', box: row.box, site_id: 3, unsent: true };
    expect(one).to.have.property('data').that.deep.includes(values).and.not.has.property('number');
    for (const [query, count] of [
      ['', 2],
      ['?box_id=3,4&stage=new', 2],
      ['?stage=open', 1],
      ['?page=2', 1],
    ] as const)
      expect(lay(`/things${query}`, page(row), making), query).to.have.nested.property('meta.total', count);
    expect(madeOf(`/hung?record_id=${made}`, making)).to.have.nested.property('meta.total', 0);
    expect([madeOf('/things/9', making), madeOf('/things?a=1', making)]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('is marked where only a file waits', () => {
    const laid = lay('/things/7', { data: row }, entry({ does: 'hang' }));
    expect(laid).to.deep.equal({ data: { ...row, unsent: true } });
  });

  it('is laid over several lists as well', () => {
    const lists = [page(row), page({ id: 9 })];
    const laid = lay('lists /things?a=1 /things?a=2', lists, entry({ body: { name: 'B' } }));
    expect(laid).to.have.nested.property('[0].data[0].name', 'B');
    expect(laid).to.have.nested.property('[1].data[0].id', 9);
    expect(lay('lists /things?a=1 /things?a=2', lists, entry({ id: 1 }))).to.equal(lists);
  });
});
