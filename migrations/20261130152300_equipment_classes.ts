/** Classes of equipment. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  equipment_classes: (t, knex) => {
    make.resource(t);
    make.sortedText(t, 'name', 255).notNullable();
    make.sortedText(t, 'code', 10).nullable();
    t.text('description').nullable();
    make.reference(t, 'parent_id', 'equipment_classes').nullable();
    make.searchText(t, knex);

    for (const column of ['name', 'code_key']) t.unique([column]);
    make.orders(t, [], 'name_key', 'parent_id');
  },
});
