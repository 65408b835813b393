/** Tests for one kind of database, or that need a program. Elsewhere they are skipped, with the reason. */
import { browserKind } from './browser-program.ts';
import { databaseKind } from './database.ts';
import { makeOfRun } from './database-server.ts';

export interface Told {
  describe(title: string, body: (this: Mocha.Suite) => void): void;
  it(title: string, body: Mocha.AsyncFunc): void;
}

/**
 * `describe` and `it` for one kind of database.
 *
 * @param why what the other kind lacks, appended to the titles of skipped tests
 * @param missing another reason to skip them, if any
 */
export function onlyOn(kind: typeof databaseKind, why: string, missing: string | null = null): Told {
  return skippedFor(databaseKind === kind ? missing : why);
}

/** `describe` and `it`; with a reason to skip the tests, versions that append it to the title. */
export function skippedFor(why: string | null): Told {
  if (why === null) return { describe, it };
  return {
    describe: (title, body) => void describe.skip(`${title} (${why})`, body),
    it: (title) => void it.skip(`${title} (${why})`),
  };
}

/** For tests whose statements make foreign keys set null: the service does that itself before it deletes (`docs/operating.md`). */
export const unlessMysql = skippedFor(
  makeOfRun === 'mysql'
    ? 'MySQL 9.7.4 ends where a foreign key sets null in a table with a search index'
    : null,
);

/** For tests of a lock for the next id of a table. */
export const withIdLocks = skippedFor(
  databaseKind === 'mysql' && makeOfRun !== 'mysql' ? null : 'only MariaDB has it by default',
);

/** Skips the running test, for reasons that are only known then. The reason is appended to its title. */
export function skipNow(context: Mocha.Context, why: string): never {
  if (context.test) context.test.title += ` (${why})`;
  return context.skip();
}

/** `describe` and `it` for tests that do not depend on the database: once is enough. */
export const anywhere = onlyOn('sqlite', 'the same whatever the database');

/**
 * `describe` and `it` for tests that drag, fill a field of an e-mail address twice, read the bodies of requests, print, change the
 * scheme of colours, or use Chromium's camera or developer tools.
 */
export const inChromium = skippedFor(
  browserKind === 'chromium' ? null : 'Playwright does this in Chromium alone',
);
