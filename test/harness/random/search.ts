/** How random searches are run: one seed for the whole run, a fixed number of cases, a limited time to shrink. */
import fc from 'fast-check';
import { databaseKind } from '../database.ts';

/** `RANDOM_TIMES=10` searches ten times as much. */
const times = Number(process.env.RANDOM_TIMES || 1);

/** The maximum time of a search in milliseconds, including the shrinking of failures. */
export const longest = 300_000 * times;

const given = process.env.RANDOM_SEED;

/** On CI the cases are always the same; new ones are searched when tests are run by hand. Each database has its own. */
const usual =
  process.env.CI === 'true'
    ? 20_260_101 + (databaseKind === 'mysql' ? 1 : 0)
    : Math.floor(Math.random() * 2 ** 31);

/** The seed of this run: RANDOM_SEED, else a new one each time, and on CI always the same. */
export const seed = given === undefined || given === '' ? usual : readSeed(given);

function readSeed(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new Error(`RANDOM_SEED is “${text}”: it has to be an integer.`);
  return number;
}

/** Prints how to repeat this run; call it before the first case. */
export function announceSeed(): void {
  console.log(`      random seed ${seed} (RANDOM_SEED=${seed} repeats this run)`);
}

/** Another seed for each search: otherwise all would get the same queries and headers. */
function seedOf(title: string): number {
  return [...title].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, seed);
}

/**
 * Runs a property on this number of cases.
 *
 * @param title of the search, unique
 * @throws Error with the seed and the smallest failing case
 */
export async function search<Case>(
  title: string,
  cases: fc.Arbitrary<Case>,
  runs: number,
  holds: (one: Case) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(cases, holds);
  // Only shrinking is ever limited by time: passing cases take a fraction of it.
  await fc.assert(property, {
    seed: seedOf(title),
    numRuns: runs * times,
    interruptAfterTimeLimit: longest - 10_000,
    markInterruptAsFailure: true,
  });
}

/**
 * Runs sequences of steps, each from the same start. A failing one is shrunk: cut after the failing step, then without steps that
 * the failure does not need.
 *
 * @param take runs the steps from the start and returns the index of the failing one with its error
 * @throws Error with the seed, the remaining steps and their results
 */
export async function searchRuns<Step>(
  sequences: fc.Arbitrary<readonly Step[]>,
  runs: number,
  take: (steps: readonly Step[]) => Promise<FailedRun | null>,
): Promise<void> {
  for (const [index, steps] of fc.sample(sequences, { seed, numRuns: runs * times }).entries()) {
    const failed = await take(steps);
    if (failed) throw await cutDown(steps, failed, index, take);
  }
}

/** The failure of a run. */
export interface FailedRun {
  readonly at: number;
  readonly error: unknown;
}

/** The maximum time for shrinking a failure, in milliseconds. */
const patience = 60_000;

async function cutDown<Step>(
  whole: readonly Step[],
  failed: FailedRun,
  index: number,
  take: (steps: readonly Step[]) => Promise<FailedRun | null>,
): Promise<Error> {
  const began = Date.now();
  let steps = whole.slice(0, failed.at + 1);
  let last = failed;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < steps.length; ) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)];
      const again = Date.now() - began < patience && fewer.length > 0 ? await take(fewer) : null;
      if (again) [steps, last] = [fewer.slice(0, again.at + 1), again];
      else from += size;
    }
  }
  const told = steps.map((step) => JSON.stringify(step)).join('\n  ');
  const why = last.error instanceof Error ? last.error.message : String(last.error);
  return new Error(`Run ${index} of seed ${seed} fails after these steps:\n  ${told}\n${why}`, {
    cause: last.error,
  });
}
