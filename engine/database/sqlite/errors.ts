/** Names for the driver's errors. */

/** Names of SQLite's errors, by the lower byte of their number (sqlite.org/rescode.html). */
const families: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The driver has no names for some of the finer codes ("UNKNOWN_SQLITE_ERROR_1544"): they get the name of their family. */
export function withName(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const number = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(String(error.code))?.[1];
  const name = number === undefined ? undefined : families[Number(number) & 0xff];
  return name === undefined ? error : Object.assign(error, { code: name });
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
