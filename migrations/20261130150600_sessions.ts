/**
 * Browser sessions. `id` is the SHA-256 (hex) of the cookie's id, so a person who reads this table cannot take over a session.
 * `user_id` is null before login.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  sessions: (t) => {
    t.string('id', 64).notNullable();
    make.reference(t, 'user_id', 'users', 'CASCADE').nullable();
    t.text('data').notNullable();
    t.boolean('remember').notNullable();
    t.string('ip', 64).nullable();
    t.string('user_agent', 512).nullable();
    for (const column of ['created_at', 'last_seen_at', 'expires_at']) make.moment(t, column).notNullable();

    t.primary(['id']);
    for (const column of ['user_id', 'expires_at']) t.index([column]);
  },
});
