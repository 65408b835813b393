/** How random searches are run: one seed for the whole run, a fixed number of cases, a bounded time to shrink. */
import fc from 'fast-check';

/** Longest that one search may take, failures being shrunk included, in milliseconds. */
export const longest = 90_000;

const given = process.env.RANDOM_SEED;

/** The seed of this run: that of `RANDOM_SEED`, else another one each time. */
export const seed =
  given === undefined || given === '' ? Math.floor(Math.random() * 2 ** 31) : readSeed(given);

function readSeed(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new Error(`RANDOM_SEED is “${text}”: it has to be an integer.`);
  return number;
}

/** Says how this run can be had again; to be called before the first case. */
export function announceSeed(): void {
  console.log(`      random seed ${seed} (RANDOM_SEED=${seed} repeats this run)`);
}

/**
 * Runs a property on so many cases.
 *
 * @throws Error with the seed and the smallest case found that fails
 */
export async function search<Case>(
  cases: fc.Arbitrary<Case>,
  runs: number,
  holds: (one: Case) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(cases, holds);
  // Only shrinking is ever cut short by time: cases that hold take a fraction of it.
  await fc.assert(property, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: longest - 10_000,
    markInterruptAsFailure: true,
  });
}
