/**
 * The words by which MariaDB and MySQL find texts take a time that grows with the length of the text, not with its square, and very
 * long texts have none: see `columns/search.ts`. Their tables are built again. SQLite has other indexes.
 */
import type { Knex } from 'knex';
import { isMySQL } from './columns/index.ts';
import { changeWords, tablesWithOldWords, wordsOfText } from './columns/search.ts';

export async function up(knex: Knex): Promise<void> {
  if (!isMySQL(knex)) return;
  const [[{ version }]] = await knex.raw('select version() as version');
  const words = wordsOfText(/mariadb/i.test(version));
  for (const table of await tablesWithOldWords(knex)) await changeWords(knex, table, words);
}

/** Nodes of earlier versions ask for grams alone: they find long texts without the index. */
export async function down(): Promise<void> {}
