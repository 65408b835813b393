/**
 * How people are reached by mail: how often in a row a server has refused their address for good, and when they last got notices
 * (milliseconds since 1970 by the clock of the database).
 */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'users', (t) => {
    t.integer('email_refusals').notNullable().defaultTo(0);
    t.bigInteger('notices_mailed_at').nullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'users', { columns: ['email_refusals', 'notices_mailed_at'] });
}
