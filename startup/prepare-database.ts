/** Brings the database to where the service can run on it, or says why that is not possible. */
import type { Config } from '../config.ts';
import {
  checkSchema,
  type Database,
  migrateDatabase,
  pingDatabase,
  type SchemaState,
  seedDatabase,
} from '../database.ts';
import { isMigrating } from '../database-lock.ts';
import { refreshStatistics } from '../database-statistics.ts';
import { databaseName, StartError } from './failure.ts';

export interface Preparation {
  readonly migrations: readonly string[];
  /** Whether demo data was seeded by this start. */
  readonly seeded: boolean;
}

/**
 * Creates and migrates an embedded database, and seeds it as SEED_DEMO says. A MariaDB or MySQL schema is never
 * changed: several nodes share it, and the person who runs the migrations picks the moment.
 * @throws StartError when migrations are pending on MariaDB or MySQL, or when the schema is newer than this version
 */
export async function prepareDatabase(database: Database, config: Config): Promise<Preparation> {
  await pingDatabase(database);
  const { pending } = await checkVersion(database, config);
  if (config.database.kind === 'mysql' && pending.length > 0) {
    if (await isMigrating(database)) {
      throw new StartError(
        `${databaseName(config)} is being migrated just now: start again once that is done.`,
      );
    }
    const few = pending.length > 3 ? `${pending.slice(0, 3).join(', ')}, …` : pending.join(', ');
    throw new StartError(
      `${databaseName(config)} lacks ${pending.length} migration${pending.length > 1 ? 's' : ''} (${few}): run them with npm run migrate.`,
    );
  }
  const migrations = pending.length > 0 ? await migrateDatabase(database) : [];
  const wanted = config.seedDemo === 'when-empty' ? await isEmpty(database) : config.seedDemo;
  if (wanted) await seedDatabase(database, config);
  await refreshStatistics(database);
  return { migrations, seeded: wanted };
}

/**
 * What the database lacks of this version.
 * @throws StartError where it has had migrations that this version does not know
 */
export async function checkVersion(database: Database, config: Config): Promise<SchemaState> {
  const state = await checkSchema(database);
  if (state.unknown.length === 0) return state;
  throw new StartError(
    `${databaseName(config)} was made by another version of this service (it has had ${state.unknown.join(', ')}): start that version.`,
  );
}

/** Without a user nobody has ever signed in, so nothing in it can be somebody's work. */
async function isEmpty(database: Database): Promise<boolean> {
  return (await database('users').first('id')) === undefined;
}
