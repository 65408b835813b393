/**
 * Defines which test files belong to which run. `npm test -- --all` runs every file, those of `test/service` on each database,
 * except those that are the same on both. `npm test` runs `test/unit`, a few files of `test/browser` and, on SQLite,
 * `test/service`, except the files named here. `npm test -- --changed` also looks among those that `npm test` leaves out as
 * seldom.
 */
import { changedFiles, reachedTests } from './changed.ts';
import type { Part, RunArguments } from './run-arguments.ts';
import { secondsOf } from './shares.ts';

/** Folders end with a slash. */
type Places = readonly string[];

/** Also on MariaDB each time: differences of databases, locks, races, counters, drafts of migrations, database errors. */
const onMariadb: Places = [
  'test/service/auth/rights/last-administrator.test.ts',
  'test/service/auth/rights/lost-rights.test.ts',
  'test/service/conformance.test.ts',
  'test/service/engine/counters/tallies.test.ts',
  'test/service/engine/database/abandoned-queries.test.ts',
  'test/service/engine/database/database-statistics.test.ts',
  'test/service/engine/database/database.test.ts',
  'test/service/engine/database/look-alikes.test.ts',
  'test/service/engine/database/transactions.test.ts',
  'test/service/engine/files/store.test.ts',
  'test/service/engine/read/counts.test.ts',
  'test/service/engine/read/decimals.test.ts',
  'test/service/engine/read/whole-numbers.test.ts',
  'test/service/engine/schema/changed-definition.test.ts',
  'test/service/engine/schema/quoted-texts.test.ts',
  'test/service/engine/schema/schema.test.ts',
  'test/service/engine/search/search.test.ts',
  'test/service/engine/tasks/clocks.test.ts',
  'test/service/engine/tasks/sweep.test.ts',
  'test/service/engine/tasks/tasks.test.ts',
  'test/service/engine/write/at-most-one.test.ts',
  'test/service/engine/write/unique-where.test.ts',
  'test/service/engine/write/writes.test.ts',
  'test/service/outbox/deliveries.test.ts',
  'test/service/outbox/mail-queue.test.ts',
  'test/service/outbox/notifications.test.ts',
  'test/service/resources/meter-readings.test.ts',
  'test/service/resources/labour.test.ts',
  'test/service/resources/stock/stock-race.test.ts',
];

/** Only with `--all`: clusters, proxies, packages, copies of the project, many processes, random tests. */
const rare: Places = [
  'test/service/auth/flood.test.ts',
  'test/service/auth/key-check.test.ts',
  'test/service/auth/random.test.ts',
  'test/service/bench/agreement.test.ts',
  'test/service/commands/backup.test.ts',
  'test/service/commands/dev.test.ts',
  'test/service/commands/doctor-reindex.test.ts',
  'test/service/commands/new-resource.test.ts',
  'test/service/commands/server-backup.test.ts',
  'test/service/conformance-people.test.ts',
  'test/service/conformance-walks.test.ts',
  'test/service/docs/image.test.ts',
  'test/service/docs/operating-page.test.ts',
  'test/service/engine/database/lock-waits.test.ts',
  'test/service/engine/database/migration-copy.test.ts',
  'test/service/engine/database/migration-kill.test.ts',
  'test/service/engine/database/outage.test.ts',
  'test/service/engine/files/killed-upload.test.ts',
  'test/service/engine/hosts/cluster.test.ts',
  'test/service/engine/hosts/group.test.ts',
  'test/service/engine/hosts/replica.test.ts',
  'test/service/engine/schema/releases.test.ts',
  'test/service/engine/search/many-rows.test.ts',
  'test/service/engine/search/server.test.ts',
  'test/service/http/caddy.test.ts',
  'test/service/http/proxy.test.ts',
  'test/service/http/readiness.test.ts',
  'test/service/package/package.test.ts',
  'test/service/random-operations.test.ts',
  'test/service/random-requests.test.ts',
  'test/service/outbox/mail-processes.test.ts',
  'test/service/outbox/webhook-processes.test.ts',
  'test/service/resources/plans/kill.test.ts',
  'test/service/resources/plans/many.test.ts',
  'test/service/seeds/bulk.test.ts',
  'test/service/start/nodes.test.ts',
  'test/service/start/rolling-upgrade.test.ts',
  'test/service/start/start-obstacles.test.ts',
  'test/service/start/workers-ends.test.ts',
  'test/service/start/workers.test.ts',
  'test/browser/console/accessibility.test.ts',
  'test/browser/console/crawl.test.ts',
  'test/browser/console/developer.test.ts',
  'test/browser/console/pseudo-locale.test.ts',
];

/** On SQLite with `--all`, and with `--changed` if the change reaches them: a third of the time of all that is not rare. */
const seldom: Places = [
  'test/service/auth/rights/can.test.ts',
  'test/service/commands/doctor.test.ts',
  'test/service/docs/authors.test.ts',
  'test/service/engine/counters/folding.test.ts',
  'test/service/engine/read/query-plans.test.ts',
  'test/service/engine/schema/changed-columns.test.ts',
  'test/service/engine/schema/changed-definition.test.ts',
  'test/service/engine/schema/renamed-resource.test.ts',
  'test/service/seeds/demo.test.ts',
  'test/service/start/start.test.ts',
];

