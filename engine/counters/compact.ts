/** Keeps sums short: committed entries are compacted into the mark of their list. Sums are the same before, during and after. */

import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { always, type Condition } from '../condition.ts';
import { dialectOf, insert, query, run, writeLocked } from '../database/query.ts';
import { conditionSql, quote } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { type CounterModel, changesName, counterName, countersIn, counterTable } from './counter.ts';

/**
 * Entries compacted at a time. During a step, requests wait; on SQLite for its only connection. Ten short steps delay each
 * request less than a long one. Most steps have exactly this length, so that their statements have one text and stay prepared.
 */
const maxCompacted = 256;
/** With fewer entries, a list is not compacted. */
const minWaiting = 64;

/** A mark of changes that counts more of them is replaced by a new one: a server's column holds twice as many. */
const highest = 10 ** 9;

/** Compacts the lists of a site that have many entries. */
export async function compactSite(db: Knex, model: CounterModel, siteId: number): Promise<void> {
  const values = [changesName(model), ...model.parts.map((part) => counterName(model, part, siteId))];
  for (const name of await waitingAmong(db, { op: 'in', column: 'list', values })) {
    await compactList(db, model, name);
  }
}

/** Compacts every list in this way. */
export async function compactWaiting(db: Knex, models: readonly CounterModel[]): Promise<void> {
  for (const name of await waitingAmong(db, always)) {
    const model = models.find((one) => name.startsWith(`${one.prefix}/`) || name === changesName(one));
    if (model) await compactList(db, model, name);
  }
}

/** Names of the lists that meet a condition and have many entries. */
async function waitingAmong(db: Knex, lists: Condition): Promise<string[]> {
  const where = conditionSql(lists, 'e');
  const rows = await query(db, {
    text:
      `select \`list\` from ${countersIn(db, 'e')} where ${where.text} group by \`list\` ` +
      'having sum(1 - `mark`) >= ?',
    bindings: [...where.bindings, minWaiting],
  });
  return rows.map(({ list }) => String(list));
}

/** Compacts the entries of one list until few are left. */
export async function compactList(db: Knex, model: CounterModel, name: string): Promise<void> {
  // Bounded: if entries arrive faster than they are compacted, the next run continues.
  for (let round = 0; round < 16_000; round += 1) {
    const folded = await transact(db, (trx) => compactEntries(trx, model, name));
    // SQLite has one connection, for which others wait.
    await setImmediate();
    if (folded < maxCompacted) return;
  }
}

/** @returns the number of compacted entries */
async function compactEntries(trx: Knex, model: CounterModel, name: string): Promise<number> {
  if (!(await lockModel(trx, model))) return 0;
  const rows = await query(trx, {
    text:
      `select \`id\`, \`n\`, \`mark\` from ${countersIn(trx)} where \`list\` = ? and \`mark\` = 1 union all ` +
      `select * from (select \`id\`, \`n\`, \`mark\` from ${countersIn(trx)} where \`list\` = ? and \`mark\` = 0 limit ${maxCompacted}) \`l\``,
    bindings: [name, name],
  });
  const entries = rows.filter(({ mark }) => Number(mark) === 0);
  if (entries.length === 0) return 0;
  const sum = entries.reduce((total, { n }) => total + Number(n), 0);
  const marks = rows.filter(({ mark }) => Number(mark) === 1);
  const mark = marks.find(({ n }) => Number(n) < highest);
  if (mark) await addToMark(trx, Number(mark.id), sum);
  else await insert(trx, counterTable, [{ list: name, n: sum, mark: 1 }]);
  const spent = marks.filter(({ n }) => Number(n) >= highest);
  const ids = [...entries, ...spent].map(({ id }) => Number(id));
  await deleteEntries(trx, ids);
  return entries.length;
}

/**
 * Entries and marks are changed by their key, regardless of the optimizer. In a small table it prefers a scan to many keys, and a
 * scan waits for every row that another transaction is writing.
 */
const byKey = (trx: Knex): string => dialectOf(trx).byIndex('primary');

async function deleteEntries(trx: Knex, ids: readonly number[]): Promise<void> {
  const head = dialectOf(trx).deleteFrom(quote(counterTable));
  await run(trx, {
    text: `${head}${byKey(trx)} where \`id\` in (${ids.map(() => '?').join(', ')})`,
    bindings: ids,
  });
}

/** Only one node at a time compacts a resource. @returns whether the resource is counted at all */
async function lockModel(trx: Knex, model: CounterModel): Promise<boolean> {
  const rows = await query(trx, {
    text: `select \`id\` from ${countersIn(trx)} where \`list\` = ?${dialectOf(trx).lock('update')}`,
    bindings: [model.prefix],
  });
  const ids = rows.map(({ id }) => Number(id));
  await writeLocked(trx, counterTable, ids, 'n');
  return ids.length > 0;
}

async function addToMark(trx: Knex, id: number, n: number): Promise<void> {
  if (n === 0) return;
  await run(trx, {
    text: `update ${quote(counterTable)}${byKey(trx)} set \`n\` = \`n\` + ? where \`id\` = ?`,
    bindings: [n, id],
  });
}
