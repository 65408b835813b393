/**
 * The rest of a limit, for clients that prefer to wait before they are refused: the fields `RateLimit-Policy` and `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */

/** A limit of requests in a time window, or of concurrent requests. */
export type Quota = {
  /** The name of the limit, in `a-z` and `-`. */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
} & (Windowed | Concurrent);

interface Windowed {
  readonly windowSeconds: number;
  /** The time until the window ends. */
  readonly resetMs: number;
}

interface Concurrent {
  readonly unit: 'concurrent-requests';
}

/** The part of an answer that is needed: Koa's response, or its context. */
interface HeaderCarrier {
  get(field: string): string;
  set(field: string, value: string): void;
}

/** Adds quotas to an answer, after those that it has already. They are kept if the request fails. */
export function tellQuotas(answer: HeaderCarrier, quotas: readonly Quota[]): void {
  setHeaders(answer, quotaHeaders(quotas));
}

/** The same as headers, if there is no answer yet. */
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

/** Sets headers of an answer. Each replaces the existing value, except quotas, which are appended. */
export function setHeaders(answer: HeaderCarrier, headers: Readonly<Record<string, string>>): void {
  for (const [field, value] of Object.entries(headers)) {
    const told = field === policyField || field === leftField ? answer.get(field) : '';
    answer.set(field, told === '' ? value : `${told}, ${value}`);
  }
}