/** With a browser each time; the others like seldom ones. */
const inBrowser: Places = [
  'test/browser/console/first-look.test.ts',
  'test/browser/console/form.test.ts',
  'test/browser/console/list.test.ts',
  'test/browser/console/record.test.ts',
  'test/browser/console/views.test.ts',
  'test/browser/resources.test.ts',
  'test/browser/same-origin.test.ts',
  'test/browser/sign-in.test.ts',
];

/** On SQLite only, also with `--all`: tests that do not depend on the database. */
export const once: Places = [
  'test/service/auth/attacks.test.ts',
  'test/service/auth/bodies.test.ts',
  'test/service/auth/random.test.ts',
  'test/service/auth/rights/own-permissions.test.ts',
  'test/service/commands/new-resource.test.ts',
  'test/service/conformance-walks.test.ts',
  'test/service/console/console.test.ts',
  'test/service/docs/clients-page.test.ts',
  'test/service/docs/image.test.ts',
  'test/service/docs/monitoring.test.ts',
  'test/service/docs/readme.test.ts',
  'test/service/engine/describe/descriptions.test.ts',
  'test/service/engine/describe/metadata-fields.test.ts',
  'test/service/engine/describe/metadata-navigation.test.ts',
  'test/service/engine/describe/metadata-view.test.ts',
  'test/service/engine/describe/metadata.test.ts',
  'test/service/engine/describe/openapi.test.ts',
  'test/service/engine/read/export-columns.test.ts',
  'test/service/engine/read/row-forms.test.ts',
  'test/service/engine/serve/refusal-order.test.ts',
  'test/service/http/caddy.test.ts',
  'test/service/http/client-address.test.ts',
  'test/service/http/compression.test.ts',
  'test/service/http/connections.test.ts',
  'test/service/http/limits-bodies.test.ts',
  'test/service/http/limits-unread.test.ts',
  'test/service/http/media-types.test.ts',
  'test/service/http/proxy.test.ts',
  'test/service/http/readers.test.ts',
  'test/service/http/reference.test.ts',
  'test/service/package/client.test.ts',
  'test/service/package/package.test.ts',
  'test/service/seeds/api.test.ts',
  'test/service/seeds/plans.test.ts',
  'test/service/seeds/rules.test.ts',
  'test/service/seeds/stock.test.ts',
  'test/service/start/workers-ends.test.ts',
  'test/service/start/workers.test.ts',
];

/**
 * The resources whose conformance is tested on MariaDB in the short run: together they have all features. Plans are included,
 * because they create rows of maintenances.
 */
export const fewResources: readonly string[] = ['item-movements', 'maintenance-plans', 'maintenances'];

/** Seconds, one file after the other, that `--changed` gives to a part. */
const mostSeconds: Readonly<Record<Part, number>> = {
  unit: 80,
  sqlite: 120,
  mariadb: 60,
  mysql: 0,
  browser: 60,
};

const isNamed = (places: Places, file: string): boolean =>
  places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));

const isElsewhere = (part: Part): boolean => part === 'mariadb' || part === 'mysql';

/** All places, for the test that they exist. */
export const places: Places = [
  ...onMariadb,
  ...rare,
  ...seldom.filter((place) => !isNamed(onMariadb, place)),
  ...inBrowser,
  ...once.filter((place) => !isNamed(rare, place)),
];

/** Whether `--changed` may choose a file. */
function isNear(part: Part, file: string): boolean {
  return !isNamed(rare, file) && (!isElsewhere(part) || isNamed(onMariadb, file));
}

/** Whether a file takes part in the short run. */
function isUsual(part: Part, file: string): boolean {
  const isLeftOut =
    part === 'browser' ? !isNamed(inBrowser, file) : part === 'sqlite' && isNamed(seldom, file);
  return isNear(part, file) && !isLeftOut;
}

/** @param files all of a part, as paths from the root @returns those of this run */
export function chosenFiles(
  part: Part,
  { extent }: RunArguments,
  files: readonly string[],
  root: string,
): string[] {
  if (extent === 'named') return [...files];
  if (extent === 'all') return files.filter((file) => !(isElsewhere(part) && isNamed(once, file)));
  if (extent === 'short') return files.filter((file) => isUsual(part, file));
  const changed = changedFiles(root);
  const near: string[] = [];
  let left = mostSeconds[part];
  for (const file of reachedTests(root, changed)) {
    if (!files.includes(file) || !(isNear(part, file) || changed.includes(file))) continue;
    left -= secondsOf(file);
    // More distant files are left to the other runs.
    if (left < 0) break;
    near.push(file);
  }
  return files.filter((file) => near.includes(file));
}
