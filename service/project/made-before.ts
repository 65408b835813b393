/** Databases of versions before 1.0, whose migrations were others: nothing changes them. */

/** What people are told of one, after its name. */
export const madeBefore =
  'was made before version 1.0, whose tables are others: keep running the version that made it, or export its rows with that one and enter them into a new database';

/** Whether a database has had the first migration of all those versions. */
export const isMadeBefore = (done: readonly string[]): boolean => done.includes('20260101000100_users.ts');
