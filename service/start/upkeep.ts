/** The maintenance of the database: initial data, cleanup, and checks. */
import type { Auth } from '../../auth/index.ts';
import type { Finding } from '../../engine/check/subject.ts';
import { compactWaiting } from '../../engine/counters/compact.ts';
import { countersOf, countMissing, uncounted } from '../../engine/counters/setup.ts';
import type { Database } from '../../engine/database/open.ts';
import { refreshGrown, refreshStatistics, rereadStatistics } from '../../engine/database/statistics.ts';
import { sweepFacts } from '../../engine/features/outbox/hand-on.ts';
import { compareColumns } from '../../engine/features/schema/columns.ts';
import { describeColumns } from '../../engine/features/schema/introspect.ts';
import { findStrays } from '../../engine/features/schema/values.ts';
import type { Registry } from '../../engine/model/resource.ts';
import type { Engine } from '../../engine/serve/engine.ts';
import { sweepKeys } from '../../engine/write/idempotency.ts';
import { sweepNotifications } from '../outbox/notifications/sweep.ts';
import { notificationsPath } from '../outbox/notifications/visible.ts';
import type { Project } from '../project/project.ts';
import { type SetUp, setUp } from '../project/seeds.ts';
import { sweepSent } from '../requests/keep.ts';

export interface Upkeep {
  /**
   * Deletes expired rows (sessions, counters, idempotency keys), compacts counters, and updates SQLite's statistics. @returns the
   * number of deleted rows
   */
  sweep(): Promise<number>;
  /** The part of that for other processes that share the port: they load the updated statistics. */
  follow(): Promise<void>;
  /** Starts counters that do not exist yet. @returns the resources for which the database refuses, with its reason */
  keepCounts(): Promise<ReadonlyMap<string, unknown>>;
  /** Paths of the resources without counters: their lists are counted on request. */
  uncounted(): Promise<readonly string[]>;
  /** Missing tables and columns of definitions, and values in rows that definitions no longer allow. */
  lacking(): Promise<readonly Finding[]>;
  /**
   * Rows with values that definitions do not allow, from any writer. It reads every row: for use after a change of the schema.
   */
  strays(): Promise<readonly Finding[]>;
  /** Creates new roles of the configuration and, if wanted, runs new seeds. */
  setUp(wanted: { readonly seeds: boolean; readonly now?: Date }): Promise<SetUp>;
}

interface UpkeepParts {
  readonly database: Database;
  readonly project: Project;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly auth: Pick<Auth, 'systemActor' | 'sweep'>;
  /** The folder of files; null for the database. */
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
      // First: expired rows are deleted even if the rest fails.
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
