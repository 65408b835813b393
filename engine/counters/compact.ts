/**
 * Keeps sums short: committed entries are compacted into the marks before them, and a mark that counts too many rows is split in
 * the middle. Sums are the same before, during and after: each step is a transaction.
 */

import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { always, and, type Condition, eq } from '../condition.ts';
import { dialectOf, insert, query, run, update, writeLocked } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import {
  type CounterModel,
  changesName,
  counterName,
  countersIn,
  counterTable,
  parseCounterName,
} from './counter.ts';
import { beforePlace, fromPlace, type Position, placeIn, start } from './position.ts';

/** The approximate number of rows per mark, and never for long twice as many: a page is at most this far from a mark. */
export const checkpointSize = 2048;
const longest = 2 * checkpointSize;
/**
 * Entries compacted at a time. During a step, requests wait; on SQLite for its only connection. Ten short steps delay each
 * request less than a long one. Most steps have exactly this length, so that their statements have one text and stay prepared.
 */
const maxCompacted = 256;
/** With fewer entries, a list is not compacted. */
const minWaiting = 64;

/** A mark of changes that counts more of them is replaced by a new one: a server's column holds at most twice as many. */
const lowest = -(10 ** 9);

interface Checkpoint extends Position {
  readonly id: number;
  readonly n: number;
}

/** Compacts the lists of a site that have many entries, or marks with too many rows. */
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

/** Names of the lists that meet a condition and have many entries, or a mark with too many rows. */
async function waitingAmong(db: Knex, lists: Condition): Promise<string[]> {
  const where = conditionSql(lists, 'e');
  const rows = await query(db, {
    text:
      `select \`list\` from ${countersIn(db, 'e')} where ${where.text} group by \`list\` ` +
      'having sum(1 - `mark`) >= ? or max(`mark` * `n`) > ?',
    bindings: [...where.bindings, minWaiting, longest],
  });
  return rows.map(({ list }) => String(list));
}

/** Compacts the entries of one list until few are left, and splits its marks. */
export async function compactList(db: Knex, model: CounterModel, name: string): Promise<void> {
  // Bounded: if entries arrive faster than they are compacted, the next run continues.
  for (let round = 0; round < 16_000; round += 1) {
    const folded = await transact(db, (trx) => compactEntries(trx, model, name));
    // SQLite has one connection, for which others wait.
    await setImmediate();
    if (folded < maxCompacted) break;
  }
  const { order } = model;
  if (order === null || name === changesName(model)) return;
  for (let round = 0; round < 100_000; round += 1) {
    if (!(await transact(db, (trx) => divideOne(trx, model, order, name)))) return;
    await setImmediate();
  }
}

/** @returns the number of compacted entries */
async function compactEntries(trx: Knex, model: CounterModel, name: string): Promise<number> {
  if (!(await lockModel(trx, model))) return 0;
  // The database decides which mark an entry follows: no other text order is the same.
  const rows = await query(trx, {
    text:
      `select \`id\`, \`mark\`, \`n\` from (select * from ${countersIn(trx)} where \`list\` = ? and \`mark\` = 1 union all ` +
      `select * from (select * from ${countersIn(trx)} where \`list\` = ? and \`mark\` = 0 limit ${maxCompacted}) \`l\`) \`u\` ` +
      'order by `k`, `row_id`, `mark` desc',
    bindings: [name, name],
  });
  let last: number | null = null;
  const changes = new Map<number, number>();
  const folded: number[] = [];
  for (const { id, mark, n } of rows) {
    const isSpent = Number(n) < lowest && rows.length > 1;
    if (isSpent) folded.push(Number(id));
    else if (Number(mark) === 1) last = Number(id);
    else {
      last ??= await addCheckpoint(trx, name, start, 0);
      changes.set(last, (changes.get(last) ?? 0) + Number(n));
      folded.push(Number(id));
    }
  }
  await addToMarks(trx, changes);
  await deleteEntries(trx, folded);
  return folded.length;
}

/**
 * Entries and marks are changed by their key, regardless of the optimizer. In a small table it prefers a scan to many keys, and a
 * scan waits for every row that another transaction is writing.
 */
const byKey = (trx: Knex): string => dialectOf(trx).byIndex('primary');

