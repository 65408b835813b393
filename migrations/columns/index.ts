/**
 * The columns that several tables have in common, each written so that SQLite, MariaDB and MySQL
 * store and compare it alike. Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { addedColumns, isMySQL, leaveOutDone, readParts } from './parts.ts';
import { addSearchIndex, dropSearchIndex } from './search.ts';

export { isMySQL } from './parts.ts';

type Table = Knex.CreateTableBuilder;

/** A migration that makes tables, those with a search text with their search index, and drops them again. */
export function migrationOf(
  tables: Readonly<Record<string, (t: Table, knex: Knex) => void>>,
): Required<Pick<Knex.Migration, 'up' | 'down'>> {
  return {
    up: async (knex) => {
      for (const [name, build] of Object.entries(tables)) {
        let isSearched = false;
        await createTable(knex, name, (t) => {
          build(t, knex);
          isSearched = addedColumns(t).includes('search_text');
        });
        if (isSearched) await addSearchIndex(knex, name);
      }
    },
    down: async (knex) => {
      for (const name of Object.keys(tables).toReversed()) {
        // The index of a server is a part of its table.
        if (!isMySQL(knex)) await dropSearchIndex(knex, name);
        await dropTable(knex, name);
      }
    },
  };
}

/**
 * Creates a table, or on MariaDB and MySQL the parts of it that a killed run has not made. On MySQL text compares by code point
 * and case, as it always does on SQLite.
 * @throws Error if there is another table of this name
 */
export async function createTable(knex: Knex, name: string, build: (t: Table) => void): Promise<void> {
  const parts = isMySQL(knex) ? await readParts(knex, name) : null;
  if (parts) {
    await knex.schema.alterTable(name, (t) => {
      build(t);
      const missing = addedColumns(t).find((column) => !parts.has(`column ${column}`.toLowerCase()));
      if (missing) throw new Error(`There is another table “${name}”, which has no column “${missing}”.`);
      leaveOutDone(t, name, parts);
    });
    return;
  }
  await knex.schema.createTable(name, (t) => {
    if (isMySQL(knex)) {
      t.engine('InnoDB');
      t.charset('utf8mb4');
      t.collate('utf8mb4_bin');
    }
    build(t);
  });
}

/**
 * Changes a table. On MariaDB and MySQL, parts that exist already, or are gone already, are left out: a killed run has done them.
 */
export async function alterTable(knex: Knex, name: string, build: (t: Table) => void): Promise<void> {
  const parts = isMySQL(knex) ? await readParts(knex, name) : null;
  await knex.schema.alterTable(name, (t) => {
    build(t);
    if (parts) leaveOutDone(t, name, parts);
  });
}

/**
 * Drops a table, which a run that was killed may have done already.
 */
export async function dropTable(knex: Knex, name: string): Promise<void> {
  await knex.schema.dropTableIfExists(name);
}

/**
 * The columns of every resource: id, version (the ETag), timestamps, author.
 * @param within the column of the site, if rows have one: the question whether a person is the author of any row there is then
 *   one look into an index, however many rows they have made at other sites
 */
export function resource(t: Table, within?: 'site_id'): void {
  t.increments('id');
  t.integer('version').unsigned().notNullable().defaultTo(1);
  moment(t, 'created_at').notNullable();
  moment(t, 'updated_at').notNullable();
  reference(t, 'created_by_id', 'users').nullable();
  t.index(within ? ['created_by_id', within] : ['created_by_id']);
}

/** Those of a resource whose rows belong to sites. */
export function siteResource(t: Table): void {
  resource(t, 'site_id');
  site(t);
}

/**
 * The site a row belongs to. Its foreign key is served by the indexes that begin with `site_id`.
 */
export function site(t: Table): void {
  reference(t, 'site_id', 'sites').notNullable();
}

/**
 * A foreign key; give it an index, which SQLite does not do by itself. Without `onDelete` a row that is
 * referred to cannot be deleted. Not spelled RESTRICT: SQLite would then refuse to drop a table whose rows
 * refer to each other.
 */
export function reference(
  t: Table,
  column: string,
  table: string,
  onDelete?: 'CASCADE' | 'SET NULL',
): Knex.ColumnBuilder {
  const builder = t.integer(column).unsigned();
  const key = t.foreign([column]).references(['id']).inTable(table);
  if (onDelete) key.onDelete(onDelete);
  return builder;
}

