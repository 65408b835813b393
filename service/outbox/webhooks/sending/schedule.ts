/** When a failed delivery is tried again. */

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** Milliseconds after the first attempt, the second, and so on; none after the last one. */
const steps = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
const longestMs = 24 * hour;

/**
 * Milliseconds until the next attempt; null if there is none any more.
 * @param attempts how many have failed, at least one
 * @param retryAfterMs the receiver's wish, which replaces the step
 * @param random from 0 to below 1. A step is extended by up to a fifth, so that deliveries that failed together are not retried
 *   together.
 */
export function delayAfter(
  attempts: number,
  retryAfterMs: number | null,
  random = Math.random(),
): number | null {
  const step = steps[attempts - 1];
  if (step === undefined) return null;
  return retryAfterMs ?? Math.round(step * (1 + random / 5));
}

/** The header `Retry-After` in milliseconds, from seconds or a date (RFC 9110, 10.2.3), at most a day; null for other values. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,15}$/.test(text)
    ? Number(text) * second
    : /^[A-Z]/i.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestMs);
}
