/**
 * Changes of tables with rows. For most of them Knex builds an SQLite table again, which computed columns do not survive, and
 * which deletes the rows that go with it (ON DELETE CASCADE). Here SQLite's own statements do it. Migrations are history: change
 * nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { alterTable, choice, isMySQL, rankExpression, reference } from './index.ts';
import { hasColumn, readReferences } from './parts.ts';

/** The parts to drop from a table: indexes and unique ones by their columns, or by name if they have one. */
export interface Taken {
  readonly indexes?: readonly (string | readonly string[])[];
  readonly uniques?: readonly (string | readonly string[])[];
  readonly columns?: readonly string[];
}

/** A foreign key in an existing table. It may be null, because existing rows refer to nothing yet. */
export function addedReference(
  t: Knex.CreateTableBuilder,
  knex: Knex,
  column: string,
  table: string,
): Knex.ColumnBuilder {
  if (isMySQL(knex)) return reference(t, column, table).nullable();
  // In the column itself: SQLite drops it again only then.
  return t.specificType(column, `integer references \`${table}\`(\`id\`)`).nullable();
}

/** A choice that lists sort by, in an existing table: existing rows get `value`. */
export function addedRankedChoice(
  t: Knex.CreateTableBuilder,
  column: string,
  values: readonly string[],
  value: string | null,
): void {
  if (value === null) choice(t, column).nullable();
  else choice(t, column).defaultTo(value);
  addedRank(t, column, values);
}

/** The rank of an existing choice, which lists now sort by. */
export function addedRank(t: Knex.CreateTableBuilder, column: string, values: readonly string[]): void {
  t.specificType(`${column}_rank`, rankExpression(column, values));
}

/** Drops indexes and columns of a table, with the data of the columns. */
export async function dropParts(knex: Knex, table: string, parts: Taken): Promise<void> {
  const { indexes = [], uniques = [], columns = [] } = parts;
  // MySQL keeps an index that a foreign key needs.
  const keys = isMySQL(knex) ? await readReferences(knex, table) : [];
  for (const { key } of keys.filter(({ column }) => columns.includes(column)))
    await knex.raw('alter table ?? drop foreign key ??', [table, key]);
  await alterTable(knex, table, (t) => {
    for (const index of indexes) typeof index === 'string' ? t.dropIndex([], index) : t.dropIndex([...index]);
    for (const unique of uniques) {
      typeof unique === 'string' ? t.dropUnique([], unique) : t.dropUnique([...unique]);
    }
  });
  for (const column of columns) {
    // A run that was killed has dropped it.
    if (isMySQL(knex) && !(await hasColumn(knex, table, column))) continue;
    await knex.raw('alter table ?? drop column ??', [table, column]);
  }
}

/**
 * Gives the values of a ranked choice another order, or more values.
 * @param indexes columns of the indexes that have the rank, which are made again
 */
export async function rerank(
  knex: Knex,
  table: string,
  column: string,
  values: readonly string[],
  indexes: readonly (readonly string[])[],
): Promise<void> {
  const expression = rankExpression(column, values);
  if (isMySQL(knex)) {
    await knex.raw(`alter table \`${table}\` modify column \`${column}_rank\` ${expression}`);
    return;
  }
  await dropParts(knex, table, { indexes, columns: [`${column}_rank`] });
  await alterTable(knex, table, (t) => {
    addedRank(t, column, values);
    for (const index of indexes) t.index([...index]);
  });
}
