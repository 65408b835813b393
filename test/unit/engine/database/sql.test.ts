/** Conditions as SQL: the text, what is bound to it, and that nothing but a binding ever holds a value. */
import { expect } from 'chai';
import fc from 'fast-check';
import { always, and, type Condition, conditionOf, eq, never, or } from '../../../../engine/condition.ts';
import {
  columnOf,
  conditionSql,
  quote,
  type Selection,
  selectionSql,
} from '../../../../engine/database/sql.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';

const exists: Condition = {
  op: 'exists',
  table: 'pairs',
  foreign: 'own_id',
  column: 'id',
  where: { op: 'exists', table: 'far', foreign: 'id', column: 'other_id', where: eq('name', 'x') },
};

const cases: readonly (readonly [Condition, text: string, bindings: readonly unknown[]])[] = [
  [eq('name', 'x'), '`t`.`name` = ?', ['x']],
  [{ op: 'lt', column: 'size', value: 3 }, '`t`.`size` < ?', [3]],
  [{ op: 'lte', column: 'size', value: 3 }, '`t`.`size` <= ?', [3]],
  [{ op: 'gt', column: 'size', value: 3 }, '`t`.`size` > ?', [3]],
  [{ op: 'gte', column: 'size', value: { column: 'most' } }, '`t`.`size` >= `t`.`most`', []],
  [{ op: 'null', column: 'size' }, '`t`.`size` is null', []],
  [{ op: 'in', column: 'size', values: [] }, '1 = 0', []],
  [{ op: 'in', column: 'size', values: [4] }, '`t`.`size` = ?', [4]],
  [{ op: 'in', column: 'size', values: [4, 5] }, '`t`.`size` in (?, ?)', [4, 5]],
  [{ op: 'contains', column: 'name', text: '%_\\' }, 'instr(`t`.`name`, ?) > 0', ['%_\\']],
  [
    { op: 'contains', column: 'lines', text: 'x', line: 'first' },
    '(instr(`t`.`lines`, ?) > 0 and instr(substr(`t`.`lines`, 1, instr(`t`.`lines`, ?)), ?) = 0)',
    ['x', 'x', '\n'],
  ],
  [
    { op: 'contains', column: 'lines', text: 'x', line: 'whole' },
    '(instr(`t`.`lines`, ?) > 0 or substr(`t`.`lines`, 1, ?) = ? or substr(`t`.`lines`, ?) = ? or `t`.`lines` = ?)',
    ['\nx\n', 2, 'x\n', -2, '\nx', 'x'],
  ],
  [{ op: 'not', of: eq('a', 1) }, 'case when `t`.`a` = ? then 0 else 1 end = 1', [1]],
  [always, '1 = 1', []],
  [never, '1 = 0', []],
  [and(eq('a', 1), or(eq('b', 2), eq('c', 3))), '(`t`.`a` = ? and (`t`.`b` = ? or `t`.`c` = ?))', [1, 2, 3]],
  [
    exists,
    'exists (select 1 from `pairs` `x0` where `x0`.`own_id` = `t`.`id` and ' +
      'exists (select 1 from `far` `x1` where `x1`.`id` = `x0`.`other_id` and `x1`.`name` = ?))',
    ['x'],
  ],
  [
    {
      ...{ op: 'beside', table: 'far', foreign: 'id', column: 'far_id' },
      ...{ far: 'size', comparison: 'gte', own: 'need' },
    },
    'exists (select 1 from `far` `x0` where `x0`.`id` = `t`.`far_id` and `x0`.`size` >= `t`.`need`)',
    [],
  ],
  [
    { op: 'descendantOf', table: 'zones', parent: 'parent_id', ids: [3, 5] },
    '`t`.`id` in (with recursive `below` (`id`) as (select `id` from `zones` where `id` in (?, ?) union ' +
      'select `n`.`id` from `zones` `n` join `below` on `n`.`parent_id` = `below`.`id`) select `id` from `below`)',
    [3, 5],
  ],
];

