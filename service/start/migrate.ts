/** Runs the pending migrations; a copy of an embedded database with data is kept beside it. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  checkSchema,
  listMigrations,
  migrateDatabase,
  type SchemaState,
} from '../../engine/database/migrate.ts';
import type { Database } from '../../engine/database/open.ts';
import { describeIndexes, migratedSchema, schemasAround } from '../../engine/features/schema/introspect.ts';
import { effectsOf, type UpgradeEffects } from '../../engine/features/schema/upgrade.ts';
import { explainCopying } from '../backup/check.ts';
import { copyDatabase, migrationsOf } from '../backup/copy.ts';
import { draftOf, removeDraft, removeDrafts, replaceWith } from '../backup/whole-file.ts';
import type { Config } from '../config/config.ts';
import { isMadeBefore, madeBefore } from '../project/made-before.ts';
import { StartError } from '../project/start-error.ts';
import { databaseName } from './log/failure.ts';

/** The number of copies beside a database; older ones are deleted. */
const maxCopies = 3;

export interface Migrated {
  /** Names of the migrations that were run. */
  readonly migrations: readonly string[];
  /** The copy from before; null if there was nothing to copy. */
  readonly copy: string | null;
}

/**
 * Migrates a database.
 * @param onWait called once if another run on MariaDB or MySQL is in progress
 * @throws StartError if it was made by a newer version, or there is no room for the copy: nothing has changed then
 * @throws MigrationError if a migration fails
 */
export async function migrate(database: Database, config: Config, onWait?: () => void): Promise<Migrated> {
  const { pending } = await requireKnownSchema(database, config);
  const [first] = pending;
  const used = pending.length < (await listMigrations()).length;
  const { kind } = config.database;
  const path = kind === 'sqlite' && config.database.path !== ':memory:' ? config.database.path : null;
  const copy = path !== null && first !== undefined && used ? keepCopy(path, first) : null;
  return { migrations: await migrateDatabase(database, onWait), copy };
}

/**
 * The migrations that the database lacks, and those of a later version with which this one can still run.
 * @throws StartError if it was made before 1.0, or has unknown migrations with which this version cannot run
 */
export async function requireKnownSchema(database: Database, config: Config): Promise<SchemaState> {
  const state = await checkSchema(database);
  if (state.unknown.length === 0) return state;
  if (isMadeBefore(state.unknown)) throw new StartError(`${databaseName(config)} ${madeBefore}.`);
  const obstacles = state.pending.length > 0 ? [] : await findObstacles(database);
  if (state.pending.length === 0 && obstacles.length === 0) return state;
  const why = [`it has had ${state.unknown.join(', ')}`, ...obstacles].join('; ');
  throw new StartError(
    `${databaseName(config)} was made by another version of this service (${why}): use that version.`,
  );
}

/** What prevents this version from running on a schema that a later one has changed, as parts of a sentence. */
export async function findObstacles(database: Database): Promise<readonly string[]> {
  return effectsOf(await migratedSchema(), await describeIndexes(database)).obstacles;
}

/**
 * The effect of pending migrations on the previous version, which may run on the database meanwhile.
 * @returns null if none is pending
 */
export async function foreseeUpgrade({ pending }: SchemaState): Promise<UpgradeEffects | null> {
  if (pending.length === 0) return null;
  const { before, after } = await schemasAround(pending);
  return effectsOf(before, after);
}

/** @throws StartError if the previous version cannot run after the pending migrations */
export async function requireNoObstacles(state: SchemaState, config: Config): Promise<void> {
  const obstacles = (await foreseeUpgrade(state))?.obstacles ?? [];
  if (obstacles.length === 0) return;
  throw new StartError(
    `${databaseName(config)} is in use, and no service of the version before can run on it after this (${obstacles.join('; ')}): end every one, or say that it does not matter, with npm run migrate -- --yes.`,
  );
}

/** @throws StartError also if migrations are pending: for commands that use the present tables */
export async function requireCurrentSchema(database: Database, config: Config): Promise<void> {
  await requireKnownSchema(database, config);
  const { pending } = await checkSchema(database);
  if (pending.length === 0) return;
  throw new StartError(
    `${databaseName(config)} lacks ${pending.length} migration${pending.length > 1 ? 's' : ''}: run npm run migrate first.`,
  );
}

/** @returns null if another process has migrated meanwhile: its copy has the former state */
function keepCopy(path: string, migration: string): string | null {
  const copy = `${path}.before-${migration.replace(/\.ts$/, '')}`;
  const draft = draftOf(copy);
  try {
    return explainCopying(`The copy ${copy}, which is kept before migrating,`, () => {
      removeDrafts(copy);
      copyDatabase(path, draft);
      if (migrationsOf(draft).includes(migration)) return null;
      replaceWith(draft, copy);
      removeOldest(path);
      return copy;
    });
  } finally {
    removeDraft(draft);
  }
}

function removeOldest(path: string): void {
  for (const { file } of listCopies(path).slice(maxCopies)) rmSync(join(dirname(path), file));
}

/** The copies from before migrations beside a database, the latest first. `madeAt` in milliseconds since 1970. */
export function listCopies(path: string): { file: string; madeAt: number }[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${basename(path)}.before-`) && !file.endsWith('.part'))
    .map((file) => ({ file, madeAt: statSync(join(folder, file)).mtimeMs }))
    .sort((one, other) => other.madeAt - one.madeAt);
}
