/** When a digest is sent: each day, or each Monday, at a time in the time zone of the site. */
import { DateTime } from 'luxon';

interface DigestPlan {
  readonly digest: 'daily' | 'weekly';
  /** HH:MM */
  readonly digest_time: string;
  readonly timezone: string;
}

/**
 * The last moment of a digest up to now, and the next one, in milliseconds since 1970. A local time in a gap is moved to after
 * it.
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
