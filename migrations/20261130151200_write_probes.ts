/** One row that is written now and then to see whether anything can be. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  write_probes: (t) => {
    t.integer('id').unsigned().notNullable();
    make.moment(t, 'written_at').notNullable();

    t.primary(['id']);
  },
});
