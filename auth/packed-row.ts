/** A row that comes as one JSON text, because a driver spends more on the columns of a small row than on the whole query. */
import type { Knex } from 'knex';
import type { Sql } from '../engine/condition.ts';
import { query } from '../engine/database/query.ts';
import { memoize } from '../engine/memoize.ts';

/** What to select for a `packedReader`: a JSON object of these expressions under their names. */
export function packed(columns: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(columns).map(([name, sql]) => `'${name}', ${sql}`);
  return `json_object(${pairs.join(', ')}) as packed`;
}

/**
 * Reads the row of a query that selects `packed` columns, with the function `read`. The row is queried each time, but `read` runs
 * only once for each state of the row: an unchanged row gives the very same result.
 * @param most the number of results that are kept
 * @returns null if there is no row
 */
export function packedReader<Row, T>(read: (row: Row) => T, most: number) {
  const understand = memoize((text: string): T => read(JSON.parse(text)), most);
  return async (database: Knex, sql: Sql): Promise<T | null> => {
    const [found] = await query(database, sql);
    return found ? understand(String(found.packed)) : null;
  };
}
