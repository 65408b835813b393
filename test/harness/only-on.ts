/** Tests that say something of one database alone. On the other they are counted as skipped, and say why. */
import { databaseKind } from './database.ts';

export interface Told {
  describe(title: string, body: (this: Mocha.Suite) => void): void;
  it(title: string, body: Mocha.AsyncFunc): void;
}

/**
 * `describe` and `it` for one kind of database.
 *
 * @param why what it is that the other has not, behind the title where tests are skipped
 */
export function onlyOn(kind: typeof databaseKind, why: string): Told {
  if (databaseKind === kind) return { describe, it };
  return {
    describe: (title, body) => void describe.skip(`${title} (${why})`, body),
    it: (title) => void it.skip(`${title} (${why})`),
  };
}

/** `describe` and `it` for what never gets as far as a database, or is the same whatever the database: once is enough. */
export const anywhere = onlyOn('sqlite', 'the same whatever the database');
