/**
 * The texts that people without an account sent in the last minutes, as digests: the same text is one request. `expire` is in
 * milliseconds since 1970.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  sent_texts: (t) => {
    t.string('key', 64).notNullable();
    t.string('reference', 14).notNullable();
    t.bigInteger('expire').notNullable();

    t.primary(['key']);
    t.index(['expire']);
  },
});
