/** Which lists have a kept count, and which must never be taken for one. */

import { expect } from 'chai';
import { and, eq, type RowScope } from '../../../../engine/condition.ts';
import { type CounterModel, counterListsOf, counterModelOf } from '../../../../engine/counters/counter.ts';
import { triggerSql } from '../../../../engine/counters/triggers.ts';
import { mysqlDialect } from '../../../../engine/database/dialect/mysql.ts';
import { sqliteDialect } from '../../../../engine/database/dialect/sqlite.ts';
import { readListIntent } from '../../../../engine/request/intent.ts';
import { resource } from '../fixture.ts';

const tools = resource('tools');
const here: RowScope = eq('site_id', 7);

function model(): CounterModel {
  const made = counterModelOf(tools);
  if (made === null) throw new Error('Tools are not counted.');
  return made;
}
const listOf = (query: Record<string, string>, reach: RowScope = here) =>
  counterListsOf(model(), readListIntent(tools, query), reach);
const nameOf = (query: Record<string, string>, reach: RowScope = here) =>
  listOf(query, reach)?.names.join(' ').replaceAll(model().prefix, '') ?? null;

describe('kept counts', () => {
  it('are of site-scoped resources: all rows, and those of each value of an enumeration', () => {
    expect(model().fields).to.include('state');
    expect(model().prefix).to.match(/^tools@[0-9a-f]{8}$/);
    expect(counterModelOf(resource('people'))).to.equal(null);
    expect(counterModelOf(resource('depots'))).to.equal(null);
  });

  it('serve lists of one site, with any page, order and fields', () => {
    expect(nameOf({})).to.equal('//7');
    expect(nameOf({ page: '3', per_page: '5', sort: '-created_at', fields: 'id' })).to.equal('//7');
    expect(nameOf({ state: 'worn' })).to.equal('/state=worn/7');
    expect(nameOf({ state: 'worn,lost,worn' })).to.equal('/state=worn/7 /state=lost/7');
  });

  it('serve the rows of a site that have not one value of an enumeration', () => {
    const without = (column: string, value: string): RowScope =>
      and(eq('site_id', 7), { op: 'not', of: eq(column, value) });
    const parts = model().parts.filter((part) => part.startsWith('state=') && part !== 'state=worn');
    expect(nameOf({}, without('state', 'worn'))).to.equal(parts.map((part) => `/${part}/7`).join(' '));
    expect(nameOf({ state: 'lost' }, without('state', 'worn'))).to.equal(null);
    expect(nameOf({}, without('name', 'worn'))).to.equal(null);
  });

  it('serve lists of every site, and of one, for who reaches them all', () => {
    expect(listOf({}, 'all')).to.include({ everySite: true });
    expect(nameOf({}, 'all')).to.equal('//');
    expect(nameOf({ state: 'worn' }, 'all')).to.equal('/state=worn/');
    expect(nameOf({ site_id: '9', state: 'worn' }, 'all')).to.equal('/state=worn/9');
  });

  /** Lists of other rows than any kept count is of. */
  const others: readonly (readonly [Record<string, string>, RowScope?])[] = [
    [{ search: 'saw' }],
    [{ state: 'worn', 'price[lt]': '2' }],
    [{ 'price[lt]': '2' }],
    [{ site_id: '7' }],
    [{ site_id: '9' }],
    [{ site_id: '7,9' }, 'all'],
    [{}, 'none'],
    [{}, { op: 'in', column: 'site_id', values: [7, 8] }],
    [{}, { op: 'not', of: eq('site_id', 7) }],
    [{}, { op: 'and', of: [eq('site_id', 7), eq('state', 'worn')] }],
    [{}, eq('created_by_id', 7)],
    [{}, { op: 'gt', column: 'site_id', value: 7 }],
  ];
  for (const [query, reach] of others) {
    it(`serve nothing for ${JSON.stringify(query)} of ${JSON.stringify(reach ?? here)}`, () => {
      expect(nameOf(query, reach)).to.equal(null);
    });
  }

  it('change their names when what is counted changes', () => {
    const text = triggerSql(model(), 'update', mysqlDialect);
    expect(text).to.include(`'${model().prefix}/state='`).and.to.include('not (old.`state` <=> new.`state`)');
    expect(triggerSql(model(), 'update', sqliteDialect)).to.include('old.`state` is not new.`state`');
  });
});
