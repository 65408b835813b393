/** What can come in place of the answer that was asked for. */

/** Messages by field; nested ones have dots (`memberships.0.site_id`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The service refused: in one shape, in the language of the user. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** Stable, for machines: `stale`, `conflict`, `rate_limited`. */
    readonly code: string,
    message: string,
    readonly errors: FieldErrors = {},
    /** Seconds after which another try may pass; null where nothing is said. */
    readonly retryAfter: number | null = null,
    /** Which operation of a batch was refused; null elsewhere. */
    readonly index: number | null = null,
  ) {
    super(message);
  }
}

/** No answer at all: the network, or the service is away. Whether the request arrived is not known. */
export class Unreachable extends Error {}

/** Statuses with which a proxy answers for a service that is away. */
const ofProxies: readonly number[] = [502, 503, 504];

/** Whether nothing is said of the request itself: there is no network, or the service is away. */
export const isAway = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && ofProxies.includes(error.status));
