/** Counters of the rate limiter, shared by all nodes. `expire` is in milliseconds since 1970. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  rate_limits: (t) => {
    t.string('key', 255).notNullable();
    t.integer('points').notNullable().defaultTo(0);
    t.bigInteger('expire').nullable();

    t.primary(['key']);
    t.index(['expire']);
  },
});