/** The rows of a table that belong to each row of another, which goes with its row of the first. */
export function pairs(
  t: Table,
  [owner, of]: readonly [column: string, table: string],
  [other, table]: readonly [column: string, table: string],
  onDelete?: 'CASCADE',
): void {
  reference(t, owner, of, 'CASCADE').notNullable();
  reference(t, other, table, onDelete).notNullable();
  t.primary([owner, other]);
  t.index([other, owner]);
}

/** An index for each order of lists, within the rows that have the same value of some columns. */
export function orders(t: Table, within: readonly string[], ...columns: readonly string[]): void {
  for (const column of columns) t.index([...within, column, 'id']);
}

/**
 * A UTC moment in milliseconds. SQLite keeps the text it is given: `YYYY-MM-DD HH:MM:SS.sss`.
 */
export function moment(t: Table, column: string): Knex.ColumnBuilder {
  return t.datetime(column, { precision: 3 });
}

/**
 * An amount in hundredths, so that sums are exact.
 */
export function money(t: Table, column: string): Knex.ColumnBuilder {
  return t.bigInteger(column).comment('hundredths');
}

/**
 * A number of so many decimals in whole units of the last one, so that sums are exact.
 */
export function decimal(t: Table, column: string, scale: number): Knex.ColumnBuilder {
  return t.bigInteger(column).comment(`1 / ${10 ** scale}`);
}

/**
 * One value out of a fixed list, kept as its name.
 */
export function choice(t: Table, column: string): Knex.ColumnBuilder {
  return t.string(column, 32).notNullable();
}

/**
 * A choice that lists sort by: `<column>_rank` is the place of the value in `values`, from 0.
 */
export function rankedChoice(t: Table, column: string, values: readonly string[]): Knex.ColumnBuilder {
  const builder = choice(t, column);
  t.specificType(`${column}_rank`, rankExpression(column, values));
  return builder;
}

/** Type of a column with the position of a choice in the list of its values, from 0. */
export function rankExpression(column: string, values: readonly string[]): string {
  const whens = values.map((value, rank) => `when '${value.replaceAll("'", "''")}' then ${rank}`).join(' ');
  return `tinyint generated always as (case \`${column}\` ${whens} end) virtual`;
}

/**
 * A text that lists sort by: `<column>_key` is its folded copy, for order and uniqueness without regard to case. Null if the text
 * is null. At most 511 characters: with `site_id` and a choice before it the key fits an InnoDB index (3072 bytes).
 */
export function sortedText(
  t: Table,
  column: string,
  length = 255,
): { notNullable(): void; nullable(): void } {
  const columns = [t.string(column, length), t.string(`${column}_key`, 511)];
  return {
    notNullable: () => columns.forEach((each) => void each.notNullable()),
    nullable: () => columns.forEach((each) => void each.nullable()),
  };
}

/**
 * `<column>_with_<others>`: the value of a column in rows that have one in the others too, else null. For a unique index with
 * a column that may be null: on a Galera cluster it has to have all of a row's values or none.
 * @param type of the column, as MariaDB and MySQL call it
 */
export function copyWith(t: Table, column: string, type: string, others: readonly string[]): void {
  const lacking = others.map((other) => `\`${other}\` is null`).join(' or ');
  t.specificType(
    `${column}_with_${others.join('_')}`,
    `${type} generated always as (case when ${lacking} then null else \`${column}\` end) virtual`,
  );
}

/**
 * 1 in rows that meet a condition, null in the rest: for a unique index of those rows only, beside `copyWith` of its columns.
 * @param condition SQL that every database understands
 */
export function markWhere(t: Table, column: string, condition: string): void {
  t.specificType(column, `tinyint generated always as (case when ${condition} then 1 end) virtual`);
}

/**
 * The folded text of the fields that `search` looks in. MEDIUMTEXT, for folding can lengthen a text
 * beyond the 64 KiB of TEXT; MySQL allows no literal default on either.
 */
export function searchText(t: Table, knex: Knex): void {
  const builder = t.text('search_text', 'mediumtext').notNullable();
  if (!isMySQL(knex)) builder.defaultTo('');
}
