/**
 * New names for columns, and columns that must have a value once their rows have one. A run that was killed has done some
 * of it: the next does the rest. Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { isMySQL } from './index.ts';
import { hasColumn } from './parts.ts';
import { rewriteColumn } from './text.ts';

/**
 * Renames a column of a table with rows. The triggers that count the rows of the table stop until the migrations are done, which
 * count again: they may read the column by its name.
 */
export async function renameColumn(knex: Knex, table: string, from: string, to: string): Promise<void> {
  if (isMySQL(knex) && (await hasColumn(knex, table, to))) return;
  await stopCounting(knex, table);
  await knex.raw('alter table ?? rename column ?? to ??', [table, from, to]);
}

/** Makes a column required or optional. @throws Error if it becomes required and rows have no value */
export async function setRequired(
  knex: Knex,
  table: string,
  column: string,
  required: boolean,
): Promise<void> {
  // A killed run has come further, to where the column has another name.
  if (isMySQL(knex) && !(await hasColumn(knex, table, column))) return;
  const [lacking] = required ? await knex(table).whereNull(column).count({ rows: '*' }) : [];
  const rows = Number(lacking?.rows ?? 0);
  if (rows > 0) {
    throw new Error(
      `“${table}” has ${rows} ${rows === 1 ? 'row' : 'rows'} with nothing in “${column}”, which is required: write in this migration what they get.`,
    );
  }
  if (isMySQL(knex)) {
    const [[row] = []]: Record<string, string>[][] = await knex.raw('show create table ??', [table]);
    const line =
      linesOf(row?.['Create Table']).find((one) => one.startsWith(`\`${column}\` `)) ?? refuse(table, column);
    const text = changed(line.replace(/,$/, ''), required);
    // As long as MySQL checks foreign keys, it changes no column of one. Of the values nothing changes.
    await knex.raw('set session foreign_key_checks = 0');
    try {
      await knex.raw(`alter table \`${table}\` modify column ${text}`);
    } finally {
      await knex.raw('set session foreign_key_checks = 1');
    }
    return;
  }
  await rewriteColumn(knex, table, column, (definition) => changed(definition, required));
}

function linesOf(statement = ''): string[] {
  return statement.split('\n').map((line) => line.trim());
}

/** The definition of a column with NOT NULL or without. */
function changed(definition: string, required: boolean): string {
  const open = definition
    .replace(/ default null\b/i, '')
    .replace(/ not null\b/i, '')
    .replace(/ null\b/i, '');
  return required ? `${open} not null` : `${open} null`;
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

function refuse(table: string, column: string): never {
  throw new Error(`“${table}” has no column “${column}”.`);
}
