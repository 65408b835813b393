/** What a service does for its database beside answering: sets it up, looks after it, and tells what is wrong in it. */
import type { Auth } from '../../auth/index.ts';
import type { Finding } from '../../engine/check/report.ts';
import { compactWaiting } from '../../engine/counters/compact.ts';
import { countersOf, countMissing, uncounted } from '../../engine/counters/setup.ts';
import type { Database } from '../../engine/database/open.ts';
import { refreshGrown, refreshStatistics, rereadStatistics } from '../../engine/database/statistics.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { sweepFacts } from '../../engine/outbox/hand-on.ts';
import { compareColumns } from '../../engine/schema/columns.ts';
import { describeColumns } from '../../engine/schema/introspect.ts';
import { findStrays } from '../../engine/schema/values.ts';
import type { Engine } from '../../engine/serve/engine.ts';
import { sweepKeys } from '../../engine/write/idempotency.ts';
import { sweepNotifications } from '../outbox/notifications/sweep.ts';
import { notificationsPath } from '../outbox/notifications/visible.ts';
import type { Project } from '../project/project.ts';
import { type SetUp, setUp } from '../project/seeds.ts';
import { sweepSent } from '../requests/keep.ts';

export interface Upkeep {
  /**
   * Deletes what has expired (sessions, counters, idempotency keys), folds kept counts, and tells SQLite what its tables
   * hold by now. @returns how many rows went
   */
  sweep(): Promise<number>;
  /** What is left of that to a process that shares the port with the one that sweeps: it learns what SQLite was told. */
  follow(): Promise<void>;
  /** Begins to keep counts that are not kept yet. @returns the resources where the database refuses, with its reason */
  keepCounts(): Promise<ReadonlyMap<string, unknown>>;
  /** Paths of the resources whose counts are not kept: their lists are counted when asked for. */
  uncounted(): Promise<readonly string[]>;
  /** Tables and columns of definitions that the database does not have, and values of rows that definitions have lost. */
  lacking(): Promise<readonly Finding[]>;
  /** Rows whose values definitions do not allow, whoever wrote them. Reads every row: for after a change of the schema. */
  strays(): Promise<readonly Finding[]>;
  /** Makes the roles of the configuration that were never made, and, where that is wanted, runs the seeds that were never run. */
  setUp(wanted: { readonly seeds: boolean; readonly now?: Date }): Promise<SetUp>;
}

interface UpkeepParts {
  readonly database: Database;
  readonly project: Project;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly auth: Pick<Auth, 'systemActor' | 'sweep'>;
  /** Where bytes of files are; null for the database. */
  readonly filesFolder: string | null;
}

export function createUpkeep({
  database,
  project,
  registry,
  engine,
  auth,
  filesFolder,
}: UpkeepParts): Upkeep {
  return {
    setUp: async ({ seeds, now = new Date() }: Parameters<Upkeep['setUp']>[0]) => {
      const given = { db: database, parts: engine, systemActor: auth.systemActor, now, filesFolder };
      const made = await setUp(project, given, { seeds });
      if (made.seeds.length > 0) await refreshStatistics(database);
      return made;
    },
    keepCounts: () => countMissing(database, countersOf(registry)),
    lacking: async () => {
      const schema = await describeColumns(database);
      return [...compareColumns(registry, schema), ...(await findStrays(database, registry, schema, 'gone'))];
    },
    strays: async () => findStrays(database, registry, await describeColumns(database), 'all'),
    uncounted: () => uncounted(database, countersOf(registry)),
    follow: () => rereadStatistics(database),
    sweep: async () => {
      // First: what has expired goes, whatever becomes of the rest.
      const swept =
        (await auth.sweep()) +
        (await sweepKeys(database)) +
        (await sweepFacts(database)) +
        (await sweepSent(database)) +
        (registry.has(notificationsPath) ? await sweepNotifications(database) : 0);
      await compactWaiting(database, countersOf(registry));
      await refreshGrown(database);
      return swept;
    },
  };
}
