/** The conditions that definitions write, as conditions on columns: values stored, now and fields in their place. */
import { expect } from 'chai';
import { conditionSql } from '../../../../engine/database/sql.ts';
import { now } from '../../../../engine/index.ts';
import type { Where } from '../../../../engine/kinds/where.ts';
import { fieldOf } from '../../../../engine/model/resource.ts';
import { compileWhere } from '../../../../engine/model/where.ts';
import { resource, storedNow } from '../fixture.ts';

const tools = resource('tools');
const factsOf = (name: string) => fieldOf(tools, name).facts;

const cases: readonly (readonly [Where, text: string, bindings: readonly unknown[]])[] = [
  [{}, '1 = 1', []],
  [{ state: 'worn' }, '`t`.`state` = ?', ['worn']],
  [{ state: ['worn', 'lost'] }, '`t`.`state` in (?, ?)', ['worn', 'lost']],
  [{ lent: true }, '`t`.`lent` = ?', [1]],
  [{ lent: false }, '`t`.`lent` = ?', [0]],
  [{ price: 1.5 }, '`t`.`price` = ?', [150]],
  [{ pieces: null }, '`t`.`pieces` is null', []],
  [{ pieces: { gte: 1, lt: 5 } }, '(`t`.`pieces` < ? and `t`.`pieces` >= ?)', [5, 1]],
  [{ due_at: { lt: now } }, '`t`.`due_at` < ?', [storedNow]],
  [{ bought_on: { lte: now } }, '`t`.`bought_on` <= ?', ['2026-01-31']],
  [{ due_at: { gt: '2026-01-31T09:00:00.000Z' } }, '`t`.`due_at` > ?', ['2026-01-31 09:00:00.000']],
  [{ due_at: { gte: now, orNull: true } }, '(`t`.`due_at` is null or `t`.`due_at` >= ?)', [storedNow]],
  [{ pieces: { lt: { field: 'id' } } }, '`t`.`pieces` < `t`.`id`', []],
  [{ state: { not: 'worn' } }, 'case when `t`.`state` = ? then 0 else 1 end = 1', ['worn']],
  [{ pieces: { not: null } }, '`t`.`pieces` is not null', []],
  [
    { state: { not: ['worn', 'lost'] } },
    'case when `t`.`state` in (?, ?) then 0 else 1 end = 1',
    ['worn', 'lost'],
  ],
  [{ depot_id: 3, lent: true }, '(`t`.`depot_id` = ? and `t`.`lent` = ?)', [3, 1]],
  [
    { tags: 'sharp' },
    'exists (select 1 from `tool_tags` `x0` where `x0`.`tool_id` = `t`.`id` and `x0`.`tag` = ?)',
    ['sharp'],
  ],
];

describe('conditions of definitions', () => {
  for (const [where, text, bindings] of cases) {
    it(text, () => {
      expect(conditionSql(compileWhere(where, factsOf, storedNow), 't')).to.deep.equal({ text, bindings });
    });
  }

  it('cannot stand on what has no column', () => {
    for (const name of ['person_ids', 'twin_count', 'late', 'stock']) {
      expect(() => compileWhere({ [name]: 1 }, factsOf, storedNow), name).to.throw('cannot stand on');
    }
  });
});
