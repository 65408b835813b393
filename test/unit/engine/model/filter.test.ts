/** Filters: what a text of a query stands for, and the condition it becomes. */

import { expect } from 'chai';
import type { Condition } from '../../../../engine/condition.ts';
import { conditionSql } from '../../../../engine/database/sql.ts';
import { text } from '../../../../engine/kinds/scalars/text.ts';
import { type FilterType, parseFilterValue } from '../../../../engine/model/filter.ts';
import { type OperatorWord, operator, operatorsOf } from '../../../../engine/model/filter-operators.ts';
import { filterTarget } from '../../../../engine/model/filter-target.ts';
import { actorWith, registry, resource, storedNow } from '../fixture.ts';

const tools = resource('tools');
const viewer = actorWith('all');

function filter(name: string): FilterType {
  const found = tools.filters.get(name);
  if (!found) throw new Error(`There is no filter ${name}.`);
  return found;
}

const sqlOf = (condition: Condition) => {
  const { text, bindings } = conditionSql(condition, 't');
  return [text, ...bindings];
};

describe('filter values', () => {
  const good: readonly (readonly [string, string, string | number | null])[] = [
    ['id', '12', 12],
    ['id', '-3', -3],
    ['pieces', 'null', null],
    ['price', '3.5', 350],
    ['price', '-0.05', -5],
    ['lent', 'true', 1],
    ['lent', 'false', 0],
    ['state', 'worn', 'worn'],
    ['bought_on', '2026-01-31', '2026-01-31'],
    ['due_at', '2026-01-31T08:00:00+02:00', '2026-01-31 06:00:00.000'],
    ['due_at', 'null', null],
    ['tags', 'sharp', 'sharp'],
    ['tags', 'null', null],
    ['late', 'true', 1],
    ['stock', 'few', 'few'],
    ['depot_id', 'null', null],
    ['person_ids', '4', 4],
    ['person_ids', 'null', null],
    ['person_id', 'null', null],
    ['depot_author_id', 'null', null],
    ['depot_city', 'Ulm', 'Ulm'],
  ];
  for (const [name, text, value] of good) {
    it(`${name}=${text}`, () => expect(parseFilterValue(filter(name), text)).to.equal(value));
  }

  const bad: readonly (readonly [string, readonly string[]])[] = [
    ['price', ['1.234', 'NaN', '.5', '1e2', '']],
    ['tags', ['blunt', 'NULL']],
    ['late', ['null']],
    ['stock', ['lots']],
  ];
  for (const [name, texts] of bad) {
    for (const text of texts) {
      it(`${name}=${text} is none`, () => expect(parseFilterValue(filter(name), text)).to.equal(undefined));
    }
  }

  it('of a plain text have no space around them', () => {
    expect(parseFilterValue({ name: 'note', scalar: text }, ' a b ')).to.equal('a b');
    expect(parseFilterValue({ name: 'note', scalar: text }, 'e\u0301\u00a0 b')).to.equal('é b');
    expect(parseFilterValue({ name: 'note', scalar: text, lines: 'many' }, 'e\u0301\n b')).to.equal('é\n b');
    expect(parseFilterValue({ name: 'note', scalar: text }, '  ')).to.equal(undefined);
    expect(parseFilterValue({ name: 'note', scalar: text }, 'null')).to.equal('null');
    expect(parseFilterValue({ name: 'note', scalar: text, nullable: true }, 'null')).to.equal(null);
  });
});

describe('filter conditions', () => {
  const asked = (name: string, word: OperatorWord, ...values: (string | number | null)[]) =>
    sqlOf(operator(word).condition(filter(name), values, { viewer, storedNow }));
  const having = (word: OperatorWord) =>
    [...tools.filters.values()].filter((one) => operatorsOf(one).includes(word)).map(({ name }) => name);

  it('have ranges where a value is more or less than another', () => {
    expect(having('gte').sort()).to.deep.equal([
      'bought_on',
      'created_at',
      'due_at',
      'id',
      'pieces',
      'price',
      'updated_at',
    ]);
    expect(asked('price', 'gte', 350)).to.deep.equal(['`t`.`price` >= ?', 350]);
    expect(() => asked('late', 'lt', 1)).to.throw('no single column');
  });

  it('take all but some values, rows without one included', () => {
    expect(having('not')).to.deep.equal([...tools.filters.keys()]);
    expect(asked('pieces', 'not', 3)).to.deep.equal(['case when `t`.`pieces` = ? then 0 else 1 end = 1', 3]);
    const same = (name: string, word: OperatorWord, ...values: (string | number | null)[]) =>
      operator(word).same?.(filter(name), values) ?? null;
    // Where all is known that a value can be, it is one of the others: as any list of those is read.
    expect(same('state', 'not', 'worn')).to.deep.equal(['ready', 'lost']);
    expect(same('lent', 'not', 1)).to.deep.equal([0]);
    expect(same('stock', 'not', 'few')).to.deep.equal(['none', 'many']);
    for (const name of ['pieces', 'tags', 'person_id', 'depot_city'])
      expect(same(name, 'not', 'x'), name).to.equal(null);
    expect(same('pieces', 'null', 1)).to.deep.equal([null]);
    expect(same('pieces', 'null', 0)).to.equal(null);
  });

  it('ask whether there is a value where there may be none', () => {
    expect(having('null')).to.deep.equal(
      [...tools.filters.values()].filter(({ nullable }) => nullable).map(({ name }) => name),
    );
    expect(asked('due_at', 'null', 0)).to.deep.equal(['`t`.`due_at` is not null']);
  });

  it('find what is not over at a time: what ends after it, and what has no end', () => {
    expect(having('open')).to.deep.equal(['bought_on', 'due_at']);
    expect(asked('due_at', 'open', '2026-03-01')).to.deep.equal([
      '(`t`.`due_at` is null or `t`.`due_at` > ?)',
      '2026-03-01',
    ]);
  });

  it('find texts by their beginning, by a range that an index has', () => {
    expect(having('starts')).to.deep.equal(['depot_city']);
    expect(asked('depot_city', 'starts', 'Ul')).to.deep.equal([
      'exists (select 1 from `depots` `x0` where `x0`.`id` = `t`.`depot_id` and ' +
        '(`x0`.`city` < ? and `x0`.`city` > ? and substr(`x0`.`city`, 1, ?) = ?))',
      ...['Um', 'Uk\u{10ffff}', 2, 'Ul'],
    ]);
  });

  it('know what their ids are of', () => {
    const targets = [...tools.filters.keys()].flatMap((name) => {
      const target = filterTarget(registry, tools, name);
      return target ? [[name, target.path]] : [];
    });
    expect(Object.fromEntries(targets)).to.deep.equal({
      site_id: 'depots',
      created_by_id: 'people',
      depot_id: 'depots',
      person_ids: 'people',
      person_id: 'people',
      depot_author_id: 'people',
    });
  });
});
