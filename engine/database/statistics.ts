/**
 * Updates SQLite's table statistics (ANALYZE). Without them it considers all indexes equal, and scans whole sites for a few rows.
 * Statistics of small tables mislead it when the tables have grown. MariaDB and MySQL update theirs themselves.
 */
import { type Database, isSqlite } from './open.ts';

/**
 * ANALYZE of a database of this size takes a quarter of a second, in which no request is served. A larger database waits for the
 * next start.
 */
const maxBytes = 256 * 2 ** 20;
/** The growth factor after which statistics are updated. */
const growth = 1.5;

/** The number of pages of each database at its last update. */
const pages = new WeakMap<Database, number>();

/** Updates all statistics: a second per gigabyte. For a start, and after a bulk write. */
export async function refreshStatistics(database: Database): Promise<void> {
  if (!isSqlite(database)) return;
  await database.raw('ANALYZE');
  pages.set(database, await pragma(database, 'page_count'));
}

/**
 * Updates statistics of a running service, if the database has grown much since the last time, and is not too large.
 * @param most maximum size of the database in bytes
 * @returns whether it updated them
 */
export async function refreshGrown(database: Database, most = maxBytes): Promise<boolean> {
  if (!isSqlite(database)) return false;
  const now = await pragma(database, 'page_count');
  if (now < growth * (pages.get(database) ?? 0)) return false;
  if (now * (await pragma(database, 'page_size')) > most) return false;
  await refreshStatistics(database);
  return true;
}

/** Loads statistics that another process has updated with `refreshGrown`: a connection does not notice them by itself. */
export async function rereadStatistics(database: Database): Promise<void> {
  if (isSqlite(database)) await database.raw('ANALYZE sqlite_schema');
}

async function pragma(database: Database, name: 'page_count' | 'page_size'): Promise<number> {
  const [row]: Record<string, number>[] = await database.raw(`PRAGMA ${name}`);
  return Number(row?.[name]);
}
