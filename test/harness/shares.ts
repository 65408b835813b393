/** The files of a part of the tests, dealt to processes that take about the same time. */

/** Seconds of the files that take longest, as a run tells them at its end. Nothing but the balance hangs on them. */
const known: Readonly<Record<string, number>> = {
  'test/browser/console/accessibility.test.ts': 60,
  'test/browser/console/crawl.test.ts': 42,
  'test/browser/console/form.test.ts': 31,
  'test/service/cluster.test.ts': 28,
  'test/service/conformance.test.ts': 74,
  'test/service/dev.test.ts': 16,
  'test/service/doctor.test.ts': 19,
  'test/service/image.test.ts': 10,
  'test/service/lock-waits.test.ts': 27,
  'test/service/migration-kill.test.ts': 15,
  'test/service/new-resource.test.ts': 50,
  'test/service/outage.test.ts': 19,
  'test/service/package.test.ts': 24,
  'test/service/query-plans.test.ts': 22,
  'test/service/random-operations.test.ts': 18,
  'test/service/random-requests.test.ts': 23,
  'test/service/start.test.ts': 33,
  'test/service/tallies-folding.test.ts': 15,
  'test/service/workers-ends.test.ts': 15,
  'test/service/workers.test.ts': 11,
};
/** Seconds of any other file, by its folder in `test/`. */
const usual: Readonly<Record<string, number>> = { browser: 7, service: 2, unit: 0.5 };
/** Seconds that one process may take: another one has to load everything, and to make its data, once more. */
const most = 420;

/** @param file path from the project's root */
export function secondsOf(file: string): number {
  return known[file] ?? usual[file.split('/')[1] ?? ''] ?? 1;
}

/**
 * Deals files out: the longest first, each to who has the least by then.
 * @param files paths from the project's root
 * @returns the files of each process, in the order given; at least one process, also where there are no files
 */
export function dealFiles(files: readonly string[]): string[][] {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const hands = Array.from({ length: Math.max(1, Math.ceil(total / most)) }, () => ({
    seconds: 0,
    files: new Set<string>(),
  }));
  for (const file of [...files].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = hands.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.add(file);
    least.seconds += secondsOf(file);
  }
  return hands.map((hand) => files.filter((file) => hand.files.has(file)));
}
