/** When a digest goes out: each day, or each Monday, at a time of the site's clock. */
import { DateTime } from 'luxon';

interface DigestPlan {
  readonly digest: 'daily' | 'weekly';
  /** HH:MM */
  readonly digest_time: string;
  readonly timezone: string;
}

/**
 * The last moment up to now at which a digest went out, and the first one after it, in milliseconds since 1970. A time that the clock skips
 * is the one after it.
 */
export function digestMoments(
  now: number,
  { digest, digest_time, timezone }: DigestPlan,
): { last: number; next: number } {
  const [hour = 0, minute = 0] = digest_time.split(':').map(Number);
  const local = DateTime.fromMillis(now, { zone: timezone });
  const day = digest === 'weekly' ? local.startOf('week') : local.startOf('day');
  const step = digest === 'weekly' ? { weeks: 1 } : { days: 1 };
  const at = (start: DateTime): number => start.set({ hour, minute }).toMillis();
  const today = at(day);
  if (today <= now) return { last: today, next: at(day.plus(step)) };
  return { last: at(day.minus(step)), next: today };
}
