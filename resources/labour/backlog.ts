/** How much work waits, how long it is overdue, and for how many weeks it fills the hours of its sites. */
import { quotient } from '../reliability/figures.ts';

const dayLong = 86_400_000;

/** A maintenance that is still to do. */
export interface Waiting {
  /** When it is scheduled, else due, in milliseconds; null where it has no date. */
  readonly at: number | null;
  /** Minutes; null where nobody has estimated it. */
  readonly estimated: number | null;
  /** Minutes of labour. */
  readonly done: number;
  readonly site: number;
  /** The hours of maintenance that its site has a week; null where nobody knows. */
  readonly weekly: number | null;
}

/** What waits of some maintenances. */
export class Backlog {
  readonly #now: number;
  readonly #weekly = new Map<number, number | null>();
  readonly #counts = { count: 0, overdue: 0, not_due: 0, undated: 0 };
  readonly #ages = { age_0_7: 0, age_8_30: 0, age_31_90: 0, age_over_90: 0 };
  #minutes = 0;
  #unestimated = 0;

  /** @param now milliseconds */
  constructor(now: number) {
    this.#now = now;
  }

  add({ at, estimated, done, site, weekly }: Waiting): void {
    this.#counts.count += 1;
    if (at === null) this.#counts.undated += 1;
    else if (at >= this.#now) this.#counts.not_due += 1;
    else {
      this.#counts.overdue += 1;
      this.#ages[ageOf(Math.floor((this.#now - at) / dayLong))] += 1;
    }
    if (estimated === null) this.#unestimated += 1;
    else this.#minutes += Math.max(0, estimated - done);
    this.#weekly.set(site, weekly);
  }

  /** Hours and weeks are null where there is work and none of it is estimated, weeks also where hours of a site are unknown. */
  figures() {
    const { count } = this.#counts;
    const isKnown = count === 0 || count > this.#unestimated;
    const weekly = sumOf([...this.#weekly.values()]);
    return {
      ...this.#counts,
      ...this.#ages,
      hours: isKnown ? quotient(this.#minutes, 60, 3) : null,
      without_estimate: this.#unestimated,
      weeks: isKnown && weekly !== null ? quotient(this.#minutes, 60 * weekly, 6) : null,
    };
  }
}

function ageOf(days: number) {
  if (days <= 7) return 'age_0_7';
  if (days <= 30) return 'age_8_30';
  return days <= 90 ? 'age_31_90' : 'age_over_90';
}

/** @returns null where one is unknown */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
