/** The clock of this process, for tests of what comes due. The database's and the process's timers go on as they are. */
const RightDate = Date;

/** Puts the clock ahead by so many milliseconds, behind where negative; it goes on from there. */
export function shiftClock(ahead: number): void {
  globalThis.Date = class extends RightDate {
    constructor(...parts: [] | [string | number]) {
      super(parts[0] ?? RightDate.now() + ahead);
    }

    static override now(): number {
      return RightDate.now() + ahead;
    }
  } as DateConstructor;
}

/** Sets the clock to a moment. @param instant ISO 8601 */
export function setClock(instant: string): void {
  shiftClock(RightDate.parse(instant) - RightDate.now());
}

export function resetClock(): void {
  globalThis.Date = RightDate;
}
