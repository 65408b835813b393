/**
 * Tells SQLite what its tables hold (ANALYZE). Without that it takes one index for as good as another, and looks at whole
 * sites for a few rows; what it was told of small tables misleads it once they are large. MariaDB and MySQL see to it
 * themselves.
 */
import { type Database, isSqlite } from './open.ts';

/** A database that large takes a quarter of a second, in which no request is served: beyond that it waits for the next start. */
const maxBytes = 256 * 2 ** 20;
/** What has grown by so much is another database. */
const growth = 1.5;

/** Pages of each database when it was last looked at. */
const pages = new WeakMap<Database, number>();

/** Looks at everything: a second for a gigabyte. For a start, and after a bulk write. */
export async function refreshStatistics(database: Database): Promise<void> {
  if (!isSqlite(database)) return;
  await database.raw('ANALYZE');
  pages.set(database, await pragma(database, 'page_count'));
}

/**
 * The same for a service at work: where there is much more to look at than the last time, and not too much.
 * @param most bytes of a database that is looked at
 * @returns whether it was
 */
export async function refreshGrown(database: Database, most = maxBytes): Promise<boolean> {
  if (!isSqlite(database)) return false;
  const now = await pragma(database, 'page_count');
  if (now < growth * (pages.get(database) ?? 0)) return false;
  if (now * (await pragma(database, 'page_size')) > most) return false;
  await refreshStatistics(database);
  return true;
}

/** Takes over what another process was told by `refreshGrown`: of that a connection hears nothing by itself. */
export async function rereadStatistics(database: Database): Promise<void> {
  if (isSqlite(database)) await database.raw('ANALYZE sqlite_schema');
}

async function pragma(database: Database, name: 'page_count' | 'page_size'): Promise<number> {
  const [row]: Record<string, number>[] = await database.raw(`PRAGMA ${name}`);
  return Number(row?.[name]);
}
