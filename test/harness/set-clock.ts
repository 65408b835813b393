/** Changes the clock of this process, for tests of scheduled work. The clocks of the database and of timers do not change. */
const RightDate = Date;

/** Moves the clock ahead by milliseconds, back if negative; it continues from there. */
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
