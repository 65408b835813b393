/** Starts counting for definitions, on a database that may be in use and full of rows. */

import type { Knex } from 'knex';
import { and, eq } from '../condition.ts';
import { whilePurgeWaits } from '../database/lock.ts';
import { dialectOf, insert, query, remove, run } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { follows } from '../memoize.ts';
import type { Registry } from '../model/resource.ts';
import { compactList } from './compact.ts';
import {
  type CounterModel,
  changesModelOf,
  changesName,
  counterModelOf,
  countersIn,
  counterTable,
  hasLists,
} from './counter.ts';
import { allShown } from './shown-tables.ts';
import { createTriggers, dropTriggers, listSql, withoutOwnTriggers, withTriggers } from './triggers.ts';

/** Models of the counted resources, and of every other table that appears in a list. */
export const countersOf = follows((registry: Registry): CounterModel[] => {
  const counted = [...registry.values()].flatMap((resource) => counterModelOf(resource) ?? []);
  const known = new Set(counted.map(({ table }) => table));
  const others = [...allShown(registry)].filter((table) => !known.has(table)).sort();
  return [...counted, ...others.flatMap((table) => changesModelOf(table) ?? [])];
});

/** Of the resources, those that are marked as counted in the shape of their present definition. */
async function currentModels(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  if (models.length === 0) return [];
  const places = models.map(() => '?').join(', ');
  const rows = await query(db, {
    text: `select \`list\` from ${countersIn(db)} where \`list\` in (${places})`,
    bindings: models.map(({ prefix }) => prefix),
  });
  const said = new Set(rows.map(({ list }) => String(list)));
  return models.filter(({ prefix }) => said.has(prefix));
}

/** Of the resources, those that are not. Two queries for all. */
async function missingOf(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  const counted = await withTriggers(db, await currentModels(db, models));
  return models.filter((model) => !counted.includes(model));
}

/** Paths of the resources that are not counted in their present shape. */
export async function uncounted(db: Knex, models: readonly CounterModel[]): Promise<string[]> {
  return (await missingOf(db, models)).map(({ path }) => path);
}

/**
 * Tables that are marked as counted, but one of whose triggers is missing or different: each write then makes the totals more
 * wrong.
 */
export async function lostTriggers(db: Knex, models: readonly CounterModel[]): Promise<string[]> {
  return (await withoutOwnTriggers(db, await currentModels(db, models))).map(({ table }) => table);
}

/**
 * Starts counting a resource. First it creates the triggers, which record every later write. Then it counts the existing rows,
 * minus those that the triggers have recorded meanwhile. At last it adds the entry that marks the resource as counted. Lists are
 * always exact: until then, their rows are counted one by one. If the process is killed, the next run starts from the beginning.
 *
 * @param connection one on which no other process counts at the same time; each statement is committed by itself
 * @throws the driver's error if the database has no triggers, or this user may not create any
 */
export async function countAnew(db: Knex, model: CounterModel, connection: Knex = db): Promise<void> {
  await forgetCounters(connection, model);
  const count = async (on: Knex) => {
    await createTriggers(on, model);
    if (hasLists(model)) for (const field of [null, ...model.fields]) await countRowsOf(on, model, field);
    const marks = [changesName(model), model.prefix];
    for (const list of marks) await insert(on, counterTable, [{ list, n: 0, mark: 1 }]);
  };
  // If rows arrived between the two steps, a list would have two first marks.
  await (dialectOf(db).trigger.addsInPlace ? transact(connection, count) : count(connection));
  for (const name of await countedLists(db, model)) await compactList(db, model, name);
}

/** Counts several resources in this way, while no other process does. */
export async function countAllAnew(db: Knex, models: readonly CounterModel[]): Promise<void> {
  await underLock(db, async (connection) => {
    for (const model of models) await countAnew(db, model, connection);
  });
}

/** Stops counting a resource, before a bulk write that recounts afterwards. */
export async function forgetCounters(db: Knex, { path, prefix, table: rows }: CounterModel): Promise<void> {
  // The entry that marks the numbers as valid is removed first.
  await remove(db, counterTable, eq('list', prefix));
  await dropTriggers(db, rows);
  // Names of any shape of the resource: `A` follows `@`.
  const own = [
    { op: 'gte', column: 'list', value: `${path}@` },
    { op: 'lt', column: 'list', value: `${path}A` },
  ] as const;
  await remove(db, counterTable, and(...own));
}

/**
 * Runs a bulk write. Counting each row during the write would take twice as long. Until it ends, lists are counted on request;
 * after a failure, until counts are rebuilt.
 */
export async function countAfter<T>(
  db: Knex,
  models: readonly CounterModel[],
  work: () => Promise<T>,
): Promise<T> {
  for (const model of models) await forgetCounters(db, model);
  const result = await work();
  await countMissing(db, models);
  return result;
}

/** One statement, so that rows and entries are read at one moment. */
async function countRowsOf(db: Knex, model: CounterModel, field: string | null): Promise<void> {
  const known = field ? ` where \`r\`.${quote(field)} is not null` : '';
  await run(db, {
    text:
      `insert into ${quote(counterTable)} (\`list\`, \`n\`, \`mark\`) ` +
      'select `c`.`tally_list`, `c`.`rows` - coalesce(' +
      `(select sum(\`t\`.\`n\`) from ${countersIn(db, 't')} where \`t\`.\`list\` = \`c\`.\`tally_list\`), 0), 1 from (` +
      `select ${listSql(model, field, 'r', dialectOf(db))} as \`tally_list\`, count(*) as \`rows\` ` +
      `from ${quote(model.table)} \`r\`${known} group by \`tally_list\`) \`c\``,
    bindings: [],
  });
}

async function countedLists(db: Knex, { prefix }: CounterModel): Promise<string[]> {
  const rows = await query(db, {
    text: `select distinct \`list\` from ${countersIn(db)} where \`list\` > ? and \`list\` < ?`,
    bindings: [`${prefix}/`, `${prefix}0`],
  });
  return rows.map(({ list }) => String(list));
}

/** How long one setup waits for another, in seconds: counting millions of rows takes minutes. */
const maxSetupSeconds = 3600;

/**
 * One setup at a time, over all processes: a second one would drop the triggers of the first while it counts. The connection that
 * counts holds the lock. So the lock lasts until the last statement of a killed process, and no longer. SQLite has one process. A
 * cluster without such locks continues without one.
 */
async function underLock<T>(db: Knex, work: (connection: Knex) => Promise<T>): Promise<T> {
  const lock = dialectOf(db).namedLock('millwright tallies');
  if (lock === null) return work(db);
  return db.transaction(async (trx) => {
    await run(trx, lock.take(maxSetupSeconds)).catch(() => {});
    try {
      return await whilePurgeWaits(db, () => work(trx));
    } finally {
      await run(trx, lock.release).catch(() => {});
    }
  });
}

/**
 * Counts every resource that is not counted in its present shape.
 *
 * @returns the resources that cannot be counted here, with the driver's reason; their lists are counted on request
 */
export async function countMissing(
  db: Knex,
  models: readonly CounterModel[],
): Promise<ReadonlyMap<string, unknown>> {
  const refused = new Map<string, unknown>();
  if ((await uncounted(db, models)).length === 0) return refused;
  await underLock(db, async (connection) => {
    for (const model of await missingOf(connection, models)) {
      try {
        await countAnew(db, model, connection);
      } catch (error) {
        refused.set(model.path, error);
      }
    }
  });
  return refused;
}
