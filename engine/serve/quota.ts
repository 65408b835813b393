/**
 * How much of a limit is left, for clients that would rather wait than be refused: the fields `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10.
 */

export interface Quota {
  /** What the limit is called, in words of `a-z` and `-`. */
  readonly name: string;
  /** How many requests there are in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetMs: number;
}

/** What of an answer is needed: that of Koa, or its context. */
interface Answer {
  get(field: string): string;
  set(field: string, value: string): void;
}

/** Tells quotas with an answer, after those that it tells already. It keeps them where the request fails. */
export function tellQuotas(answer: Answer, quotas: readonly Quota[]): void {
  const policies = quotas.map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`);
  const left = quotas.map(
    ({ name, remaining, resetMs }) =>
      `"${name}";r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(resetMs / 1000))}`,
  );
  for (const [field, values] of [
    ['RateLimit-Policy', policies],
    ['RateLimit', left],
  ] as const) {
    const told = answer.get(field);
    answer.set(field, [...(told === '' ? [] : [told]), ...values].join(', '));
  }
}
