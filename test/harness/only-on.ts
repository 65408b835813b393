/** Tests that say something of one database alone, or need a program. Elsewhere they are counted as skipped, and say why. */
import { databaseKind } from './database.ts';

export interface Told {
  describe(title: string, body: (this: Mocha.Suite) => void): void;
  it(title: string, body: Mocha.AsyncFunc): void;
}

/**
 * `describe` and `it` for one kind of database.
 *
 * @param why what it is that the other has not, behind the title where tests are skipped
 * @param missing what else there is to skip them for, if anything
 */
export function onlyOn(kind: typeof databaseKind, why: string, missing: string | null = null): Told {
  return skippedFor(databaseKind === kind ? missing : why);
}

/** `describe` and `it`, or where there is a reason to skip tests those that say it behind the title. */
export function skippedFor(why: string | null): Told {
  if (why === null) return { describe, it };
  return {
    describe: (title, body) => void describe.skip(`${title} (${why})`, body),
    it: (title) => void it.skip(`${title} (${why})`),
  };
}

/** Skips the test that runs, for what shows only then. The reason stands behind its title. */
export function skipNow(context: Mocha.Context, why: string): never {
  if (context.test) context.test.title += ` (${why})`;
  return context.skip();
}

/** `describe` and `it` for what never gets as far as a database, or is the same whatever the database: once is enough. */
export const anywhere = onlyOn('sqlite', 'the same whatever the database');
