/** Failures in place of an answer. */

/** Messages by field; nested ones have dots (`memberships.0.site_id`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A refusal by the service: in one form, in the language of the user. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** Stable, for code: `stale`, `conflict`, `rate_limited`. */
    readonly code: string,
    message: string,
    readonly errors: FieldErrors = {},
    /** Seconds after which a retry may succeed; null if unknown. */
    readonly retryAfter: number | null = null,
    /** The index of the refused operation in a batch; null elsewhere. */
    readonly index: number | null = null,
  ) {
    super(message);
  }
}

/** No answer: the network or the service is unreachable. The request may or may not have arrived. */
export class Unreachable extends Error {
  /** @param isWrite whether it was a write that cannot wait for a network */
  constructor(readonly isWrite = false) {
    super();
  }
}

/** Statuses of a proxy for an unreachable service. */
const ofProxies: readonly number[] = [502, 503, 504];

/** Whether the failure is independent of the request: no network, or an unreachable service. */
export const isAway = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && ofProxies.includes(error.status));
