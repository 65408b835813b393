/** What was added to the database once: seeds by the names of their files, and roles of a project's configuration. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  seed_runs: (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    make.moment(t, 'ran_at').notNullable();

    t.unique(['name']);
  },
});
