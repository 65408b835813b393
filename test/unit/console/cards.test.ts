import { expect } from 'chai';
import { boardPaths, columnsOf, waysOf } from '../../../console/board/cards.ts';
import type { Field, Page, Row } from '../../../console/service/metadata.ts';
import { thing } from './thing.ts';

const state: Field = {
  name: 'state',
  label: 'State',
  type: 'enum',
  required: true,
  nullable: false,
  read_only: false,
  write_only: false,
  fixed: false,
  limits: {},
  values: ['new', 'begun', 'over'].map((value) => ({ value, label: value.toUpperCase() })),
};
const transitions = { new: ['begun', 'over'], begun: ['over'], over: [] };
const resource = thing({ fields: [state], states: { field: 'state', initial: ['new'], transitions } });
const can = { update: true, delete: true, transitions: ['over'], actions: [] };

function pageOf(rows: readonly Row[]): Page {
  return {
    data: rows,
    meta: { current_page: 1, from: 1, to: rows.length, last_page: 1, total: rows.length },
  };
}

describe('a board', () => {
  it('asks for what is going on apart from what is over, with what may be done and in which version', () => {
    const paths = boardPaths(resource, state, { search: 'pump' });
    expect(paths.counts).to.equal('/things/counts?search=pump&by=state');
    const [going, over] = [paths.going, paths.over].map((path) => new URLSearchParams(path?.split('?')[1]));
    expect(going?.get('state')).to.equal('new,begun');
    expect(over?.get('state')).to.equal('over');
    expect(going?.get('with')).to.equal('can,etag');
    expect(going?.get('fields')?.split(',')).to.include.members(['id', 'name', 'state']);
  });

  it('asks for the columns alone that the list is filtered by', () => {
    const paths = boardPaths(resource, state, { state: 'over' });
    expect(paths.going).to.equal(null);
    expect(paths.over).to.include('state=over');
  });

  it('has a column for each value, also for those without rows', () => {
    const counts = { data: [{ value: 'new', count: 40 }] };
    const page = pageOf([{ id: 3, state: 'new' }]);
    const columns = columnsOf(resource, state, {}, counts, [page, pageOf([])]);
    expect(columns.map(({ label, total, rows }) => [label, total, rows.length])).to.deep.equal([
      ['NEW', 40, 1],
      ['BEGUN', 0, 0],
      ['OVER', 0, 0],
    ]);
  });

  it('offers the ways that a row may go, and none to who may not', () => {
    const ways = (row: Row, field = state) => waysOf(resource, field, row).map(({ value }) => value);
    expect(ways({ id: 3, state: 'new', can })).to.deep.equal(['over']);
    expect(ways({ id: 3, state: 'new' })).to.deep.equal([]);
    expect(ways({ id: 3, state: 'new', can: { ...can, transitions: [] } })).to.deep.equal([]);
    expect(ways({ id: 3, state: 'new', can }, { ...state, read_only: true })).to.deep.equal([]);
    const plain = thing({ fields: [state] });
    expect(waysOf(plain, state, { id: 3, state: 'new', can }).map(({ value }) => value)).to.deep.equal([
      'begun',
      'over',
    ]);
    expect(waysOf(plain, state, { id: 3, state: 'new', can: { ...can, update: false } })).to.deep.equal([]);
  });
});
