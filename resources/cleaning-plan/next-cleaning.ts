/** The next cleaning of a material. */
import { DateTime } from 'luxon';

export const cleaningUnits = ['day', 'week', 'month'] as const;

/** The values that determine a material's next cleaning. Instants are ISO 8601. */
export interface CleaningPlan {
  readonly cleaning_every: number | null;
  readonly cleaning_unit: (typeof cleaningUnits)[number] | null;
  readonly last_cleaning_at: string | null;
  readonly created_at: string;
}

/**
 * `cleaning_every` units after the last cleaning, else after creation, in the calendar of a time zone: a month after 31 January
 * is the end of February, and a day keeps the local time across a change of daylight saving time.
 *
 * @param timezone IANA name
 * @returns ISO 8601 UTC; null without a plan
 */
export function nextCleaning(plan: CleaningPlan, timezone: string): string | null {
  const { cleaning_every: every, cleaning_unit: unit } = plan;
  if (every === null || unit === null) return null;
  const from = DateTime.fromISO(plan.last_cleaning_at ?? plan.created_at, { zone: timezone });
  const next = from
    .plus({ [unit]: every })
    .toUTC()
    .toISO();
  if (next === null) throw new Error(`There is no cleaning date in the time zone ${timezone}.`);
  return next;
}
