/**
 * The text of an SQLite table, which has no statement to change a column. SQLite's own way (sqlite.org/lang_altertable.html, 7)
 * is to change the text, if the stored rows stay valid. A table that is built again would delete the rows that go with it (ON
 * DELETE CASCADE). Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';

/** The statement that makes a table: its text before, between and after its commas. */
interface Statement {
  readonly head: string;
  readonly parts: readonly string[];
  readonly tail: string;
}

/** Gives a column another definition. @throws Error if there is no such column */
export async function rewriteColumn(
  knex: Knex,
  table: string,
  column: string,
  change: (definition: string) => string,
): Promise<void> {
  await rewriteTable(knex, table, (parts) => {
    if (!parts.some((part) => nameOf(part) === column)) {
      throw new Error(`“${table}” has no column “${column}”.`);
    }
    return parts.map((part) => (nameOf(part) === column ? change(part) : part));
  });
}

/** Gives a table other columns and constraints, of which no row is kept otherwise. */
export async function rewriteTable(
  knex: Knex,
  table: string,
  change: (parts: readonly string[]) => readonly string[],
): Promise<void> {
  const row = await knex('sqlite_master').where({ type: 'table', name: table }).first('sql');
  if (!row) throw new Error(`There is no table “${table}”.`);
  const { head, parts, tail } = partsOf(String(row.sql));
  const [{ schema_version: version }] = await knex.raw('PRAGMA schema_version');
  await knex.raw('PRAGMA writable_schema=ON');
  await knex('sqlite_master')
    .where({ type: 'table', name: table })
    .update({ sql: `${head}${change(parts).join(',')}${tail}` });
  // Every connection reads the tables again.
  await knex.raw(`PRAGMA schema_version=${Number(version) + 1}`);
  await knex.raw('PRAGMA writable_schema=OFF');
}

/** The column that a part defines; a renamed column has other quotes. */
export function nameOf(part: string): string | undefined {
  return /^\s*[`"]?(\w+)/.exec(part)?.[1];
}

/** The parts of a `create table`, split at the commas outside of brackets and quotes. */
export function partsOf(sql: string): Statement {
  const begin = sql.indexOf('(') + 1;
  const parts: string[] = [];
  let [depth, start, quoted] = [0, begin, ''];
  for (let at = begin; at < sql.length; at += 1) {
    const sign = sql.charAt(at);
    if (quoted !== '') {
      if (sign === quoted) quoted = '';
    } else if (sign === "'" || sign === '`' || sign === '"') quoted = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      parts.push(sql.slice(start, at));
      start = at + 1;
      if (sign === ')') return { head: sql.slice(0, begin), parts, tail: sql.slice(at) };
    }
  }
  throw new Error('This is no statement that makes a table.');
}
