/** Knex as in its documentation: mysql2 with its usual settings, and the service's own driver on SQLite. */
import knex, { type Knex } from 'knex';
import { sqliteSettings } from '../../engine/database/sqlite.ts';
import type { ContenderSettings } from '../settings.ts';

/** On SQLite both sides share the driver with its cache of prepared statements, so that only the frameworks are compared. */
export function openByHandDatabase(database: ContenderSettings['database']): Knex {
  if (database.kind === 'sqlite') return knex(sqliteSettings(database));
  const { host, port, user, password, database: name } = database;
  const connection = {
    ...{ host, port, user, password, database: name },
    timezone: 'Z',
    // Days stay texts; moments become Dates, as mysql2 returns them. Knex's types lack the list.
    dateStrings: ['DATE'],
  } as unknown as Knex.MySql2ConnectionConfig;
  return knex({ client: 'mysql2', connection, pool: { min: 0, max: 10 } });
}

/** A moment from either driver. On SQLite it is text in UTC. */
export function toDate(moment: Date | string): Date;
export function toDate(moment: Date | string | null): Date | null;
export function toDate(moment: Date | string | null): Date | null {
  return typeof moment === 'string' ? new Date(`${moment.replace(' ', 'T')}Z`) : moment;
}

/** A moment in stored form. */
export function toStored(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '');
}