/** Ways in which a database is to find the same rows. */
const ways: readonly (readonly [Selection, whole: boolean, text: string, bindings: readonly unknown[]])[] = [
  [
    { where: eq('c', 3), tried: or(eq('a', 1), eq('b', 2)) },
    true,
    '`t`.`c` = ? and case when (`t`.`a` = ? or `t`.`b` = ?) then 1 end = 1',
    [3, 1, 2],
  ],
  [
    { where: eq('c', 3), tried: and(exists, eq('a', 1)), probing: true },
    true,
    '`t`.`c` = ? and case when (exists (select 1 from `pairs` `x0` where `x0`.`own_id` = `t`.`id` and ' +
      'exists (select 1 from `far` `x1` where `x1`.`id` = `x0`.`other_id` and `x1`.`name` = ?)) ' +
      'and `t`.`a` = ? + 0 * `t`.`id`) then 1 end = 1',
    [3, 'x', 1],
  ],
  [
    { where: and(eq('a', 1), exists) },
    true,
    '(`t`.`a` = ? and `t`.`id` in (select `x0`.`own_id` from `pairs` `x0` where ' +
      'exists (select 1 from `far` `x1` where `x1`.`id` = `x0`.`other_id` and `x1`.`name` = ?)))',
    [1, 'x'],
  ],
  [{ where: or(eq('a', 1), exists) }, true, conditionSql(or(eq('a', 1), exists), 't').text, [1, 'x']],
  [{ where: { op: 'not', of: exists } }, true, conditionSql({ op: 'not', of: exists }, 't').text, ['x']],
  [{ where: and(eq('a', 1), exists) }, false, conditionSql(and(eq('a', 1), exists), 't').text, [1, 'x']],
];

describe('conditions as SQL', () => {
  before(announceSeed);

  for (const [selection, whole, text, bindings] of ways) {
    it(`${whole ? 'of statements that read all: ' : 'of pages: '}${text}`, () => {
      expect(selectionSql(selection, 't', whole)).to.deep.equal({ text, bindings });
    });
  }

  for (const [condition, text, bindings] of cases) {
    it(text, () => {
      expect(conditionSql(condition, 't')).to.deep.equal({ text, bindings });
    });
  }

  it('keep what is always true out of a conjunction, and never take none for all', () => {
    expect(and(always, eq('a', 1), always)).to.deep.equal(eq('a', 1));
    expect(and()).to.deep.equal(always);
    expect(or()).to.deep.equal(never);
    expect(conditionOf('none')).to.deep.equal(never);
    expect(conditionOf('all')).to.deep.equal(always);
    expect(and(never, eq('a', 1))).to.deep.equal({ op: 'and', of: [never, eq('a', 1)] });
  });

  it('bind every value, and write none into the text', () => {
    const column = fc.constantFrom('a', 'b_2');
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant("'; drop table t; -- "));
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        fc.record({ op: fc.constantFrom('eq', 'lt', 'gte'), column, value }),
        fc.record({ op: fc.constant('in'), column, values: fc.array(value, { maxLength: 4 }) }),
        fc.record({ op: fc.constant('contains'), column, text: fc.string() }),
        fc.record({ op: fc.constantFrom('and', 'or'), of: fc.array(tie('condition'), { maxLength: 3 }) }),
        fc.record({ op: fc.constant('not'), of: tie('condition') }),
      ) as fc.Arbitrary<Condition>,
    }));
    fc.assert(
      fc.property(condition, (one) => {
        const { text, bindings } = conditionSql(one, 't');
        expect(text).to.match(/^[a-z0-9_`.,()=<>? ]*$/);
        expect(text.split('?')).to.have.lengthOf(bindings.length + 1);
        expect(bindings).to.deep.equal(valuesIn(one));
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('take nothing for a name but lower-case letters, digits and underscores', () => {
    expect(quote('item_movements')).to.equal('`item_movements`');
    expect(columnOf('t', 'id')).to.equal('`t`.`id`');
    for (const name of ['', 'Name', 'a b', 'a`', '1a', 'a.b', 'a;', 'é']) {
      expect(() => quote(name), name).to.throw('is no name of a table or column');
    }
  });
});

/** Every value of a condition, in its order. */
function valuesIn(condition: Condition): unknown[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(valuesIn);
    case 'not':
      return valuesIn(condition.of);
    case 'in':
      return [...condition.values];
    case 'contains':
    case 'starts':
      return [condition.text];
    case 'exists':
      return valuesIn(condition.where);
    case 'null':
    case 'beside':
      return [];
    case 'descendantOf':
      return [...condition.ids];
    default:
      return [condition.value];
  }
}
