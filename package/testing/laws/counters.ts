/** Compares the counts that triggers keep with the rows themselves. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { type CounterModel, counterTable, hasLists } from '../../../engine/counters/counter.ts';
import { countersOf } from '../../../engine/counters/setup.ts';
import { createRegistry } from '../../../service/project/registry.ts';

/** Every list of every resource. @returns how many lists have rows */
export async function expectCounted(knex: Knex): Promise<number> {
  let lists = 0;
  for (const model of countersOf(await createRegistry()).filter(hasLists))
    lists += await expectModel(knex, model);
  return lists;
}

async function expectModel(knex: Knex, model: CounterModel): Promise<number> {
  const entries: Record<string, unknown>[] = await knex(counterTable)
    .where('list', '>', `${model.prefix}/`)
    .where('list', '<', `${model.prefix}0`)
    .groupBy('list')
    .select('list')
    .sum({ total: 'n' });
  const kept = Object.fromEntries(entries.map(({ list, total }) => [String(list), Number(total)]));
  const counted: Record<string, number> = {};
  for (const field of [null, ...model.fields]) {
    const rows: Record<string, unknown>[] = await knex(model.table)
      .groupBy(['site_id', ...(field ? [field] : [])])
      .select(knex.raw('count(*) as `total`'), 'site_id', ...(field ? [field] : []));
    for (const row of rows) {
      const part = field ? `${field}=${row[field]}` : '';
      counted[`${model.prefix}/${part}/${row.site_id ?? 0}`] = Number(row.total);
    }
  }
  // A list that has no rows any more may be there, with nothing in it.
  const empty = Object.keys(kept).filter((list) => !(list in counted));
  expect(kept, `totals of ${model.path}`).to.deep.equal({
    ...counted,
    ...Object.fromEntries(empty.map((list) => [list, 0])),
  });
  return Object.keys(counted).length;
}
