/** What people are told of a database of a version before 1.0, after its name: nothing changes it. */
export const madeBefore =
  'was made before version 1.0, whose tables are others: keep running the version that made it, or export its rows with that one and enter them into a new database';

/** Whether it has had the first migration of all those versions. */
export const isMadeBefore = (done: readonly string[]): boolean => done.includes('20260101000100_users.ts');
