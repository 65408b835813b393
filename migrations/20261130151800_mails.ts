/**
 * Mails that wait to be sent: one row for each, gone with it. Moments are milliseconds since 1970 by the clock of the database. `slot` is
 * taken by the one mail of its sort that may wait for a person.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  mails: (t) => {
    t.increments('id');
    t.string('uid', 36).notNullable();
    make.reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('kind', 32).notNullable();
    t.string('slot', 64).nullable();
    t.string('address', 255).nullable();
    t.text('content').notNullable();
    t.text('sealed').nullable();
    for (const column of ['made_at', 'due_at']) t.bigInteger(column).notNullable();
    t.integer('attempts').unsigned().notNullable();
    t.string('holder', 36).nullable();
    t.bigInteger('leased_until').nullable();

    for (const column of ['uid', 'slot']) t.unique([column]);
    t.index(['due_at', 'id']);
    t.index(['user_id']);
  },
});
