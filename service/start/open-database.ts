/** Opens the configured database, on one host or several. */
import type { Knex } from 'knex';
import { type Database, knexSettings, openDatabase, openForReading } from '../../engine/database/open.ts';
import type { MysqlSettings } from '../../engine/database/settings.ts';
import type { Config } from '../config/config.ts';

type Place = Pick<Config, 'database'> & Partial<Pick<Config, 'readDatabase'>>;

/** The settings with several hosts; null for a single host. */
function severalHosts({ database, readDatabase = null }: Place): {
  readonly database: MysqlSettings;
  readonly readDatabase: MysqlSettings | null;
} | null {
  if (database.kind !== 'mysql') return null;
  return database.hosts.length > 1 || readDatabase ? { database, readDatabase } : null;
}

/** The code for several hosts: a service with one host never loads it. */
const loadHosts = () => import('../../engine/hosts/connect.ts');

/** Like `openDatabase`, with all configured hosts. */
export async function openAtHosts(config: Place, queryTimeout?: number): Promise<Database> {
  const several = severalHosts(config);
  if (!several) return openDatabase(config, queryTimeout);
  return (await loadHosts()).connect(several, queryTimeout);
}

/** Like `openForReading`, at the writer. */
export async function openToLook({ database }: Place, queryTimeout: number): Promise<Database> {
  const several = severalHosts({ database });
  if (!several) return openForReading({ database }, queryTimeout);
  return (await loadHosts()).connect(several, queryTimeout, true);
}

/** Like `knexSettings`. */
export async function settingsAtHosts({ database }: Place): Promise<Knex.Config> {
  const several = severalHosts({ database });
  return several ? (await loadHosts()).hostsSettings(several.database) : knexSettings(database);
}
