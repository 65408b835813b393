/** Query strings: what they ask for, and every one that asks for something there is not. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Failure } from '../../../../engine/failure.ts';
import { readCountsIntent } from '../../../../engine/features/counts/intent.ts';
import { readOptionsIntent } from '../../../../engine/features/options/intent.ts';
import { readListIntent, readNoIntent, readViewIntent } from '../../../../engine/request/intent.ts';
import type { Query } from '../../../../engine/request/query-string.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';
import { resource } from '../fixture.ts';

const tools = resource('tools');
const list = (query: Query) => readListIntent(tools, query);

/** The names of the parameters that a query is refused for. */
function refused(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.code).to.equal('validation_failed');
    return Object.keys(error.errors ?? {}).sort();
  }
  return [];
}

/** What a query is refused with, in English. */
function said(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Failure) return error.toBody('en').message;
    throw error;
  }
  return '';
}

describe('the intent of a list', () => {
  before(announceSeed);

  it('is the first twenty rows in the default order where nothing is said', () => {
    expect(list({})).to.deep.equal({
      page: 1,
      perPage: 20,
      sort: [
        { field: 'due_at', descending: true },
        { field: 'name', descending: false },
      ],
      keys: [...tools.outputs.keys()],
      format: null,
      extras: new Set(),
      tellsFilters: false,
      filters: [],
      words: [],
    });
  });

  it('reads everything together', () => {
    const intent = list({
      page: '3',
      per_page: '100',
      sort: '-state,name,state',
      fields: 'name,id',
      with: 'etag,can,filters,etag',
      search: ' Élan  50%\tÉLAN ',
      state: 'worn,ready,worn',
      'price[gte]': '1.5',
      'price[lt]': '9',
      due_at: 'null',
    });
    expect(intent).to.deep.equal({
      page: 3,
      perPage: 100,
      sort: [
        { field: 'state', descending: true },
        { field: 'name', descending: false },
      ],
      keys: ['id', 'name'],
      format: null,
      extras: new Set(['can', 'etag']),
      tellsFilters: true,
      filters: [
        { name: 'state', operator: 'any', values: ['worn', 'ready'] },
        { name: 'price', operator: 'gte', values: [150] },
        { name: 'price', operator: 'lt', values: [900] },
        { name: 'due_at', operator: 'any', values: [null] },
      ],
      words: ['élan', '50%'],
    });
  });

  it('knows an offset whose + has become a space, and says how it is written', () => {
    const given = '2026-01-01T00:00:00 02:00';
    const message =
      `“${given}” is no value of due_at[gte]. A + in an address means a space: write %2B for it, ` +
      'due_at[gte]=2026-01-01T00:00:00%2B02:00.';
    expect(said(() => list({ 'due_at[gte]': given }))).to.equal(message);
    expect(said(() => list({ due_at: given }))).to.include('%2B');
    for (const other of ['2026-01-01 00:00:00', 'soon enough', '2026-13-01T00:00:00 02:00']) {
      expect(said(() => list({ 'due_at[gte]': other }))).to.not.include('%2B');
    }
    expect(said(() => list({ 'due_at[gte]': '2026-01-01T00:00:00+02:00' }))).to.equal('');
  });

  const wrong: readonly (readonly [Query, ...string[]])[] = [
    [{ 'state[gte]': 'worn' }, 'state[gte]'],
    [{ 'price[near]': '1' }, 'price[near]'],
    [{ 'price[gte]': 'null' }, 'price[gte]'],
    [{ 'search[gte]': 'a' }, 'search[gte]'],
    [{ 'id[gte][lt]': '1' }, 'id[gte][lt]'],
    [{ 'id]': '1' }, 'id]'],
    [{ 'page[]': '1' }, 'page[]'],
    [{ 'price[gte][]': '1' }, 'price[gte][]'],
    [{ state: ['worn', 'open'] }, 'state'],
    [{ 'state[not][]': 'open' }, 'state[not]'],
    [{ 'state[any]': 'worn' }, 'state[any]'],
    [{ constructor: '1', toString: '1' }, 'constructor', 'toString'],
    [JSON.parse('{"__proto__":"1"}'), '__proto__'],
    [{ id: Array.from({ length: 101 }, (_, index) => index).join() }, 'id'],
  ];
  for (const [query, ...names] of wrong) {
    it(`refuses ${JSON.stringify(query).slice(0, 60)}`, () => {
      expect(refused(() => list(query))).to.deep.equal(names);
    });
  }

  it('tells how many words a search may have', () => {
    const words = 'a b c d e f g h i j k';
    expect(said(() => list({ search: words }))).to.equal('A search takes at most 10 words.');
  });

  it('says how one value is given, where there is one', () => {
    expect(said(() => list({ 'page[]': '1' }))).to.equal(
      'The parameter “page” takes one value: leave the [] out.',
    );
    expect(said(() => list({ 'price[gte]': ['1', '2'] }))).to.equal(
      'The parameter “price[gte]” was given more than once. It takes one value.',
    );
  });

  it('names the operators that a filter has', () => {
    expect(said(() => list({ 'pieces[like]': '1' }))).to.equal(
      'The parameter “pieces” takes no [like]. Allowed: [not], [null], [gt], [gte], [lt], [lte].',
    );
    expect(said(() => list({ 'page[not]': '1' }))).to.equal(
      'The parameter “page” takes no [not]. Allowed: nothing.',
    );
  });

  it('is read or refused by name, for any query, and never throws anything else', () => {
    const name = fc.oneof(
      fc.constantFrom('page', 'sort', 'fields', 'search', ...tools.filters.keys(), 'price[gte]', 'id[]'),
      fc.string(),
    );
    const value = fc.oneof(fc.string(), fc.constantFrom('1', 'null', 'true', '2026-01-31', 'worn'));
    const queries = fc.dictionary(name, fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 })));
    fc.assert(
      fc.property(queries, (query) => {
        const before = JSON.stringify(query);
        const sent = Object.keys(query).flatMap((key) => [key, key.replace(/\[\]$/, '')]);
        for (const one of refused(() => list(query))) expect(sent).to.include(one);
        expect(JSON.stringify(query), 'the query is only read').to.equal(before);
      }),
      { seed, numRuns: 2000 },
    );
  });
});

