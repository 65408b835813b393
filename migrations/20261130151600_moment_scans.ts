/** How far moments have been checked that people are notified of: the last one, and the row that had it. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  moment_scans: (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    make.moment(t, 'scanned_until').notNullable();
    t.integer('scanned_id').unsigned().notNullable();

    t.unique(['name']);
  },
});
