/** What is taken along, to be there without a network. */
import { expect } from 'chai';
import { takenQuery, takenResources, takenWith } from '../../../console/service/seen/along.ts';
import { hungList } from '../../../console/service/seen/along-hung.ts';
import { hungKinds } from '../../../console/service/seen/hung.ts';
import { smallOf } from '../../../console/service/seen/pictures.ts';
import { field, resource } from './described.ts';

const jobs = resource({
  path: 'jobs',
  fields: [
    field('thing_id', { reference: { resource: 'things', embed: 'thing', display: 'name' } as never }),
    field('tool_ids', { reference: { resource: 'tools', embed: 'tools', display: 'name' } as never }),
  ],
  sort: { fields: [{ name: 'due_at', label: 'Due' }], default: 'id' } as never,
  related: [{ resource: 'steps', filter: 'job_id', count_field: 'step_count' }],
  view: {
    late: { at: ['due_at'], while: {} },
    offline: { list: { stage: ['new', 'open'] }, own: 'helper_id', with: ['things', 'steps'] },
  },
});

describe('what is taken along', () => {
  it('is of resources that say so, and whose rows may be listed and viewed', () => {
    const unseen = resource({ operations: ['list'], view: { offline: { list: {} } } });
    const written = resource({ view: { offline: { create: true } } });
    expect(takenResources([jobs, resource(), unseen, written])).to.deep.equal([jobs]);
  });

  it('is one’s own, or everybody’s by choice, what is due first', () => {
    const all = { stage: 'new,open', sort: 'due_at' };
    expect(takenQuery(jobs, 7)).to.deep.equal({ ...all, helper_id: '7' });
    expect(takenQuery(jobs, null)).to.deep.equal(all);
    expect(takenQuery(resource({ view: { offline: { list: {} } } }), 7)).to.deep.equal({});
  });

  it('has with it what rows refer to, and what belongs to them, each once and a page at a time', () => {
    const rows = [
      { id: 1, thing_id: 5, tool_ids: [8, 9] },
      { id: 2, thing_id: 5, tool_ids: [9] },
      { id: 3, thing_id: null, tool_ids: [] },
    ];
    expect(takenWith(jobs, rows, 'things')).to.deep.equal([{ id: '5' }]);
    expect(takenWith(jobs, rows, 'tools')).to.deep.equal([{ id: '8,9' }]);
    expect(takenWith(jobs, rows, 'steps')).to.deep.equal([{ job_id: '1,2,3' }]);
    expect(takenWith(jobs, [], 'steps')).to.deep.equal([]);
    const many = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, thing_id: at + 1 }));
    expect(takenWith(jobs, many, 'things').map(({ id = '' }) => id.split(',').length)).to.deep.equal([
      100, 20,
    ]);
  });
});

describe('what hangs on rows that are taken along', () => {
  const remarks = resource({ name: 'remark', path: 'remarks', hangs: 'commentable' });
  const photos = resource({ name: 'photo', path: 'photos', hangs: 'attachable' });
  const list = 'https://host/api/v1/remarks?resource={resource}&record_id={id}';
  const meta = {
    ...{ timezone: null, locale: 'en', currency: null, operators: {}, history: null },
    remarks: { url: list, create_url: 'https://host/api/v1/{resource}/{id}/remarks' },
    photos: { url: list, upload_url: 'https://host/api/v1/{resource}/{id}/photos', max_bytes: 9 },
  };
  const things = resource({ commentable: 'view', attachable: 'add' });
  const kinds = hungKinds({ resources: [remarks, things, photos], meta }, things);

  it('is of the kinds that the resource names', () => {
    expect(kinds.map(({ hung, adds, maxBytes }) => [hung.path, adds, maxBytes])).to.deep.equal([
      ['remarks', false, null],
      ['photos', true, 9],
    ]);
    expect(
      hungKinds({ resources: [remarks, photos], meta }, resource({ commentable: 'add' })),
    ).to.have.length(1);
  });

  it('is a list of each row, as its page asks for it, of which the first are known', () => {
    const found = Array.from({ length: 30 }, (_, at) => ({ id: at, resource: 'things', record_id: at % 2 }));
    const [kind] = kinds;
    if (!kind) throw new Error('There is no kind.');
    const asked = hungList(kind, things, { id: 1, remark_count: 40 }, found);
    expect(asked?.path).to.equal('/remarks?resource=things&record_id=1&with=can&per_page=25');
    expect(asked?.body.data.map(({ id }) => id))
      .to.have.length(15)
      .and.include(29);
    expect(asked?.body.meta).to.deep.include({ total: 40, last_page: 2 });
    const others = found.map((one) => ({ ...one, resource: 'others' }));
    expect(hungList(kind, things, { id: 1, remark_count: 2 }, others)).to.equal(null);
  });

  it('has a picture of a file with a thumbnail, or that is small itself', () => {
    const photo = { id: 1, is_image: true, url: 'https://host/api/v1/photos/1/content', size: 1000 };
    const thumbnail_url = 'https://host/api/v1/photos/1/thumbnail';
    expect(smallOf({ ...photo, thumbnail_url })).to.equal('/api/v1/photos/1/thumbnail');
    expect(smallOf({ ...photo, thumbnail_url: null })).to.equal('/api/v1/photos/1/content');
    expect(smallOf({ ...photo, thumbnail_url: null, size: 1_000_000 })).to.equal(null);
    expect(smallOf({ ...photo, is_image: false })).to.equal(null);
  });
});
