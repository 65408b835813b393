/** The decision on a date by the state at its own moment of generation, independent of when it is made. */
import type { DueDate } from './meter-dates.ts';
import type { WhenOpen } from './plan.ts';

export const skipReasons = [
  'previous_open',
  'closed_day',
  'out_of_season',
  'decommissioned',
  'paused',
  'canceled',
  'manual',
  'overtaken',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The order of an earlier occurrence. ISO 8601 UTC. */
export interface Order {
  /** Its moment of generation; for one generated ahead manually the time of that. */
  readonly generated_at: string;
  /** When it was resolved or canceled; null while it is open. */
  readonly ended_at: string | null;
}

/** A time from an instant to another (exclusive); null if it continues. */
export interface Span {
  readonly from: string;
  readonly until: string | null;
}

/** The history by which a plan's dates are decided. */
export interface History {
  readonly when_open: WhenOpen;
  /** Orders of the plan's earlier occurrences. */
  readonly orders: readonly Order[];
  /** When the material was decommissioned. */
  readonly decommissioned: readonly Span[];
}

export type Decision =
  | { readonly status: 'open'; readonly skip_reason: null }
  | { readonly status: 'skipped'; readonly skip_reason: SkipReason };

/** A date to decide. */
export interface Deciding {
  readonly date: Pick<DueDate, 'skip_reason'>;
  /** `due_at` minus the lead; for a date generated ahead manually the present. */
  readonly moment: string;
  /** Whether it is in a pause of the plan. */
  readonly paused: boolean;
}

/**
 * Decides a date by the state at its moment. Reasons that excuse a date take precedence over the one that does not: work that
 * would not have been done anyway is not missed because an earlier one is open.
 */
export function decide(deciding: Deciding, history: History): Decision {
  const reason = reasonToSkip(deciding, history);
  return reason === null ? { status: 'open', skip_reason: null } : { status: 'skipped', skip_reason: reason };
}

function reasonToSkip(
  { date, moment, paused }: Deciding,
  { when_open, orders, decommissioned }: History,
): SkipReason | null {
  if (paused) return 'paused';
  if (date.skip_reason !== null) return date.skip_reason;
  if (decommissioned.some((span) => covers(span, moment))) return 'decommissioned';
  const waits = when_open === 'skip' && orders.some((order) => wasOpen(order, moment));
  return waits ? 'previous_open' : null;
}

/**
 * Decides several dates, each with the orders of those before it: for dates after a downtime of the service, or a pause.
 *
 * @param dates by moment; those of one moment by sequence
 */
export function decideAll(dates: readonly Deciding[], history: History): Decision[] {
  const orders = [...history.orders];
  return dates.map((deciding) => {
    const decision = decide(deciding, { ...history, orders });
    if (decision.status === 'open') orders.push({ generated_at: deciding.moment, ended_at: null });
    return decision;
  });
}

/**
 * Whether an order was open at a moment: generated before it, and not resolved or canceled by then. Dates that closed days move
 * to the same day have the same moment, so that none is skipped because of the other.
 */
export function wasOpen({ generated_at, ended_at }: Order, moment: string): boolean {
  return generated_at < moment && (ended_at === null || ended_at > moment);
}

function covers({ from, until }: Span, moment: string): boolean {
  return from <= moment && (until === null || moment < until);
}
