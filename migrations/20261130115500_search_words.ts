/**
 * The words by which MariaDB and MySQL find texts take a time that grows with the length of the text, not with its square, and very
 * long texts have none: see `columns/search.ts`. Their tables are built again. SQLite has other indexes. Until they are restarted,
 * nodes of the previous version find no text of more than 8 kB by its words.
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

/** Earlier versions do not ask for the mark, and would not find long texts. */
export async function down(knex: Knex): Promise<void> {
  if (!isMySQL(knex)) return;
  const [[{ version }]] = await knex.raw('select version() as version');
  const found = /mariadb/i.test(version) ? '\\\\1\\\\2 ' : '$1$2 ';
  const words = `regexp_replace(lower(hex(\`search_text\`)), '(..)(?=(....))', '${found}')`;
  const [rows]: { readonly name: string }[][] = await knex.raw(
    "select table_name as `name` from information_schema.columns where table_schema = database() and column_name = 'search_grams'",
  );
  for (const { name } of rows ?? []) await changeWords(knex, name, words);
}
