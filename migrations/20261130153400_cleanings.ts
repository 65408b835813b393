/** Cleanings done on materials. */
import * as make from './columns/index.ts';

export const values = {
  cleanings: {
    type: ['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'],
  },
};

export const { up, down } = make.migrationOf({
  cleanings: (t, knex) => {
    make.siteResource(t);
    t.string('name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    make.rankedChoice(t, 'type', values.cleanings.type);
    t.text('description').nullable();
    make.moment(t, 'cleaned_at').notNullable();
    make.searchText(t, knex);

    make.orders(t, ['site_id'], 'cleaned_at', 'type_rank', 'created_at');
    t.index(['cleaned_at', 'id']);
    t.index(['site_id', 'type', 'cleaned_at', 'id']);
    t.index(['material_id', 'cleaned_at', 'id']);
    t.index(['material_id', 'type', 'cleaned_at']); // The latest of a type.
  },
});
