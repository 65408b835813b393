/**
 * In which runs a test file takes part: the one place that says so. `npm test -- --all` runs every file, those of `test/service` on
 * each database, but for what is the same on both. `npm test` runs `test/unit`, `test/browser` and, on SQLite, `test/service`, but for what is named here.
 */
import { changedFiles, reachedTests } from './changed.ts';
import type { Part, RunArguments } from './run-arguments.ts';
import { secondsOf } from './shares.ts';

/** Folders end with a slash. */
type Places = readonly string[];

/** On MariaDB each time, too: what databases do differently, locks, races, counters, drafts of migrations, errors of the database. */
const onMariadb: Places = [
  'test/service/abandoned-queries.test.ts',
  'test/service/at-most-one.test.ts',
  'test/service/changed-definition.test.ts',
  'test/service/clocks.test.ts',
  'test/service/conformance.test.ts',
  'test/service/counts.test.ts',
  'test/service/database-statistics.test.ts',
  'test/service/database.test.ts',
  'test/service/decimals.test.ts',
  'test/service/last-administrator.test.ts',
  'test/service/look-alikes.test.ts',
  'test/service/lost-rights.test.ts',
  'test/service/plans-together.test.ts',
  'test/service/query-plans.test.ts',
  'test/service/quoted-texts.test.ts',
  'test/service/renamed-resource.test.ts',
  'test/service/schema.test.ts',
  'test/service/search.test.ts',
  'test/service/stock-race.test.ts',
  'test/service/sweep.test.ts',
  'test/service/tallies.test.ts',
  'test/service/tallies-folding.test.ts',
  'test/service/tallies-setup.test.ts',
  'test/service/tasks.test.ts',
  'test/service/transactions.test.ts',
  'test/service/unique-where.test.ts',
  'test/service/whole-numbers.test.ts',
  'test/service/writes.test.ts',
];

/** With `--all` alone: clusters, proxies, packages, copies of the project, many processes, chance. */
const rare: Places = [
  'test/service/backup.test.ts',
  'test/service/caddy.test.ts',
  'test/service/cluster.test.ts',
  'test/service/conformance-people.test.ts',
  'test/service/conformance-walks.test.ts',
  'test/service/dev.test.ts',
  'test/service/doctor-reindex.test.ts',
  'test/service/group.test.ts',
  'test/service/image.test.ts',
  'test/service/key-check.test.ts',
  'test/service/lock-waits.test.ts',
  'test/service/migration-kill.test.ts',
  'test/service/new-resource.test.ts',
  'test/service/nodes.test.ts',
  'test/service/operating-page.test.ts',
  'test/service/outage.test.ts',
  'test/service/package.test.ts',
  'test/service/plans-kill.test.ts',
  'test/service/plans-many.test.ts',
  'test/service/proxy.test.ts',
  'test/service/random-operations.test.ts',
  'test/service/random-requests.test.ts',
  'test/service/random-sign-in.test.ts',
  'test/service/releases.test.ts',
  'test/service/replica.test.ts',
  'test/service/rolling-upgrade.test.ts',
  'test/service/search-many.test.ts',
  'test/service/search-server.test.ts',
  'test/service/seed-bulk.test.ts',
  'test/service/server-backup.test.ts',
  'test/service/start-obstacles.test.ts',
  'test/service/workers-ends.test.ts',
  'test/service/workers.test.ts',
  'test/browser/console/accessibility.test.ts',
  'test/browser/console/crawl.test.ts',
  'test/browser/console/developer.test.ts',
  'test/browser/console/pseudo-locale.test.ts',
];

/** On SQLite alone, also with `--all`: what is the same whatever the database, and says nothing of one. */
export const once: Places = [
  'test/service/auth-attacks.test.ts',
  'test/service/auth-bodies.test.ts',
  'test/service/caddy.test.ts',
  'test/service/client-address.test.ts',
  'test/service/client.test.ts',
  'test/service/clients-page.test.ts',
  'test/service/compression.test.ts',
  'test/service/conformance-walks.test.ts',
  'test/service/connections.test.ts',
  'test/service/console.test.ts',
  'test/service/descriptions.test.ts',
  'test/service/export-columns.test.ts',
  'test/service/image.test.ts',
  'test/service/limits-bodies.test.ts',
  'test/service/limits-unread.test.ts',
  'test/service/media-types.test.ts',
  'test/service/metadata-fields.test.ts',
  'test/service/metadata-navigation.test.ts',
  'test/service/metadata-view.test.ts',
  'test/service/metadata.test.ts',
  'test/service/monitoring.test.ts',
  'test/service/new-resource.test.ts',
  'test/service/openapi.test.ts',
  'test/service/own-permissions.test.ts',
  'test/service/package.test.ts',
  'test/service/proxy.test.ts',
  'test/service/random-sign-in.test.ts',
  'test/service/readers.test.ts',
  'test/service/readme.test.ts',
  'test/service/reference.test.ts',
  'test/service/refusal-order.test.ts',
  'test/service/row-forms.test.ts',
  'test/service/seed-api.test.ts',
  'test/service/seed-plans.test.ts',
  'test/service/seed-rules.test.ts',
  'test/service/seed-stock.test.ts',
  'test/service/workers-ends.test.ts',
  'test/service/workers.test.ts',
];

/** The resources whose laws MariaDB is held to in the short run: together they have what any has. Plans are among them: rows of maintenances come from them. */
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

/** All places, for the test that holds them to be there. */
export const places: Places = [...onMariadb, ...rare, ...once.filter((place) => !isNamed(rare, place))];

/** Whether a file takes part in the short run. */
export function isUsual(part: Part, file: string): boolean {
  return !isNamed(rare, file) && (!isElsewhere(part) || isNamed(onMariadb, file));
}

/** @param files all of a part, as paths from the root @returns those that this run is about */
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
    if (!files.includes(file) || !(isUsual(part, file) || changed.includes(file))) continue;
    left -= secondsOf(file);
    // What is farther away is left to the other runs.
    if (left < 0) break;
    near.push(file);
  }
  return files.filter((file) => near.includes(file));
}
