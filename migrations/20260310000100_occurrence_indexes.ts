/**
 * Whether a person or a company occurs in the rows of one site is one look into an index, however many rows of other sites
 * they occur in.
 */
import type { Knex } from 'knex';
import { alterTable } from './columns/index.ts';

/** Tables whose rows belong to sites. */
const tables = [
  'zones',
  'materials',
  'maintenances',
  'incidents',
  'cleanings',
  'items',
  'item_movements',
  'activities',
];

/** The other references that occur in them. */
const others = [
  ['items', 'company_id'],
  ['item_movements', 'company_id'],
  ['activities', 'user_id'],
] as const;

export async function up(knex: Knex): Promise<void> {
  // First the new index: a foreign key is never without one.
  for (const table of tables) {
    await alterTable(knex, table, (t) => t.index(['created_by_id', 'site_id']));
    await alterTable(knex, table, (t) => t.dropIndex(['created_by_id']));
  }
  for (const [table, column] of others) await alterTable(knex, table, (t) => t.index([column, 'site_id']));
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of others) {
    await alterTable(knex, table, (t) => t.dropIndex([column, 'site_id']));
  }
  for (const table of tables) {
    await alterTable(knex, table, (t) => t.index(['created_by_id']));
    await alterTable(knex, table, (t) => t.dropIndex(['created_by_id', 'site_id']));
  }
}
