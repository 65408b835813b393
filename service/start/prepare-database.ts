/** Prepares the database for the service, or reports why that is impossible. */

import { isMigrating } from '../../engine/database/lock.ts';
import { type Database, pingDatabase } from '../../engine/database/open.ts';
import { refreshStatistics } from '../../engine/database/statistics.ts';
import { countOutside } from '../../engine/features/files/store/examine.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../project/start-error.ts';
import { requireKey } from './key-check.ts';
import { databaseName } from './log/failure.ts';
import { type Migrated, migrate, requireKnownSchema } from './migrate.ts';

interface Preparation extends Migrated {
  /** Whether seeds must be run. */
  readonly seeds: boolean;
  /** Migrations of a later version, with which this one can still run. */
  readonly later: readonly string[];
}

/**
 * Creates and migrates an embedded database, and decides by SEED_DEMO whether it is seeded. A MariaDB or MySQL schema is never
 * changed: several nodes share it, and its operator chooses the moment of migrations.
 * @throws StartError if migrations are pending on MariaDB or MySQL, if a later version has changed the schema so that this one
 *   cannot run, if the key differs from the one that the database was written with, or if files are in a folder and none is set
 */
export async function prepareDatabase(database: Database, config: Config): Promise<Preparation> {
  await pingDatabase(database);
  const { pending, unknown: later } = await requireKnownSchema(database, config);
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
  const migrated = pending.length > 0 ? await migrate(database, config) : { migrations: [], copy: null };
  await requireKey(database, config);
  await requireFiles(database, config);
  const seeds = config.seedDemo === 'when-empty' ? await isEmpty(database) : config.seedDemo;
  await refreshStatistics(database);
  return { ...migrated, seeds, later };
}

/** With a folder, files of the database are read too. */
async function requireFiles(database: Database, config: Config): Promise<void> {
  const outside = config.files.folder === null ? await countOutside(database) : 0;
  if (outside === 0) return;
  throw new StartError(
    `FILES_FOLDER is not set, and the bytes of ${outside === 1 ? 'one file are' : `${outside} files are`} not in the database: set it to the folder that has them, or to an empty one if they are lost.`,
  );
}

/** Without a user no one has ever signed in, so it cannot contain anyone's work. */
async function isEmpty(database: Database): Promise<boolean> {
  return (await database('users').first('id')) === undefined;
}
