/** The reliability figures from sums: rounded once, at the end, half away from zero; null if unknown. */
import { fewestExpected, mostExpected } from './poisson.ts';
import type { Sums } from './sums.ts';

const hour = 3_600_000;

/** @param sums of one material, or of a whole group: its figure is the sum of numerators divided by the sum of denominators */
export function figuresOf(sums: Readonly<Sums>) {
  const { materials, required, unplanned, planned, failures, restorations, downPeriods } = sums;
  const up = required - unplanned - planned;
  return {
    materials,
    required_hours: hours(required),
    unplanned_down_hours: hours(unplanned),
    planned_down_hours: hours(planned),
    up_hours: hours(up),
    availability: quotient(up, required, 6),
    inherent_availability: quotient(up, required - planned, 6),
    failures,
    open_failures: sums.openFailures,
    mtbf_hours: mean(up, failures),
    mtbf_low_hours: up === 0 ? null : estimate(up / mostExpected(failures)),
    mtbf_high_hours: up === 0 || failures === 0 ? null : estimate(up / fewestExpected(failures)),
    restorations,
    mttr_hours: mean(sums.restoring, restorations),
    down_periods: downPeriods,
    mdt_hours: mean(sums.down, downPeriods),
  };
}

/** A duration in hours. */
export function hours(milliseconds: number): number {
  return quotient(milliseconds, hour, 3) ?? 0;
}

/** A mean duration in hours; null for none. */
function mean(milliseconds: number, count: number): number | null {
  return quotient(milliseconds, count * hour, 3);
}

/**
 * The quotient of whole, non-negative numbers, rounded half up. It is computed in whole numbers, so that halves are exact.
 *
 * @returns null for a zero denominator
 */
export function quotient(numerator: number, denominator: number, decimals: number): number | null {
  if (denominator === 0) return null;
  const scale = 10 ** decimals;
  const [over, under] = [BigInt(numerator) * BigInt(scale), BigInt(denominator)];
  return Number((2n * over + under) / (2n * under)) / scale;
}

/** Estimated hours, which are no whole number. */
function estimate(milliseconds: number): number {
  return Math.round((milliseconds / hour) * 1000) / 1000;
}
