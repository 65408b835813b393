/**
 * Bounds of a failure rate. χ² with an even number of degrees of freedom is a sum of Poisson probabilities, so no table is
 * needed.
 */

/** The confidence of each bound. */
const confidence = 0.95;

/**
 * The upper bound of the expected number of failures, with 95 % confidence, from the number in a given time: half of χ²(0.95; 2r
 * + 2).
 *
 * @param failures a whole number, not negative
 */
export function mostExpected(failures: number): number {
  return meanWith(failures, 1 - confidence);
}

/**
 * The lower bound of the expected number of failures, with 95 % confidence: half of χ²(0.05; 2r).
 *
 * @param failures a whole number above 0
 */
export function fewestExpected(failures: number): number {
  return meanWith(failures - 1, confidence);
}

/** The mean at which at most this many events have a probability. Found by bisection, since the probability decreases. */
function meanWith(events: number, probability: number): number {
  const spread = 10 * Math.sqrt(events) + 20;
  let [low, high] = [Math.max(0, events - spread), events + spread];
  // After 100 halvings, the rest of the interval is below the precision of a number.
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (atMost(events, middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most this many events, summed from the last one downwards until nothing is added. */
function atMost(events: number, mean: number): number {
  let term = exactly(events, mean);
  let sum = term;
  for (let one = events; one > 0; one -= 1) {
    term *= one / mean;
    if (one < mean && term < sum * Number.EPSILON) break;
    sum += term;
  }
  return sum;
}

/** Below this, the probability is computed directly; above, by Stirling's series, because powers become too large. */
const few = 20;

/** The probability of exactly this many events. */
function exactly(events: number, mean: number): number {
  if (events < few) {
    let power = 1;
    for (let one = 1; one <= events; one += 1) power *= mean / one;
    return power * Math.exp(-mean);
  }
  const off = (mean - events) / events;
  const series = 1 / (12 * events) - 1 / (360 * events ** 3) + 1 / (1260 * events ** 5);
  return Math.exp(events * (Math.log1p(off) - off) - series) / Math.sqrt(2 * Math.PI * events);
}
