/** What is taken along, to be there without a network. */
import { expect } from 'chai';
import { takenQuery, takenResources, takenWith } from '../../../console/service/seen/along.ts';
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
