/**
 * Moments by the clock of the database, which is one for all nodes: what has expired is decided by it. A node whose own clock is
 * ahead would end the sessions of others. All of it is SQL text without values: whole numbers come from settings and code alone.
 */
import type { Knex } from 'knex';
import { isMysql, query } from './query.ts';

/** The present moment of the database, or one so many seconds from it, as a column holds it. */
export function momentSql(mysql: boolean, seconds = 0): string {
  const from = mysql ? 'utc_timestamp(3)' : "'now'";
  return seconds === 0 && mysql ? from : laterSql(mysql, from, seconds);
}

/** The moment so many seconds after the one in a column. */
export function laterSql(mysql: boolean, column: string, seconds: number): string {
  if (!Number.isSafeInteger(seconds)) throw new RangeError(`${seconds} is no whole number of seconds.`);
  if (mysql) return `(${column} + interval ${seconds} second)`;
  return `strftime('%Y-%m-%d %H:%M:%f', ${column}, '${seconds < 0 ? '' : '+'}${seconds} seconds')`;
}

/** The earlier one of two moments. */
export function earlierSql(mysql: boolean, one: string, other: string): string {
  return `${mysql ? 'least' : 'min'}(${one}, ${other})`;
}

/** SQL for the present moment in whole milliseconds since 1970, the same throughout a statement. */
export function clockSql(db: Knex): string {
  // Every session of ours has UTC as its time zone: no hour comes twice.
  return isMysql(db)
    ? 'cast(unix_timestamp(now(3)) * 1000 as signed)'
    : "cast(unixepoch('subsec') * 1000 as integer)";
}

/** The present moment of the database in milliseconds since 1970. */
export async function databaseNow(db: Knex): Promise<number> {
  const [row] = await query(db, { text: `select ${clockSql(db)} as now`, bindings: [] });
  return Number(row?.now);
}
