/**
 * New names for columns, tables and resources. A run that was killed has done some of it: the next does the rest. Migrations are history: change
 * nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { hasColumn, isMySQL, readReferences } from './parts.ts';
import { addSearchIndex, dropSearchIndex } from './search.ts';

/**
 * Renames a column of a table with rows. The triggers that count the rows of the table stop until the migrations are done, which
 * count again: they may read the column by its name.
 */
export async function renameColumn(knex: Knex, table: string, from: string, to: string): Promise<void> {
  if (isMySQL(knex) && (await hasColumn(knex, table, to))) return;
  await stopCounting(knex, table);
  await knex.raw('alter table ?? rename column ?? to ??', [table, from, to]);
}

/** Removes the triggers that count the rows of a table, and the mark that they have counted. */
export async function stopCounting(knex: Knex, table: string): Promise<void> {
  const rows: { name: string }[] = isMySQL(knex)
    ? await knex('information_schema.triggers')
        .whereRaw('trigger_schema = database()')
        .where('event_object_table', table)
        .select({ name: 'trigger_name' })
    : await knex('sqlite_master').where({ type: 'trigger', tbl_name: table }).select('name');
  for (const { name } of rows.filter(({ name }) => name.startsWith('tally_'))) {
    const [, shape] = /_([0-9a-f]{8})_\w+$/.exec(name) ?? [];
    if (shape) await knex('tallies').where('list', 'like', `%@${shape}`).delete();
    await knex.raw('drop trigger ??', [name]);
  }
}

/**
 * Renames a table with rows, with its foreign keys, its search index, and what refers to it. The triggers that count its rows
 * stop until the migrations are done, which count again.
 * @param indexes the old names of its indexes, with the new ones
 */
export async function renameTable(
  knex: Knex,
  from: string,
  to: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  await (isMySQL(knex) ? renameOnServer : renameEmbedded)(knex, from, to, indexes);
}

async function renameOnServer(
  knex: Knex,
  from: string,
  to: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  if (await knex.schema.hasTable(from)) {
    await stopCounting(knex, from);
    await knex.raw('rename table ?? to ??', [from, to]);
  }
  const there: string[] = await knex('information_schema.statistics')
    .distinct({ name: 'index_name' })
    .whereRaw('table_schema = database()')
    .where('table_name', to)
    .then((rows: { readonly name: string }[]) => rows.map(({ name }) => name));
  const renames = { ...indexes, [`${from}_search`]: `${to}_search` };
  for (const [old, next] of Object.entries(renames).filter(([name]) => there.includes(name))) {
    await knex.raw('alter table ?? rename index ?? to ??', [to, old, next]);
  }
  // The name of a foreign key is one of the whole database: another table may want it.
  const keys = await readReferences(knex, to);
  for (const { column, key, table, rule } of keys.filter(({ key }) => key.startsWith(`${from}_`))) {
    // Every row fits: it is the same key.
    await knex.raw('set session foreign_key_checks = 0');
    await knex
      .raw(
        `alter table ?? add constraint ?? foreign key (??) references ?? (\`id\`)${rule && ` on delete ${rule}`}, drop foreign key ??`,
        [to, `${to}_${key.slice(from.length + 1)}`, column, table, key],
      )
      .finally(() => knex.raw('set session foreign_key_checks = 1'));
  }
}

async function renameEmbedded(
  knex: Knex,
  from: string,
  to: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  const isSearched = await knex.schema.hasTable(`${from}_search`);
  await stopCounting(knex, from);
  if (isSearched) await dropSearchIndex(knex, from);
  await knex.raw('alter table ?? rename to ??', [from, to]);
  for (const [old, next] of Object.entries(indexes)) {
    const index = await knex('sqlite_master').where({ type: 'index', name: old }).first('sql');
    if (!index) continue;
    await knex.raw('drop index ??', [old]);
    await knex.raw(String(index.sql).replace(old, next));
  }
  if (isSearched) await addSearchIndex(knex, to);
}

/** The names of a resource, before and from now on. */
export interface ResourceNames {
  readonly name: readonly [from: string, to: string];
  readonly path: readonly [from: string, to: string];
}

/**
 * Gives a resource its new name in everything that refers to it by name: the permissions of roles, the history, keys of requests
 * that may be repeated, its tasks, and the comments on its rows. The triggers that count its rows are made again after the
 * migrations.
 */
export async function renameResource(knex: Knex, { name, path }: ResourceNames): Promise<void> {
  const [from, to] = name;
  await renamePermissions(knex, from, to);
  await knex('activities').where({ resource: from }).update({ resource: to });
  const tasks: string[] = await knex('task_leases').where('name', 'like', `${from}.%`).pluck('name');
  for (const task of tasks) {
    const next = `${to}${task.slice(from.length)}`;
    await knex('task_leases').where({ name: next }).delete();
    await knex('task_leases').where({ name: task }).update({ name: next });
  }
  if (path[0] === path[1]) return;
  // What hangs on its rows has its path.
  if (await knex.schema.hasTable('comments'))
    await knex('comments').where({ resource: path[0] }).update({ resource: path[1] });
  const [old, next] = path.map((one) => `/api/v1/${one}`);
  const follow = (column: string) => knex.raw('replace(??, ?, ?)', [column, `${old}/`, `${next}/`]);
  const keys = () => knex('idempotency_keys');
  await keys()
    .where('path', 'like', `${old}/%`)
    .update({ path: follow('path'), headers: follow('headers') });
  await keys()
    .where({ path: old })
    .update({ path: next, headers: follow('headers') });
  await knex('tallies').where('list', 'like', `${path[0]}@%`).delete();
}

/** A role may have been given the new ones already. */
async function renamePermissions(knex: Knex, from: string, to: string): Promise<void> {
  const held: { role_id: number; permission: string }[] = await knex('role_permissions')
    .where('permission', 'like', `${from}.%`)
    .select('role_id', 'permission');
  for (const { role_id, permission } of held) {
    const next = { role_id, permission: `${to}${permission.slice(from.length)}` };
    await knex('role_permissions').insert(next).onConflict(['role_id', 'permission']).ignore();
    await knex('role_permissions').where({ role_id, permission }).delete();
  }
  const roles = [...new Set(held.map(({ role_id }) => role_id))];
  // They have changed for clients that have read them before.
  await knex('roles').whereIn('id', roles).increment('version', 1);
}
