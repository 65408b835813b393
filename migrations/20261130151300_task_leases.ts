/** The node that runs each task, and the results. Moments are milliseconds since 1970 by the clock of the database. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  task_leases: (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    t.string('holder', 36).nullable();
    t.bigInteger('due_at').notNullable();
    for (const column of ['started_at', 'leased_until', 'succeeded_at']) t.bigInteger(column).nullable();
    t.integer('failures').unsigned().notNullable();

    t.unique(['name']);
  },
});
