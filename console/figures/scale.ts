/** The scale of an axis: its ends, and its round tick marks. */

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** From the lowest to the highest, including both ends. */
  readonly ticks: readonly number[];
}

interface Asked {
  /** Whether it includes zero: lengths are compared from there. */
  readonly fromZero: boolean;
  /** Whether its numbers are whole. */
  readonly whole?: boolean;
  /** The maximum number of steps. */
  readonly steps?: number;
}

/** An axis for all values. @param values at least one */
export function scaleOf(values: readonly number[], { fromZero, whole = false, steps = 4 }: Asked): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Values that vary by more than half, or not at all, are best shown from zero.
  const isNear = least === most || (least >= 0 && least < most / 2);
  const low = fromZero || isNear ? Math.min(0, least) : least;
  const high = fromZero || isNear ? Math.max(0, most) : most;
  const step = roundStep((high - low || 1) / steps, whole);
  const first = Math.floor(exact(low / step));
  const last = Math.max(first + 1, Math.ceil(exact(high / step)));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => exact((first + index) * step));
  return { low: exact(first * step), high: exact(last * step), ticks };
}

/** The next number that is 1, 2 or 5 times a power of ten. */
function roundStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= exact(least)) ?? least;
  return whole ? Math.max(1, step) : step;
}

/** Without the error of binary fractions: 0.1 + 0.2 is 0.3. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** The interval between shown labels, so that they do not overlap. */
export const labelStep = (widest: number, room: number): number => Math.max(1, Math.ceil(widest / room));