describe('other intents', () => {
  it('of a view, and of a write that answers a row, take `fields` and `with`', () => {
    expect(readViewIntent(tools, {})).to.deep.equal({ keys: null, extras: new Set() });
    expect(readViewIntent(tools, { fields: 'state,id', with: 'can' })).to.deep.equal({
      keys: ['id', 'state'],
      extras: new Set(['can']),
    });
    const wrong = { fields: 'x', with: 'can,x', page: '1' };
    expect(refused(() => readViewIntent(tools, wrong))).to.deep.equal(['fields', 'page', 'with']);
    expect(said(() => readViewIntent(tools, { with: 'Can' }))).to.match(/“Can” .* Allowed: can, etag\.$/);
  });

  it('of a delete take nothing', () => {
    expect(refused(() => readNoIntent({}))).to.deep.equal([]);
    expect(refused(() => readNoIntent({ fields: 'id' }))).to.deep.equal(['fields']);
    expect(said(() => readNoIntent({ fields: 'id' }))).to.match(/ Allowed: nothing\.$/);
  });

  it('of options take a page, a search and ids, and what is known of the form', () => {
    const read = (query: Query) => readOptionsIntent(tools, query, ['depot_id', 'for']);
    expect(read({ search: 'Bohrer', id: '1,2', page: '2', per_page: '5', depot_id: '7' })).to.deep.equal({
      page: 2,
      perPage: 5,
      words: ['bohrer'],
      ids: [1, 2],
      form: { depot_id: 7 },
      holder: null,
    });
    expect(read({})).to.deep.include({ ids: null, form: {} });
    const wrong: Query = { sort: 'name', id: 'x', for: '0', depot_id: '1,2' };
    expect(refused(() => read(wrong))).to.have.members(['id', 'sort', 'for', 'depot_id']);
    expect(refused(() => readOptionsIntent(tools, { for: '1' }, []))).to.deep.equal(['for']);
  });

  it('of counts name one or two things to count by or none, and may sum and filter', () => {
    const allowed = { choices: ['state', 'due_at.month'], sums: ['price', 'pieces'] };
    const read = (query: Query) => readCountsIntent(tools, query, allowed);
    const filters = [{ name: 'state', operator: 'any', values: ['worn'] }];
    const month = { name: 'due_at', part: 'month' };
    const state = { name: 'state', part: null };
    expect(read({ by: 'due_at.month', state: 'worn' })).to.deep.equal({
      ...{ by: [month], sums: [], filters, words: [] },
    });
    expect(read({ by: 'state,due_at.month', sum: 'pieces,price' })).to.deep.include({
      ...{ by: [state, month], sums: ['pieces', 'price'] },
    });
    expect(read({ sum: 'price,price' })).to.deep.include({ by: [], sums: ['price'] });
    expect(read({})).to.deep.equal({ by: [], sums: [], filters: [], words: [] });
    const wrong = [
      '',
      'due_at',
      'due_at.hour',
      'constructor',
      'state,state',
      'state,',
      ',',
      'state, due_at.month',
    ];
    for (const by of [...wrong, 'state,due_at.month,state']) {
      expect(
        refused(() => read({ by })),
        by,
      ).to.deep.equal(['by']);
    }
    for (const sum of ['', 'state', 'price,', 'price,nonsense']) {
      expect(
        refused(() => read({ sum })),
        sum,
      ).to.deep.equal(['sum']);
    }
    expect(refused(() => read({ by: 'x', sum: 'y', page: '1' }))).to.deep.equal(['by', 'page', 'sum']);
    expect(said(() => read({ by: 'state,state' }))).to.equal(
      '“state,state” is no value of by: it must be one or two of state, due_at.month, each once, with a comma between.',
    );
    expect(said(() => read({ sum: 'x' }))).to.equal(
      '“x” is no value of sum: it must be one or several of price, pieces, with commas between.',
    );
    expect(read({ 'by[]': ['state', 'due_at.month'], sum: ['price', 'pieces'] })).to.deep.equal(
      read({ by: 'state,due_at.month', sum: 'price,pieces' }),
    );
    const nothing = () => readCountsIntent(tools, { sum: 'price' }, { choices: ['state'], sums: [] });
    expect(refused(nothing)).to.deep.equal(['sum']);
  });
});
