/** Divides the test files of a part among processes with about the same duration. */

/** Seconds of the slowest files, as a run prints them at its end: for the balance, and for the limit of `--changed`. */
const known: Readonly<Record<string, number>> = {
  'test/browser/console/accessibility.test.ts': 80,
  'test/browser/console/account.test.ts': 28,
  'test/browser/console/crawl.test.ts': 45,
  'test/browser/console/developer.test.ts': 20,
  'test/browser/console/form-fields.test.ts': 17,
  'test/browser/console/form.test.ts': 29,
  'test/browser/console/keyboard.test.ts': 28,
  'test/browser/console/list.test.ts': 12,
  'test/browser/console/phone.test.ts': 14,
  'test/browser/reference.test.ts': 20,
  'test/service/auth/bodies.test.ts': 6,
  'test/service/auth/flood.test.ts': 16,
  'test/service/auth/meanwhile.test.ts': 25,
  'test/service/auth/rights/can.test.ts': 20,
  'test/service/commands/backup.test.ts': 24,
  'test/service/commands/dev.test.ts': 12,
  'test/service/commands/doctor.test.ts': 20,
  'test/service/commands/new-resource.test.ts': 80,
  'test/service/conformance-people.test.ts': 24,
  'test/service/conformance-walks.test.ts': 14,
  'test/service/conformance.test.ts': 120,
  'test/service/docs/authors.test.ts': 7,
  'test/service/docs/image.test.ts': 35,
  'test/service/engine/counters/folding.test.ts': 28,
  'test/service/engine/counters/setup.test.ts': 15,
  'test/service/engine/database/migration-copy.test.ts': 15,
  'test/service/engine/database/migration-kill.test.ts': 34,
  'test/service/engine/database/outage.test.ts': 23,
  'test/service/engine/describe/metadata.test.ts': 8,
  'test/service/engine/hosts/cluster.test.ts': 63,
  'test/service/engine/hosts/replica.test.ts': 12,
  'test/service/engine/read/query-plans.test.ts': 33,
  'test/service/engine/schema/changed-columns.test.ts': 22,
  'test/service/engine/schema/changed-definition.test.ts': 20,
  'test/service/engine/schema/quoted-texts.test.ts': 8,
  'test/service/engine/schema/renamed-resource.test.ts': 17,
  'test/service/http/proxy.test.ts': 12,
  'test/service/http/readiness.test.ts': 8,
  'test/service/outbox/webhook-processes.test.ts': 10,
  'test/service/package/package.test.ts': 150,
  'test/service/random-operations.test.ts': 12,
  'test/service/random-requests.test.ts': 36,
  'test/service/resources/attachments.test.ts': 8,
  'test/service/resources/maintenance-steps.test.ts': 8,
  'test/service/resources/meter-readings.test.ts': 8,
  'test/service/resources/plans/kill.test.ts': 31,
  'test/service/resources/plans/many.test.ts': 12,
  'test/service/resources/plans/together.test.ts': 8,
  'test/service/seeds/bulk.test.ts': 18,
  'test/service/seeds/demo.test.ts': 20,
  'test/service/start/nodes.test.ts': 13,
  'test/service/start/rolling-upgrade.test.ts': 8,
  'test/service/start/start-obstacles.test.ts': 25,
  'test/service/start/start.test.ts': 45,
  'test/service/start/workers-ends.test.ts': 25,
  'test/service/start/workers.test.ts': 17,
  'test/unit/client/client.test.ts': 10,
  'test/unit/commands/check-resources.test.ts': 10,
  'test/unit/commands/words.test.ts': 11,
  'test/unit/project/readers.test.ts': 15,
  'test/unit/project/test-run.test.ts': 12,
  'test/unit/resources/plans/rrule.test.ts': 8,
  'test/unit/seeds/shifts.test.ts': 25,
  'test/unit/service/start/hanging-worker.test.ts': 10,
};
/** Seconds of any other file, by its folder in `test/`. */
const usual: Readonly<Record<string, number>> = { browser: 5, service: 2, unit: 0.6 };
/**
 * The target seconds of one process: another one must load everything and make its data again. Unit tests have no data and run
 * last: small processes keep all processors at work until the end.
 */
const most: Readonly<Record<string, number>> = { browser: 330, service: 330, unit: 80 };

/** @param file path from the project's root */
export function secondsOf(file: string): number {
  return known[file] ?? usual[folderOf(file)] ?? 1;
}

const folderOf = (file = ''): string => file.split('/')[1] ?? '';

/**
 * Deals files out: the longest first, each to the process with the least time.
 * @param files of one part, as paths from the project's root
 * @returns the files of each process, in the given order; at least one process, even without files
 */
export function dealFiles(files: readonly string[]): string[][] {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const length = Math.max(1, Math.ceil(total / (most[folderOf(files[0])] ?? 330)));
  const hands = Array.from({ length }, () => ({ seconds: 0, files: new Set<string>() }));
  for (const file of [...files].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = hands.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.add(file);
    least.seconds += secondsOf(file);
  }
  return hands.map((hand) => files.filter((file) => hand.files.has(file)));
}
