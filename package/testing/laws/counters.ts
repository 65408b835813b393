/** Compares the counts that triggers keep with the rows themselves. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import {
  type CounterModel,
  counterTable,
  hasLists,
  parseCounterName,
} from '../../../engine/counters/counter.ts';
import { countersOf } from '../../../engine/counters/setup.ts';
import { createRegistry } from '../../../service/project/registry.ts';

/** Every list of every resource, in all its places. @returns how many lists have rows */
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
  for (const list of Object.keys(counted)) await expectMarks(knex, model, list);
  return Object.keys(counted).length;
}

/** The number of rows before each mark, by the entries and by the rows. */
async function expectMarks(knex: Knex, model: CounterModel, name: string): Promise<void> {
  const list = parseCounterName(model, name);
  if (!list || model.order === null || list.siteId === 0) return;
  const marks = await knex(counterTable).where({ list: name, mark: 1 });
  for (const { k, row_id: rowId } of marks) {
    const before = (key: string, id: string) => (rows: Knex.QueryBuilder) =>
      rows.where(key, '<', k).orWhere((same) => same.where(key, k).where(id, '<', rowId));
    const [kept] = await knex(counterTable)
      .where({ list: name })
      .where(before('k', 'row_id'))
      .sum({ n: 'n' });
    const [rows] = await knex(model.table)
      .where({ site_id: list.siteId, ...(list.field && { [list.field]: list.value }) })
      .where(before(model.order, 'id'))
      .count({ n: '*' });
    expect(Number(kept?.n ?? 0), `rows before ${k} of ${name}`).to.equal(Number(rows?.n));
  }
}
