/** The parts of a list's address, the columns of a list, and its saved views. */
import { expect } from 'chai';
import { listQuery, modeOf, normalized, orderedQuery, rowsQuery } from '../../../console/list/address.ts';
import { chosenColumns, fileFields, moved, showable } from '../../../console/list/columns.ts';
import { cardFields, usualColumns } from '../../../console/list/request.ts';
import { withoutStart } from '../../../console/list/views/first-query.ts';
import {
  firstOf,
  hasRoom,
  longestName,
  mostViews,
  parseViews,
  shownOf,
  withFirst,
  withoutView,
  withView,
} from '../../../console/list/views/saved.ts';
import { field as aField, resource as aResource } from './described.ts';

const query = (text: string) => new URLSearchParams(text);

describe('the address of a list', () => {
  const full = query(
    'status=open&search=saw&sort=-name&page=3&per_page=50&view=board&columns=name&on=2026-01-01&report=costs&with.year=2026',
  );

  it('has parts for the list, for all of its rows, and for the console alone', () => {
    expect(listQuery(full)).to.deep.equal({
      status: 'open',
      search: 'saw',
      sort: '-name',
      page: '3',
      per_page: '50',
    });
    expect(orderedQuery(full)).to.deep.equal({ status: 'open', search: 'saw', sort: '-name' });
    expect(rowsQuery(full)).to.deep.equal({ status: 'open', search: 'saw' });
  });

  it('shows rows as a list unless it says a way that is known', () => {
    expect(modeOf(full)).to.equal('board');
    expect(modeOf(query('view=pie'))).to.equal('list');
    expect(modeOf(query(''))).to.equal('list');
  });

  it('is the same view on another page, and with its parts in another order', () => {
    expect(normalized(query('b=2&a=1&page=4'))).to.equal(normalized(query('a=1&b=2')));
    expect(normalized(query('view=list&page=4'))).to.equal('');
    expect(normalized(query('view=board'))).to.equal('view=board');
  });
});

describe('the view with which a list opens', () => {
  it('is left, for a report or a board, with the filters that its user has set', () => {
    const resource = aResource({ view: { start: { status: 'open,in_progress', sort: '-severity' } } });
    const left = (text: string) => withoutStart(resource, query(text));
    expect(left('status=open,in_progress&sort=-severity')).to.deep.equal({ status: null, sort: null });
    expect(left('status=open,in_progress&zone_id=3')).to.deep.equal({ status: null });
    expect(left('status=open&sort=name')).to.deep.equal({});
    expect(withoutStart(aResource({}), query('status=open'))).to.deep.equal({});
  });
});

describe('the columns of a list', () => {
  const reference = {
    resource: 'zones',
    embed: 'zone',
    fields: ['id', 'name'],
    display: 'name',
    options_url: null,
    options_fields: [],
    options_parameters: [],
  };
  const resource = aResource({
    fields: [
      aField('name'),
      aField('status', { type: 'enum' }),
      aField('zone_id', { type: 'reference', reference }),
      aField('secret', { write_only: true }),
      aField('parts', { type: 'json' }),
      aField('site_id', { type: 'reference', reference: { ...reference, embed: 'site' } }),
    ],
    view: { ...aResource().view, columns: ['name', 'status', 'zone_id', 'gone'], board: 'status' },
  });

  it('are those of the view, with the site behind the first where several sites stand together', () => {
    expect(usualColumns(resource, false)).to.deep.equal(['name', 'status', 'zone_id']);
    expect(usualColumns(resource, true)).to.deep.equal(['name', 'site_id', 'status', 'zone_id']);
  });

  it('can be any but secrets and what has no words', () => {
    expect(showable(resource).map(({ name }) => name)).to.deep.equal([
      'name',
      'status',
      'zone_id',
      'site_id',
    ]);
    expect(chosenColumns(resource, 'zone_id,secret,name,zone_id')).to.deep.equal(['zone_id', 'name']);
    expect(chosenColumns(resource, ['status', 5])).to.deep.equal(['status']);
    for (const nothing of ['', 'secret', null, undefined, {}, 7]) {
      expect(chosenColumns(resource, nothing)).to.equal(null);
    }
  });

  it('move a step, and no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 'b', -1)).to.deep.equal(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'c', 1)).to.deep.equal(['a', 'b', 'c']);
  });

  it('leave to a card what its head does not say', () => {
    expect(cardFields(resource, true).map(({ name }) => name)).to.deep.equal(['zone_id', 'site_id']);
  });

  it('have the names of what is referred to in a file', () => {
    expect(fileFields(resource, ['name', 'zone_id'])).to.equal('name,zone');
  });
});

describe('saved views', () => {
  const shown = query('status=open&page=2');
  const views = withView([], ' Open ', shown);

  it('have a name, and the address without its page', () => {
    expect(views).to.deep.equal([{ name: 'Open', query: 'status=open' }]);
    expect(shownOf(views, query('status=open'))).to.equal(views[0]);
    expect(shownOf(views, query('status=open&search=x'))).to.equal(undefined);
  });

  it('are replaced by one of the same name, and deleted', () => {
    const first = withFirst(withView(views, 'All', query('')), 'Open');
    expect(withView(first, 'Open', query('status=closed'))).to.deep.equal([
      { name: 'Open', query: 'status=closed', first: true },
      { name: 'All', query: '' },
    ]);
    expect(withoutView(first, 'Open')).to.deep.equal([{ name: 'All', query: '' }]);
  });

  it('are at most one with which the list opens', () => {
    const two = withView(views, 'All', query(''));
    expect(firstOf(two)).to.equal(undefined);
    expect(firstOf(withFirst(withFirst(two, 'All'), 'Open'))?.name).to.equal('Open');
    expect(firstOf(withFirst(withFirst(two, 'All'), null))).to.equal(undefined);
  });

  it('survive damaged data in the storage', () => {
    for (const kept of [undefined, null, 'x', 5, {}, [null, 5, { name: 'x' }, { name: ' ', query: '' }]]) {
      expect(parseViews(kept)).to.deep.equal([]);
    }
    expect(parseViews([...views, { name: 1, query: 'a' }])).to.deep.equal(views);
  });

  it('are bounded', () => {
    const many = Array.from({ length: mostViews }, (_, index) => ({ name: `View ${index}`, query: '' }));
    expect(parseViews([...many, ...many])).to.have.length(mostViews);
    expect(hasRoom(many, 'Another', shown)).to.equal(false);
    expect(hasRoom(many, 'View 3', shown)).to.equal(true);
    expect(hasRoom([], 'Long', query(`search=${'x'.repeat(5000)}`))).to.equal(false);
    expect(withView([], 'x'.repeat(500), shown)[0]?.name).to.have.length(longestName);
  });
});
