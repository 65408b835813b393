/**
 * The site of the first request with an `Idempotency-Key`: at another site it is another request. Null for older keys, which are
 * at most a day old.
 */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  // No foreign key, as with the user: checking it would lock the site's row in every such POST.
  await alterTable(knex, 'idempotency_keys', (t) => t.integer('site_id').unsigned().nullable());
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'idempotency_keys', { columns: ['site_id'] });
}
