/**
 * The site where the first request with an `Idempotency-Key` was made: from another one it is another request. Null for
 * those of before, which are a day old at the most.
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
