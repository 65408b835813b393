/** Procedures, and the steps of each. */
import * as make from './columns/index.ts';

export const values = {
  procedure_steps: {
    kind: ['check', 'pass_fail', 'number', 'choice', 'text', 'photo'],
    on_fail: ['none', 'note', 'incident'],
    severity: ['low', 'medium', 'high', 'critical'],
  },
};

export const { up, down } = make.migrationOf({
  procedures: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    t.text('description').nullable();
    t.boolean('active').notNullable();
    t.integer('revision').notNullable();
    make.searchText(t, knex);

    t.unique(['site_id', 'name']);
    make.orders(t, ['site_id'], 'name_key', 'created_at');
    make.orders(t, [], 'name_key', 'created_at');
  },
  procedure_steps: (t) => {
    t.increments('id');
    make.reference(t, 'procedure_id', 'procedures', 'CASCADE').notNullable();
    t.integer('position').notNullable();
    t.string('title', 255).notNullable();
    for (const column of ['kind', 'on_fail']) make.choice(t, column);
    t.boolean('required').notNullable();
    t.text('help').nullable();
    t.string('unit', 20).nullable();
    for (const column of ['minimum', 'maximum']) make.decimal(t, column, 4).nullable();
    for (const column of ['choices', 'failing_choices']) t.text(column, 'mediumtext').nullable();
    make.choice(t, 'severity').nullable();

    t.index(['procedure_id', 'position', 'id']);
  },
});
