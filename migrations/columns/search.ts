/**
 * The index that finds rows by any three characters of their `search_text`. SQLite keeps the trigrams of FTS5 in a table
 * `<table>_search`, updated by triggers. MariaDB and MySQL compute them into the column `search_grams` (each run of three bytes
 * in hexadecimal, a word to the full-text parser) with the FULLTEXT index `<table>_search`. Existing rows are indexed at once.
 * Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { hasColumn, isMySQL, readParts } from './parts.ts';

const changes = ['insert', 'delete', 'update'];

/** Texts with more bytes have a mark as their only word: entering thousands of words takes longer than all else of a write. */
const longest = 8192;

/**
 * The words of a row's text for the full-text index, as an expression. `longer` is the mark: every search finds the rows with it,
 * and tests their texts.
 */
export function wordsOfText(isMariaDb: boolean): string {
  const hex = 'lower(hex(`search_text`))';
  // PCRE of MariaDB and ICU of MySQL have different names for the match. For each match, MariaDB examines a whole text, but no
  // bytes. MySQL takes no bytes.
  const [bytes, found] = isMariaDb ? [`cast(${hex} as binary)`, '\\\\1\\\\2 '] : [hex, '$1$2 '];
  return `if(octet_length(\`search_text\`) > ${longest}, 'longer', regexp_replace(${bytes}, '(..)(?=(....))', '${found}'))`;
}

// Invisible: a query for all columns of a row does not need it.
const gramsColumn = (words: string): string =>
  '`search_grams` mediumtext character set ascii collate ascii_bin ' +
  `generated always as (${words.replaceAll('?', '\\?')}) stored invisible`;

/** Gives a table with `search_text` its index. */
export async function addSearchIndex(knex: Knex, table: string): Promise<void> {
  if (isMySQL(knex)) {
    const [[{ version }]] = await knex.raw('select version() as version');
    // TiDB has no full-text index: there every row is looked through.
    if (/tidb/i.test(version)) return;
    const parts = await readParts(knex, table);
    // A killed run has made column and index: they are one statement. An operator may have dropped the index since.
    if (parts?.has('column search_grams')) {
      if (!parts.has(`index ${table}_search`))
        await knex.raw('alter table ?? add fulltext index ?? (`search_grams`)', [table, `${table}_search`]);
      return;
    }
    // One statement, since it builds the table again.
    await knex.raw(
      `alter table ?? add column ${gramsColumn(wordsOfText(/mariadb/i.test(version)))}, add fulltext index ?? (\`search_grams\`)`,
      [table, `${table}_search`],
    );
    return;
  }
  // Left over if its table was built again, without the triggers.
  await dropSearchIndex(knex, table);
  const [own, index] = [`\`${table}\``, `\`${table}_search\``];
  // It only has which rows have which trigrams, not where. The text itself is searched for that.
  await knex.raw(
    `create virtual table ${index} using fts5(search_text, content='${table}', content_rowid='id', ` +
      `tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
  );
  const enter = `insert into ${index} (rowid, search_text) values (new.id, new.search_text);`;
  const leave = `insert into ${index} (${index}, rowid, search_text) values ('delete', old.id, old.search_text);`;
  await knex.raw(`create trigger \`${table}_search_insert\` after insert on ${own} begin ${enter} end`);
  await knex.raw(`create trigger \`${table}_search_delete\` after delete on ${own} begin ${leave} end`);
  await knex.raw(
    `create trigger \`${table}_search_update\` after update of id, search_text on ${own} ` +
      `when old.id <> new.id or old.search_text <> new.search_text begin ${leave} ${enter} end`,
  );
  // A write never waits for a large part of the index to be merged: with the settings that FTS5 begins with, one in a
  // hundred took ten times as long, one in thousands half a second.
  await knex.raw(`insert into ${index} (${index}, rank) values ('automerge', 16), ('crisismerge', 64)`);
  await knex.raw(`insert into ${index} (${index}) values ('rebuild')`);
}

/** Takes it out again, before `search_text` or the table goes. */
export async function dropSearchIndex(knex: Knex, table: string): Promise<void> {
  if (isMySQL(knex)) {
    if (!(await hasColumn(knex, table, 'search_grams'))) return;
    await knex.raw('alter table ?? drop index ??, drop column `search_grams`', [table, `${table}_search`]);
    return;
  }
  for (const change of changes) await knex.raw(`drop trigger if exists \`${table}_search_${change}\``);
  await knex.raw(`drop table if exists \`${table}_search\``);
}
