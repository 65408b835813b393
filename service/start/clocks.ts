/** Compares the clocks of this machine and the database. */

/** Smaller differences are ignored, in milliseconds. */
const tolerance = 5000;

interface ClockLog {
  warn(details: object, message: string): void;
}

/**
 * Logs one line if the two clocks differ much. Expiry uses the database's clock, so that no user is signed out. Times that this
 * node writes (changes, the journal, one-time codes) are its own.
 *
 * @param readDatabaseClock the database's clock, in milliseconds since 1970
 * @param now this machine's clock, in milliseconds since 1970
 * @returns how much it is ahead of the database's, in milliseconds; negative if it is behind
 */
export async function compareClocks(
  readDatabaseClock: () => Promise<number>,
  log: ClockLog,
  now: () => number = Date.now,
): Promise<number> {
  const before = now();
  const there = await readDatabaseClock();
  // The query takes a while: the answer is assumed to be from the middle of it.
  const ahead = Math.round((before + now()) / 2 - there);
  if (Math.abs(ahead) > tolerance) {
    const seconds = Math.round(Math.abs(ahead) / 1000);
    log.warn(
      { ahead_ms: ahead },
      `The clock of this machine is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database’s: set it by a time server.`,
    );
  }
  return ahead;
}
