/** A row that comes as one JSON text: what a driver does for each column of a small row costs more than the whole query. */
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
 * Reads the row of a query that selects `packed` columns, as `read` understands it. It is asked of the database each time,
 * and understood once for each state that it is in: a row that has not changed gives the very same result.
 *
 * @param most results that are kept
 * @returns null where there is no row
 */
export function packedReader<Row, T>(read: (row: Row) => T, most: number) {
  const understand = memoize((text: string): T => read(JSON.parse(text)), most);
  return async (database: Knex, sql: Sql): Promise<T | null> => {
    const [found] = await query(database, sql);
    return found ? understand(String(found.packed)) : null;
  };
}
