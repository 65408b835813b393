/** Indexes that find rows by any three characters of the fields in `search`. */
import type { Knex } from 'knex';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

const tables = [
  'users',
  'sites',
  'roles',
  'companies',
  'zones',
  'materials',
  'maintenances',
  'incidents',
  'cleanings',
  'items',
  'item_movements',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of tables) await addSearchIndex(knex, table);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables.toReversed()) await dropSearchIndex(knex, table);
}