async function deleteEntries(trx: Knex, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
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

/** @returns the id of the mark */
async function addCheckpoint(trx: Knex, list: string, { key, rowId }: Position, n: number): Promise<number> {
  return insert(trx, counterTable, [{ list, k: key, row_id: rowId, n, mark: 1 }]);
}

/** Adds to marks by id. */
async function addToMarks(trx: Knex, changes: ReadonlyMap<number, number>): Promise<void> {
  const real = [...changes].filter(([, n]) => n !== 0);
  if (real.length === 0) return;
  const cases = real.map(() => 'when ? then ?').join(' ');
  await run(trx, {
    text:
      `update ${quote(counterTable)}${byKey(trx)} set \`n\` = \`n\` + case \`id\` ${cases} else 0 end ` +
      `where \`id\` in (${real.map(() => '?').join(', ')})`,
    bindings: [...real.flat(), ...real.map(([id]) => id)],
  });
}

/** Adds a mark within a range of a list that has become too long. @returns whether there was one */
async function divideOne(trx: Knex, model: CounterModel, order: string, name: string): Promise<boolean> {
  const list = parseCounterName(model, name);
  if (!list || !(await lockModel(trx, model))) return false;
  const mark = await findLongCheckpoint(trx, name);
  if (!mark) return false;
  const rows = and(
    eq('site_id', list.siteId),
    ...(list.field === null ? [] : [eq(list.field, list.value)]),
    fromPlace(order, 'id', mark),
  );
  const end = await rowAfter(trx, model, order, rows, checkpointSize);
  if (!end) return false;
  const counted = await countStretch(trx, { model, order, name, mark, end, rows });
  // The counts differ from the table: `npm run reindex` repairs that, another mark does not.
  if (counted <= 0 || counted >= mark.n) return false;
  await update(trx, counterTable, { n: counted }, eq('id', mark.id));
  await addCheckpoint(trx, name, end, mark.n - counted);
  return true;
}

async function findLongCheckpoint(trx: Knex, name: string): Promise<Checkpoint | null> {
  const [row] = await query(trx, {
    text: `select * from ${countersIn(trx)} where \`list\` = ? and \`mark\` = 1 and \`n\` > ? order by \`k\`, \`row_id\` limit 1`,
    bindings: [name, longest],
  });
  return row ? { ...placeIn(row), id: Number(row.id), n: Number(row.n) } : null;
}

/** The position of the row that follows the first at a distance. */
async function rowAfter(
  trx: Knex,
  model: CounterModel,
  order: string,
  rows: Condition,
  distance: number,
): Promise<Position | null> {
  const key = columnOf('b', order);
  const where = conditionSql(rows, 'b');
  const [row] = await query(trx, {
    text:
      `select ${key} as \`k\`, \`b\`.\`id\` as \`row_id\` from ${quote(model.table)} \`b\` ` +
      `where ${where.text} order by ${key}, \`b\`.\`id\` limit 1 offset ?`,
    bindings: [...where.bindings, distance],
  });
  return row ? placeIn(row) : null;
}

interface CompactedStretch {
  readonly model: CounterModel;
  readonly order: string;
  readonly name: string;
  readonly mark: Checkpoint;
  readonly end: Position;
  /** Rows of the list from the mark onwards. */
  readonly rows: Condition;
}

/**
 * Of the rows that a mark counts, the number of those before `end`: the rows in the table, minus those that separate entries
 * still count. One statement, so that both are read at one moment.
 */
async function countStretch(trx: Knex, stretch: CompactedStretch): Promise<number> {
  const { model, order, name, mark, end, rows } = stretch;
  const where = conditionSql(and(rows, beforePlace(order, 'id', end)), 'b');
  const loose = and(
    eq('list', name),
    eq('mark', 0),
    fromPlace('k', 'row_id', mark),
    beforePlace('k', 'row_id', end),
  );
  const entries = conditionSql(loose, 'e');
  const [row] = await query(trx, {
    text:
      `select (select count(*) from ${quote(model.table)} \`b\` where ${where.text}) - ` +
      `(select coalesce(sum(\`e\`.\`n\`), 0) from ${countersIn(trx, 'e')} where ${entries.text}) as \`counted\``,
    bindings: [...where.bindings, ...entries.bindings],
  });
  return Number(row?.counted ?? 0);
}
