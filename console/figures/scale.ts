/** The numbers beside a chart: where its axis begins and ends, and at which round numbers it is marked. */

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** From the lowest to the highest, both ends included. */
  readonly ticks: readonly number[];
}

interface Asked {
  /** Whether zero belongs to it: what has a length is compared by it. */
  readonly fromZero: boolean;
  /** Whether its numbers are whole. */
  readonly whole?: boolean;
  /** Most steps between its ends. */
  readonly steps?: number;
}

/** An axis on which all values lie. @param values at least one */
export function scaleOf(values: readonly number[], { fromZero, whole = false, steps = 4 }: Asked): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // What varies by more than half of itself, or not at all, is seen best from zero.
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

/** Without what binary fractions leave behind: 0.1 + 0.2 is 0.3. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** How many labels of a row are passed over from one that is written to the next, so that none runs into another. */
export const labelStep = (widest: number, room: number): number => Math.max(1, Math.ceil(widest / room));
