/** The amount of waiting work, how long it is overdue, and how many weeks of its sites' hours it fills. */
import { quotient } from '../reliability/figures.ts';

const dayLong = 86_400_000;

/** A maintenance that is not done. */
export interface Waiting {
  /** Its scheduled time, else its due time, in milliseconds; null without a date. */
  readonly at: number | null;
  /** The moment after which it is overdue; null if there is none. */
  readonly overdueAt: number | null;
  /** Minutes; null without an estimate. */
  readonly estimated: number | null;
  /** Minutes of labour. */
  readonly done: number;
  readonly site: number;
  /** The weekly maintenance hours of its site; null if unknown. */
  readonly weekly: number | null;
}

/** The waiting work of some maintenances. */
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

  add({ at, overdueAt, estimated, done, site, weekly }: Waiting): void {
    this.#counts.count += 1;
    if (at === null) this.#counts.undated += 1;
    else if (overdueAt === null || overdueAt >= this.#now) this.#counts.not_due += 1;
    else {
      this.#counts.overdue += 1;
      this.#ages[ageOf(Math.floor((this.#now - Math.min(at, overdueAt)) / dayLong))] += 1;
    }
    if (estimated === null) this.#unestimated += 1;
    else this.#minutes += Math.max(0, estimated - done);
    this.#weekly.set(site, weekly);
  }

  /** Hours and weeks are null if there is work without any estimate; weeks also if hours of a site are unknown. */
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

/** @returns null if one is unknown */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
