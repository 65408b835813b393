/**
 * Sites. `headquarters_slot` is 1 on the headquarters and NULL elsewhere: its unique index keeps a second
 * headquarters out, also when two writers race.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, resource, searchText, sortedText } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'sites', (t) => {
    resource(t);
    sortedText(t, 'name').notNullable();
    t.boolean('is_headquarters').notNullable().defaultTo(0);
    t.tinyint('headquarters_slot').nullable();
    t.string('timezone', 64).notNullable().defaultTo('UTC');
    t.string('email', 255).nullable();
    t.string('office_phone', 255).nullable();
    t.string('cell_phone', 255).nullable();
    t.string('address', 255).nullable();
    t.string('zip_code', 255).nullable();
    sortedText(t, 'city').nullable();
    t.string('country', 255).nullable();
    searchText(t, knex);

    t.unique(['name']);
    t.unique(['headquarters_slot']);
    t.index(['name_key', 'id']);
    t.index(['city_key', 'id']);
    t.index(['created_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'sites');
}
