/** Filters in an address: what is read out of it, and what is written into it. */
import { expect } from 'chai';
import {
  type Changes,
  chooseEnd,
  chooseValues,
  chosenOf,
  conditionOf,
  conditionsOf,
  endOf,
  meantEnd,
  nothing,
  type Side,
  sensesOf,
  typedEnd,
} from '../../../console/list/filters/conditions.ts';
import { filter as aFilter, resource as aResource } from './described.ts';

const paris = 'Europe/Paris';

/** An address after changes, as the page makes them. */
function changed(query: string, changes: Changes): string {
  const after = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return decodeURIComponent(after.toString());
}

describe('filters in an address', () => {
  const state = aFilter('state', 'enum', { nullable: true });
  const price = aFilter('price', 'decimal');
  const amount = aFilter('amount', 'integer');
  const bought = aFilter('bought_on', 'date');
  const used = aFilter('used_at', 'datetime', { nullable: true });
  const resource = aResource({ filters: [state, price, amount, bought, used] });

  it('ask for none of some values, and for a beginning, where they have that', () => {
    const plate = aFilter('plate', 'text', { operators: ['any', 'not', 'starts'] });
    const closed = aFilter('closed', 'enum', { operators: ['any', 'not'] });
    expect([sensesOf(plate), sensesOf(closed)]).to.deep.equal([
      ['any', 'not', 'starts'],
      ['any', 'not'],
    ]);
    const query = changed('plate=A&page=2', chooseValues(plate, 'not', ['A', 'B']));
    expect(query).to.equal('page=2&plate[not]=A,B');
    expect(chosenOf(conditionOf(plate, new URLSearchParams(query)))).to.deep.equal({
      sense: 'not',
      values: ['A', 'B'],
    });
    const begun = changed(query, chooseValues(plate, 'starts', ['A, B']));
    expect(begun).to.equal('page=2&plate[starts]=A,+B');
    expect(chosenOf(conditionOf(plate, new URLSearchParams(begun))).values).to.deep.equal(['A, B']);
    expect(changed(begun, chooseValues(plate, 'starts', []))).to.equal('page=2');
    expect(chosenOf(null)).to.deep.equal({ sense: 'any', values: [] });
  });

  it('ask for what is filled in by what is not missing, until a range says so', () => {
    const filled = changed('used_at[gte]=2026-01-01T00:00:00Z', chooseValues(used, 'not', ['null']));
    expect(filled).to.equal('used_at[not]=null');
    expect(chosenOf(conditionOf(used, new URLSearchParams(filled)))).to.deep.equal({
      sense: 'not',
      values: ['null'],
    });
    expect(changed(filled, chooseEnd(used, 'lower', '2026-02-01T00:00:00Z'))).to.equal(
      'used_at[gte]=2026-02-01T00:00:00Z',
    );
  });

  it('are read one by one, in any company', () => {
    const query = new URLSearchParams('page=2&price[gte]=5&state=broken,null&search=saw&price[lt]=9&stat=x');
    expect(conditionsOf(resource, query)).to.deep.equal([
      { filter: state, any: ['broken', 'null'], ends: [], others: [], names: ['state'] },
      {
        filter: price,
        any: null,
        ends: [
          { operator: 'gte', value: '5' },
          { operator: 'lt', value: '9' },
        ],
        others: [],
        names: ['price[gte]', 'price[lt]'],
      },
    ]);
  });

  it('are read and taken away by every operator that the service tells of', () => {
    const name = aFilter('name', 'text', { operators: ['any', 'not', 'starts'] });
    const query = 'name[not]=a,b&name[starts]=P-1&name[gte]=x';
    expect(conditionOf(name, new URLSearchParams(query))).to.deep.equal({
      ...{ filter: name, any: null, ends: [] },
      others: [
        { operator: 'not', value: 'a,b' },
        { operator: 'starts', value: 'P-1' },
      ],
      names: ['name[not]', 'name[starts]'],
    });
    expect(changed(query, nothing(name))).to.equal('name[gte]=x');
  });

  it('take values in and out, and none at all goes', () => {
    expect(changed('search=saw', chooseValues(state, 'any', ['new', 'null']))).to.equal(
      'search=saw&state=new,null',
    );
    expect(changed('search=saw&state=new', chooseValues(state, 'any', []))).to.equal('search=saw');
  });

  it('are either values or a range', () => {
    expect(changed('used_at=null', chooseEnd(used, 'lower', '2026-01-01T00:00:00.000Z'))).to.equal(
      'used_at[gte]=2026-01-01T00:00:00.000Z',
    );
    expect(changed('used_at[gte]=2026-01-01T00:00:00Z', chooseValues(used, 'any', ['null']))).to.equal(
      'used_at=null',
    );
  });

  it('go with all their parameters', () => {
    expect(changed('price[gt]=1&price[lte]=2&price=3&page=1', nothing(price))).to.equal('page=1');
  });

  const ends: readonly [string, typeof price, string, Side, string][] = [
    ['a number as it is', price, 'price[gte]=2.50', 'lower', '2.50'],
    ['the last whole number below another', amount, 'amount[lt]=5', 'upper', '4'],
    ['the first whole number above another', amount, 'amount[gt]=-1', 'lower', '0'],
    ['the last day before another', bought, 'bought_on[lt]=2026-03-01', 'upper', '2026-02-28'],
    ['the first day after another', bought, 'bought_on[gt]=2026-12-31', 'lower', '2027-01-01'],
    ['nothing for the other side', amount, 'amount[gte]=5', 'upper', ''],
    ['what is no number as it is', amount, 'amount[lt]=many', 'upper', 'many'],
  ];
  for (const [what, filter, query, side, shown] of ends) {
    it(`show ${what}`, () => {
      expect(endOf(conditionOf(filter, new URLSearchParams(query)), side)).to.equal(shown);
    });
  }

  it('are written as they are shown, in place of what was there', () => {
    expect(changed('amount[lt]=5', chooseEnd(amount, 'upper', '7'))).to.equal('amount[lte]=7');
    expect(changed('amount[lt]=5', chooseEnd(amount, 'upper', ''))).to.equal('');
  });

  describe('of instants', () => {
    const read = (query: string, side: Side) =>
      typedEnd(conditionOf(used, new URLSearchParams(query)), side, paris);

    it('are whole days of the site', () => {
      const from = meantEnd({ day: '2026-06-01', time: '' }, 'lower', paris);
      const until = meantEnd({ day: '2026-06-30', time: '' }, 'upper', paris);
      expect([from, until]).to.deep.equal(['2026-05-31T22:00:00.000Z', '2026-06-30T22:00:00.000Z']);
      expect(changed('', chooseEnd(used, 'upper', until))).to.equal(`used_at[lt]=${until}`);
      expect(read(`used_at[gte]=${from}`, 'lower')).to.deep.equal({ day: '2026-06-01', time: '' });
      expect(read(`used_at[lt]=${until}`, 'upper')).to.deep.equal({ day: '2026-06-30', time: '' });
    });

    it('have a time if the user gives one', () => {
      const from = meantEnd({ day: '2026-01-31', time: '08:30' }, 'lower', paris);
      expect(from).to.equal('2026-01-31T07:30:00.000Z');
      expect(read(`used_at[gte]=${from}`, 'lower')).to.deep.equal({ day: '2026-01-31', time: '08:30' });
    });

    it('have days of 23 and of 25 hours where clocks are changed', () => {
      const day = (date: string) =>
        (['lower', 'upper'] as const).map((side) =>
          Date.parse(meantEnd({ day: date, time: '' }, side, paris)),
        );
      const hours = (date: string) => {
        const [from = 0, until = 0] = day(date);
        return (until - from) / 3_600_000;
      };
      expect(hours('2026-03-29')).to.equal(23);
      expect(hours('2026-10-25')).to.equal(25);
      expect(hours('2026-06-01')).to.equal(24);
    });

    it('take a time that clocks leave out for the one as far behind', () => {
      expect(meantEnd({ day: '2026-03-29', time: '02:30' }, 'lower', paris)).to.equal(
        '2026-03-29T01:30:00.000Z',
      );
    });

    it('are nothing without a day, or with what is none', () => {
      expect(meantEnd({ day: '', time: '08:00' }, 'lower', paris)).to.equal('');
      expect(read('used_at[gte]=yesterday', 'lower')).to.deep.equal({ day: '', time: '' });
    });
  });
});
