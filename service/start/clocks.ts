/** Whether this machine and the database agree on what time it is. */

/** Differences up to this say nothing, in milliseconds. */
const tolerance = 5000;

interface ClockLog {
  warn(details: object, message: string): void;
}

/**
 * Says in one line of the log when the two clocks are far apart. What has expired is decided by the database's, so that nobody is
 * signed out; what this node writes (changes, the journal, one-time codes) bears its own time.
 *
 * @param readDatabaseClock the database's clock, in milliseconds since 1970
 * @param now this machine's clock, in milliseconds since 1970
 * @returns by how much it is ahead of the database's, in milliseconds; behind where it is negative
 */
export async function compareClocks(
  readDatabaseClock: () => Promise<number>,
  log: ClockLog,
  now: () => number = Date.now,
): Promise<number> {
  const before = now();
  const there = await readDatabaseClock();
  // The question takes a while: halfway through it is when it was answered.
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
