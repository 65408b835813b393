/** Readings have three decimals. Values are computed in whole thousandths, so that they are exact. */

const scale = 1000;

/** A number with at most three decimals, in thousandths. */
export function thousandths(value: number): number {
  return Math.round(value * scale);
}

/** The sum of two numbers with three decimals. */
export function plus(one: number, other: number): number {
  return (thousandths(one) + thousandths(other)) / scale;
}

/** The difference of two numbers with three decimals. */
export function minus(one: number, other: number): number {
  return plus(one, -other);
}
