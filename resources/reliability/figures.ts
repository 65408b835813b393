/** The figures of reliability that follow from sums: rounded once, at the end, half away from zero; null where nothing is known. */
import { fewestExpected, mostExpected } from './poisson.ts';
import type { Sums } from './sums.ts';

const hour = 3_600_000;

/** @param sums of one material, or of all of a group: a group is a sum of numerators over a sum of denominators */
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

/** A length in hours. */
export function hours(milliseconds: number): number {
  return quotient(milliseconds, hour, 3) ?? 0;
}

/** A mean length in hours; null of none. */
function mean(milliseconds: number, count: number): number | null {
  return quotient(milliseconds, count * hour, 3);
}

/**
 * A quotient of whole numbers that are not negative, rounded half up: computed in whole numbers, so that no half is lost.
 *
 * @returns null where there is nothing to divide by
 */
export function quotient(numerator: number, denominator: number, decimals: number): number | null {
  if (denominator === 0) return null;
  const scale = 10 ** decimals;
  const [over, under] = [BigInt(numerator) * BigInt(scale), BigInt(denominator)];
  return Number((2n * over + under) / (2n * under)) / scale;
}

/** Hours that follow from an estimate: no whole number of anything. */
function estimate(milliseconds: number): number {
  return Math.round((milliseconds / hour) * 1000) / 1000;
}
