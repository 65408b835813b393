/** Readings have three decimals: what is computed of them is computed in whole thousandths, so that it is exact. */

const scale = 1000;

/** A number of three decimals at the most, in thousandths. */
export function thousandths(value: number): number {
  return Math.round(value * scale);
}

/** One number plus another, both of three decimals. */
export function plus(one: number, other: number): number {
  return (thousandths(one) + thousandths(other)) / scale;
}

/** One number less another, both of three decimals. */
export function minus(one: number, other: number): number {
  return plus(one, -other);
}
