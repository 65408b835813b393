/**
 * Moments by the clock of the database, which all nodes share. It decides what has expired: a node whose own clock is ahead would
 * end the sessions of others.
 */
import type { Knex } from 'knex';
import { dialectOf, query } from './query.ts';

/** The present moment of the database in milliseconds since 1970. */
export async function databaseNow(db: Knex): Promise<number> {
  const [row] = await query(db, { text: `select ${dialectOf(db).milliseconds} as now`, bindings: [] });
  return Number(row?.now);
}
