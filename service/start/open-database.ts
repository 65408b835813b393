/** Opens the database of the settings, wherever it is. */
import type { Knex } from 'knex';
import { type Database, knexSettings, openDatabase, openForReading } from '../../engine/database/open.ts';
import type { MysqlSettings } from '../../engine/database/settings.ts';
import type { Config } from '../config/config.ts';

type Place = Pick<Config, 'database'> & Partial<Pick<Config, 'readDatabase'>>;

/** The settings that name several hosts; null where one is read from and written to. */
function severalHosts({ database, readDatabase = null }: Place): {
  readonly database: MysqlSettings;
  readonly readDatabase: MysqlSettings | null;
} | null {
  if (database.kind !== 'mysql') return null;
  return database.hosts.length > 1 || readDatabase ? { database, readDatabase } : null;
}

/** What knows several hosts: a service that has one never loads it. */
const loadHosts = () => import('../../engine/hosts/connect.ts');

/** As `openDatabase` does, at all hosts that the settings name. */
export async function openAtHosts(config: Place, queryTimeout?: number): Promise<Database> {
  const several = severalHosts(config);
  if (!several) return openDatabase(config, queryTimeout);
  return (await loadHosts()).connect(several, queryTimeout);
}

/** As `openForReading` does, at the host that is written to. */
export async function openToLook({ database }: Place, queryTimeout: number): Promise<Database> {
  const several = severalHosts({ database });
  if (!several) return openForReading({ database }, queryTimeout);
  return (await loadHosts()).connect(several, queryTimeout, true);
}

/** As `knexSettings` does. */
export async function settingsAtHosts({ database }: Place): Promise<Knex.Config> {
  const several = severalHosts({ database });
  return several ? (await loadHosts()).hostsSettings(several.database) : knexSettings(database);
}
