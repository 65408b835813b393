/** Plans: frozen data that follows from intent and reach alone, and in which no reach is ever lost. */
import { expect } from 'chai';
import { type Condition, eq, type RowScope } from '../../../../engine/condition.ts';
import { conditionSql } from '../../../../engine/database/sql.ts';
import { type ListIntent, readListIntent } from '../../../../engine/request/intent.ts';
import { planList, planOrder, planView, planWord } from '../../../../engine/request/plan.ts';
import { actorWith, resource, storedNow } from '../fixture.ts';

const tools = resource('tools');
const people = resource('people');
const own: Condition = eq('site_id', 7);

const textOf = (condition: Condition) => conditionSql(condition, 't').text;
const plan = (query: Record<string, string>, reach: RowScope = own) =>
  planList(tools, readListIntent(tools, query), actorWith(reach), storedNow);

/** Freezes a value and everything in it: a write to it throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) deepFreeze(one);
    Object.freeze(value);
  }
  return value;
}

describe('plans', () => {
  it('are frozen, and the same for the same question', () => {
    const intent: ListIntent = deepFreeze(readListIntent(tools, { state: 'worn', search: 'a b', page: '2' }));
    const first = planList(tools, intent, actorWith(own), storedNow);
    expect(Object.isFrozen(first)).to.equal(true);
    expect(planList(tools, intent, actorWith(own), storedNow)).to.deep.equal(first);
    expect(JSON.parse(JSON.stringify(first)), 'nothing in it runs').to.deep.equal(first);
  });

  it('hold the page as limit and offset', () => {
    expect(plan({ page: '3', per_page: '7' })).to.include({ table: 'tools', limit: 7, offset: 14 });
    expect(plan({ page: '2147483647', per_page: '100' }).offset).to.equal(214748364600);
  });

  it('join reach, filters and words, each of which must hold', () => {
    const { where } = plan({ state: 'worn', 'price[lt]': '2', search: 'a b' });
    expect(conditionSql(where, 't')).to.deep.equal({
      text:
        '(`t`.`site_id` = ? and `t`.`state` = ? and `t`.`price` < ? and ' +
        '(instr(`t`.`search_text`, ?) > 0 or exists (select 1 from `depots` `x0` where `x0`.`id` = `t`.`depot_id` and ' +
        'instr(`x0`.`name_key`, ?) > 0)) and ' +
        '(instr(`t`.`search_text`, ?) > 0 or exists (select 1 from `depots` `x0` where `x0`.`id` = `t`.`depot_id` and ' +
        'instr(`x0`.`name_key`, ?) > 0)))',
      bindings: [7, 'worn', 200, 'a', 'a', 'b', 'b'],
    });
  });

  it('find no row for a user who reaches none, and every row for a user who reaches all', () => {
    expect(textOf(plan({}, 'none').where)).to.equal('1 = 0');
    expect(textOf(plan({ state: 'worn' }, 'none').where)).to.equal('(1 = 0 and `t`.`state` = ?)');
    expect(textOf(plan({}, 'all').where)).to.equal('1 = 1');
    expect(textOf(planView(tools, 3, actorWith('none')))).to.equal('(`t`.`id` = ? and 1 = 0)');
    expect(textOf(planView(tools, 3, actorWith('all')))).to.equal('`t`.`id` = ?');
  });

  it('leave out what was deleted softly', () => {
    expect(textOf(planView(people, 3, actorWith('all')))).to.equal('(`t`.`id` = ? and `t`.`live` = ?)');
    const intent = readListIntent(people, {});
    expect(textOf(planList(people, intent, actorWith('all'), storedNow).where)).to.equal('`t`.`live` = ?');
  });

  it('order by folded and ranked columns, and end on the id in the direction of the first', () => {
    const order = (sort: string) =>
      plan({ sort }).order.map(({ column, descending }) => `${column} ${descending ? 'desc' : 'asc'}`);
    expect(order('name')).to.deep.equal(['name_key asc', 'id asc']);
    expect(order('-depot,name')).to.deep.equal(['by_depot_id desc', 'name_key asc', 'id desc']);
    // Nothing behind the id counts.
    expect(order('updated_at,-id,name')).to.deep.equal(['updated_at asc', 'id desc']);
    expect(plan({ sort: 'depot' }).order[0]?.from).to.deep.equal({
      ...{ table: 'depots', column: 'name_key', reference: 'depot_id' },
    });
    expect(order('-state,price')).to.deep.equal(['state_rank desc', 'price asc', 'id desc']);
    expect(planOrder(tools, [])).to.deep.equal([{ column: 'id', descending: false }]);
  });

  it('look for a word in the row itself and in what it refers to', () => {
    const depots = resource('depots');
    expect(conditionSql(planWord(depots, '50%'), 't')).to.deep.equal({
      text: 'instr(`t`.`search_text`, ?) > 0',
      bindings: ['50%'],
    });
  });
});
