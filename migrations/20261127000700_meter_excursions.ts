/** Each meter counts its excursions. Monitoring asks every few seconds, and there may be incidents of years to count. */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'meters', (t) => {
    t.integer('excursions').notNullable().defaultTo(0);
  });
  await knex.raw(
    'update meters set excursions = (select count(*) from meter_readings r where r.meter_id = meters.id and r.raised = 1)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'meters', { columns: ['excursions'] });
}
