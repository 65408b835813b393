/** Begins to count what a definition asks for, on a database that may be in use and full of rows. */

import type { Knex } from 'knex';
import { and, eq } from '../condition.ts';
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

/** Models of the resources that are counted, and of every other table of which a list shows something. */
export const countersOf = follows((registry: Registry): CounterModel[] => {
  const counted = [...registry.values()].flatMap((resource) => counterModelOf(resource) ?? []);
  const known = new Set(counted.map(({ table }) => table));
  const others = [...allShown(registry)].filter((table) => !known.has(table)).sort();
  return [...counted, ...others.flatMap((table) => changesModelOf(table) ?? [])];
});

/** Of the resources those that are said to be counted in the shape that their definitions ask for now. */
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

/** Of the resources those that are not counted in that shape. Two queries for all. */
async function missingOf(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  const counted = await withTriggers(db, await currentModels(db, models));
  return models.filter((model) => !counted.includes(model));
}

/** Paths of the resources that are not counted in their present shape. */
export async function uncounted(db: Knex, models: readonly CounterModel[]): Promise<string[]> {
  return (await missingOf(db, models)).map(({ path }) => path);
}

/**
 * Tables whose rows are said to be counted while a trigger that does so is gone, or does something else: totals of a service
 * that runs go wrong with each write.
 */
export async function lostTriggers(db: Knex, models: readonly CounterModel[]): Promise<string[]> {
  return (await withoutOwnTriggers(db, await currentModels(db, models))).map(({ table }) => table);
}

/**
 * Counts a resource from here on, and what is there already: first the triggers, which miss no later write, then the
 * rows less what the triggers have noted meanwhile, at last the entry that says so. Lists are exact all the time: until
 * then their rows are counted one by one. Killed anywhere, it begins from the beginning the next time.
 *
 * @param connection one on which no other process begins to count meanwhile; each statement is committed by itself
 * @throws the driver's error where the database has no triggers, or this user may not make any
 */
export async function countAnew(db: Knex, model: CounterModel, connection: Knex = db): Promise<void> {
  await forgetCounters(connection, model);
  const count = async (on: Knex) => {
    await createTriggers(on, model);
    if (hasLists(model)) for (const field of [null, ...model.fields]) await countRowsOf(on, model, field);
    const marks = [changesName(model), model.prefix];
    for (const list of marks) await insert(on, counterTable, [{ list, k: '', row_id: 0, n: 0, mark: 1 }]);
  };
  // A list whose rows come between would have two first marks.
  await (dialectOf(db).trigger.addsInPlace ? transact(connection, count) : count(connection));
  for (const name of await countedLists(db, model)) await compactList(db, model, name);
}

/** The same for several, while no other process begins to count. */
export async function countAllAnew(db: Knex, models: readonly CounterModel[]): Promise<void> {
  await underLock(db, async (connection) => {
    for (const model of models) await countAnew(db, model, connection);
  });
}

/** Stops counting a resource, for a writer of many rows that counts anew afterwards. */
export async function forgetCounters(db: Knex, { path, prefix, table: rows }: CounterModel): Promise<void> {
  // First what says that numbers can be trusted.
  await remove(db, counterTable, eq('list', prefix));
  await dropTriggers(db, rows);
  // Names of any shape of the resource: `A` comes after `@`.
  const own = [
    { op: 'gte', column: 'list', value: `${path}@` },
    { op: 'lt', column: 'list', value: `${path}A` },
  ] as const;
  await remove(db, counterTable, and(...own));
}

/**
 * Runs what writes so many rows that counting each as it comes would take twice as long. Meanwhile lists are counted when
 * asked for, and after a run that fails until counts are made anew.
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

/** One statement, so that rows and entries are seen at one moment. */
async function countRowsOf(db: Knex, model: CounterModel, field: string | null): Promise<void> {
  const known = field ? ` where \`r\`.${quote(field)} is not null` : '';
  await run(db, {
    text:
      `insert into ${quote(counterTable)} (\`list\`, \`k\`, \`row_id\`, \`n\`, \`mark\`) ` +
      "select `c`.`tally_list`, '', 0, `c`.`rows` - coalesce(" +
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

/** Seconds that one setup waits for another: counting millions of rows takes minutes. */
const maxSetupSeconds = 3600;

/**
 * One after the other, whichever process it is: a second one would drop the triggers of the first while it counts. The
 * lock is that of the connection that counts: it lasts as long as the last statement of a process that was killed, and no
 * longer. SQLite has one process. A cluster that has no such locks goes on without.
 */
async function underLock<T>(db: Knex, work: (connection: Knex) => Promise<T>): Promise<T> {
  const lock = dialectOf(db).namedLock('millwright tallies');
  if (lock === null) return work(db);
  return db.transaction(async (trx) => {
    await run(trx, lock.take(maxSetupSeconds)).catch(() => {});
    try {
      return await work(trx);
    } finally {
      await run(trx, lock.release).catch(() => {});
    }
  });
}

/**
 * Counts every resource that is not counted in its present shape.
 *
 * @returns those that cannot be counted here, with the driver's reason; their lists are counted when asked for
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
