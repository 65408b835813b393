/** Words as the runs of three characters in them: what the search index of each database knows a text by. */
import type { Sql } from '../condition.ts';
import { columnOf, quote } from '../database/sql.ts';

const size = 3;

/** Length of a gram as a word of MariaDB's and MySQL's full-text parser. */
export const wordLength = 2 * size;

/** A control character: folded texts have none, and a question of SQLite would end at the first. */
const control = /\p{Cc}/u;

/** The different runs of three characters in a folded word, in their order; none for a shorter word. */
export function gramsOf(word: string): string[] {
  const characters = [...word];
  const grams = characters.slice(0, 1 - size).map((_, at) => characters.slice(at, at + size).join(''));
  return [...new Set(grams)].filter((gram) => [...gram].length === size && !control.test(gram));
}

/**
 * The ids (`id`) of rows whose `search_text` has all the grams, from the index that `addSearchIndex` of a migration made.
 * They may stand anywhere in it: whether the word does is still to be tested.
 */
export function gramsSql(table: string, grams: readonly string[], mysql: boolean): Sql {
  const index = quote(`${table}_search`);
  return mysql
    ? {
        text:
          `select ${columnOf(table, 'id')} from ${quote(table)} ` +
          `where match(${columnOf(table, 'search_grams')}) against (? in boolean mode)`,
        bindings: [[...new Set(grams.flatMap(bytesOf))].map((bytes) => `+${bytes}`).join(' ')],
      }
    : {
        text: `select rowid as ${quote('id')} from ${index} where ${index} match ?`,
        bindings: [grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')],
      };
}

/** A gram as MariaDB and MySQL know it: each run of three bytes of its UTF-8 in hexadecimal. */
function bytesOf(gram: string): string[] {
  const bytes = Buffer.from(gram);
  return Array.from({ length: bytes.length - size + 1 }, (_, at) => bytes.toString('hex', at, at + size));
}
