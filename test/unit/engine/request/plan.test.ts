/** Plans: frozen data that follows from intent and reach alone, and in which no reach is ever lost. */
import { expect } from 'chai';
import { type Condition, eq } from '../../../../engine/condition.ts';
import { conditionSql } from '../../../../engine/database/sql.ts';
import { type ListIntent, readListIntent } from '../../../../engine/request/intent.ts';
import { planList, planOrder, planView } from '../../../../engine/request/plan.ts';
import { actorWith, resource, storedNow } from '../fixture.ts';

const tools = resource('tools');
const people = resource('people');
const own: Condition = eq('site_id', 7);

const plan = (query: Record<string, string>) =>
  planList(tools, readListIntent(tools, query), actorWith(own), storedNow);

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

  it('leave out what was deleted softly', () => {
    const textOf = (condition: Condition) => conditionSql(condition, 't').text;
    expect(textOf(planView(people, 3, actorWith('all')))).to.equal('(`t`.`id` = ? and `t`.`live` = ?)');
    const list = planList(people, readListIntent(people, {}), actorWith('all'), storedNow);
    expect(textOf(list.where)).to.equal('`t`.`live` = ?');
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
});
