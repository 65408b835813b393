/** A check value of each key that secrets were written with. A start compares its own with it, so that it notices another key. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  key_checks: (t) => {
    // The writer counts it: of two nodes that come with different keys at the same moment, one is first.
    t.integer('id').unsigned().notNullable();
    t.specificType('digest', 'char(43)').notNullable();
    make.moment(t, 'created_at').notNullable();

    t.primary(['id']);
  },
});
