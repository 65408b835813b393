import { expect } from 'chai';
import { columnsOf, countsPath, listPaths, waysOf } from '../../../console/board/cards.ts';
import type { Page, Resource, Row } from '../../../console/service/metadata.ts';
import { field, filter, resource as thing } from './described.ts';

const state = field('state', {
  type: 'enum',
  values: ['new', 'begun', 'over'].map((value) => ({ value, label: value.toUpperCase() })),
});
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
  const counts = (given: Readonly<Record<string, number>>) => ({
    data: Object.entries(given).map(([value, count]) => ({ value, count })),
  });
  const listsFor = (asked: Record<string, string>, given: Readonly<Record<string, number>>) =>
    listPaths(resource, state, asked, counts(given)).map(([path]) => new URLSearchParams(path.split('?')[1]));

  it('asks for all rows at once where they fit, with what may be done and in which version', () => {
    expect(countsPath(resource, state, { search: 'pump' })).to.equal('/things/counts?search=pump&by=state');
    const [list, ...more] = listsFor({ search: 'pump' }, { new: 60, begun: 40 });
    expect(more).to.deep.equal([]);
    expect([list?.get('state'), list?.get('search'), list?.get('with')]).to.deep.equal([
      'begun,new',
      'pump',
      'can,etag',
    ]);
    expect(list?.get('fields')?.split(',')).to.include.members(['id', 'name', 'state']);
  });

  it('asks for the largest column apart, so that it leaves room for the others', () => {
    const lists = listsFor({}, { new: 30, begun: 5, over: 900 });
    expect(lists.map((list) => [list.get('state'), list.get('per_page')])).to.deep.equal([
      ['begun,new', '100'],
      ['over', '20'],
    ]);
  });

  it('asks for what is late first, else in the order of its list, and for the latest rows of what is over', () => {
    const fields = ['due_at', 'updated_at'].map((name) => ({ name, label: name }));
    const late = { at: ['begins_at', 'due_at'], while: { state: ['new', 'begun'] } };
    const start = { sort: '-name' };
    const sortsOf = (
      view: Partial<Resource['view']>,
      given: Readonly<Record<string, number>>,
      by = fields,
    ) => {
      const sorted = thing({ fields: [state], sort: { fields: by, default: 'id' }, view });
      return listPaths(sorted, state, {}, counts(given)).map(([path]) =>
        new URLSearchParams(path.split('?')[1]).get('sort'),
      );
    };
    expect(sortsOf({ late, start }, { new: 40 })).to.deep.equal(['due_at']);
    expect(sortsOf({ start }, { new: 40 })).to.deep.equal(['-name']);
    expect(sortsOf({}, { new: 40 })).to.deep.equal([null]);
    expect(sortsOf({ late }, { new: 40, over: 900 })).to.deep.equal(['due_at', '-updated_at']);
    expect(sortsOf({ start }, { new: 40, over: 900 })).to.deep.equal(['-name', '-updated_at']);
    const [first = { name: '', label: '' }] = fields;
    expect(sortsOf({ late }, { new: 40, over: 900 }, [first])).to.deep.equal(['due_at', null]);
    expect(sortsOf({ late }, { new: 900, over: 40 })).to.deep.equal(['due_at', 'due_at']);
  });

  it('asks for the order that the user has chosen, and that with which the list opens is nobody’s choice', () => {
    const late = { at: ['due_at'], while: { state: ['new'] } };
    const fields = ['due_at', 'name', 'updated_at'].map((name) => ({ name, label: name }));
    const sorted = thing({
      fields: [state, field('size')],
      sort: { fields, default: 'id' },
      view: { late, start: { sort: 'name' } },
    });
    const sortsOf = (sort: string) =>
      listPaths(sorted, state, { sort }, counts({ new: 40, over: 900 })).map(([path]) => {
        const query = new URLSearchParams(path.split('?')[1]);
        return [query.get('sort'), query.get('fields')?.split(',').includes('size')];
      });
    expect(sortsOf('-size')).to.deep.equal([
      ['-size', true],
      ['-size', true],
    ]);
    expect(sortsOf('name')).to.deep.equal([
      ['due_at', false],
      ['-updated_at', false],
    ]);
    expect(countsPath(sorted, state, { sort: '-size', search: 'x' })).to.equal(
      '/things/counts?search=x&by=state',
    );
  });

  it('has rows without a date behind those with one', () => {
    const late = { at: ['due_at'], while: { state: ['new'] } };
    const sorted = thing({
      fields: [state],
      sort: { fields: [{ name: 'due_at', label: 'Due' }], default: 'id' },
      view: { late },
    });
    const rows = [null, null, '2026-11-02', '2026-11-03'].map((due_at, id) => ({ id, state: 'new', due_at }));
    const idsFor = (asked: Record<string, string>) =>
      columnsOf(sorted, state, asked, counts({ new: 4 }), [pageOf(rows)])[0]?.rows.map(({ id }) => id);
    expect(idsFor({})).to.deep.equal([2, 3, 0, 1]);
    expect(idsFor({ sort: 'due_at' })).to.deep.equal([2, 3, 0, 1]);
    expect(idsFor({ sort: '-name' })).to.deep.equal([0, 1, 2, 3]);
    const over = rows.map((row) => ({ ...row, state: 'over' }));
    const apart = columnsOf(sorted, state, {}, counts({ over: 900 }), [pageOf([]), pageOf(over)]);
    expect(apart[2]?.rows.map(({ id }) => id)).to.deep.equal([0, 1, 2, 3]);
  });

  it('asks for rows with a date first where not all of them fit', () => {
    const late = { at: ['due_at'], while: { state: ['new', 'begun'] } };
    const due = filter('due_at', 'date', { nullable: true, operators: ['any', 'null'] });
    const sort = { fields: [{ name: 'due_at', label: 'Due' }], default: 'id' };
    const partsOf = (asked: Record<string, string>, given: Record<string, number>, filters = [due]) =>
      listPaths(thing({ fields: [state], sort, filters, view: { late } }), state, asked, counts(given)).map(
        (paths) => paths.map((path = '') => new URLSearchParams(path.split('?')[1]).get('due_at[null]')),
      );
    const dated = ['false', 'true'];
    expect(partsOf({}, { new: 900, begun: 40 })).to.deep.equal([[null], dated]);
    expect(partsOf({}, { new: 900, begun: 140 })).to.deep.equal([dated, dated]);
    expect(partsOf({ state: 'new' }, { new: 900 })).to.deep.equal([dated]);
    expect(partsOf({}, { new: 60, begun: 40 })).to.deep.equal([[null]]);
    // The latest rows of what is over, an order downwards, what is filtered already, and no such filter.
    expect(partsOf({}, { new: 40, over: 900 })).to.deep.equal([[null], [null]]);
    expect(partsOf({ sort: '-due_at' }, { new: 900, begun: 40 })).to.deep.equal([[null], [null]]);
    expect(partsOf({ 'due_at[null]': 'true' }, { new: 900 })).to.deep.equal([['true']]);
    expect(partsOf({}, { new: 900 }, [])).to.deep.equal([[null]]);
  });

  it('asks for the columns alone that the list is filtered by, and for none without rows', () => {
    expect(listsFor({ state: 'over' }, { over: 900 }).map((list) => list.get('state'))).to.deep.equal([
      'over',
    ]);
    expect(listsFor({}, {})).to.deep.equal([]);
  });

  it('has a column for each value, also for those without rows', () => {
    const page = pageOf([{ id: 3, state: 'new' }]);
    const columns = columnsOf(resource, state, {}, counts({ new: 40 }), [page, pageOf([])]);
    expect(columns.map(({ label, total, rows }) => [label, total, rows.length])).to.deep.equal([
      ['NEW', 40, 1],
      ['BEGUN', 0, 0],
      ['OVER', 0, 0],
    ]);
  });

  it('offers the transitions of a row, and none to users who may not', () => {
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
