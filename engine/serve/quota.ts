/**
 * How much of a limit is left, for clients that would rather wait than be refused: the fields `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10.
 */

/** A limit of requests in a window of time, or of requests at once. */
export type Quota = {
  /** What the limit is called, in words of `a-z` and `-`. */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
} & (Windowed | Concurrent);

interface Windowed {
  readonly windowSeconds: number;
  /** Until the window ends. */
  readonly resetMs: number;
}

interface Concurrent {
  readonly unit: 'concurrent-requests';
}

/** What of an answer is needed: that of Koa, or its context. */
interface HeaderCarrier {
  get(field: string): string;
  set(field: string, value: string): void;
}

/** Tells quotas with an answer, after those that it tells already. It keeps them where the request fails. */
export function tellQuotas(answer: HeaderCarrier, quotas: readonly Quota[]): void {
  setHeaders(answer, quotaHeaders(quotas));
}

/** The same as headers, for what is no answer yet. */
export function quotaHeaders(quotas: readonly Quota[]): Record<string, string> {
  const told = quotas.map((quota): readonly [policy: string, left: string] => {
    const { name, limit } = quota;
    const policy = `"${name}";q=${limit}`;
    const left = `"${name}";r=${Math.max(0, quota.remaining)}`;
    if ('unit' in quota) return [`${policy};qu="${quota.unit}"`, left];
    return [
      `${policy};w=${quota.windowSeconds}`,
      `${left};t=${Math.max(0, Math.ceil(quota.resetMs / 1000))}`,
    ];
  });
  return {
    [policyField]: told.map(([policy]) => policy).join(', '),
    [leftField]: told.map(([, left]) => left).join(', '),
  };
}

const [policyField, leftField] = ['RateLimit-Policy', 'RateLimit'];

/** Sets headers of an answer: each in place of what it has, but quotas, which stand beside each other. */
export function setHeaders(answer: HeaderCarrier, headers: Readonly<Record<string, string>>): void {
  for (const [field, value] of Object.entries(headers)) {
    const told = field === policyField || field === leftField ? answer.get(field) : '';
    answer.set(field, told === '' ? value : `${told}, ${value}`);
  }
}
