/** Opens a database that has several hosts, or hosts to read from. */
import knex, { type Knex } from 'knex';
import { setHosts } from '../database/hosts.ts';
import { mysqlSettings } from '../database/mysql/client.ts';
import { type Database, knexSettings } from '../database/open.ts';
import { hostName, type MysqlSettings } from '../database/settings.ts';
import { HostsClient, type HostsConfig, ReadClient } from './client.ts';
import { createAsk } from './connection.ts';
import { type OpenReader, Readers } from './readers.ts';
import { Writer } from './writer.ts';

/** How long a host may take to let somebody in, in milliseconds: less than of one alone, since the next one is waiting. */
const admitMs = 2000;

/**
 * How long a query may take, and a request wait for a connection, in milliseconds: a cluster that has lost a node takes no write until
 * the others have agreed on that, which they do after 5 seconds, and after 15 at the latest (Galera's `evs.suspect_timeout`,
 * `evs.inactive_timeout`). The host that is written to is left long before where it is the one that says nothing.
 */
const clusterTimeout = 20_000;

export interface HostsSettings {
  readonly database: MysqlSettings;
  readonly readDatabase?: MysqlSettings | null;
}

/** How Knex is set up for several hosts, as `knexSettings` says it for one. */
export function hostsSettings(database: MysqlSettings): HostsConfig {
  return {
    ...knexSettings(database),
    ...mysqlSettings(database, admitMs),
    client: HostsClient,
    acquireConnectionTimeout: clusterTimeout,
    writer: new Writer(database.hosts, createAsk(database, admitMs)),
  };
}

/**
 * The same as `openDatabase`, for a database of several hosts or with hosts to read from. Close it with `destroy()`.
 * @param queryTimeout as there; where it is undefined, all is read where it is written
 * @param readOnly as `openForReading` has it
 */
export function connect(
  { database, readDatabase }: HostsSettings,
  queryTimeout?: number,
  readOnly = false,
): Database {
  const several = database.hosts.length > 1;
  const settings: HostsConfig = several ? hostsSettings(database) : knexSettings(database);
  const patience = queryTimeout && (several ? clusterTimeout : queryTimeout);
  const more = { ...(patience && { queryTimeout: patience }), readOnly };
  const opened = knex({ ...settings, ...more });
  const readers =
    readDatabase && queryTimeout !== undefined
      ? new Readers(readDatabase, queryTimeout, openReader, opened)
      : null;
  if (readers) closeWith(opened, readers);
  const { writer } = settings;
  setHosts(opened, {
    readAnywhere: (read) => (readers ? readers.read(opened, read) : read(opened)),
    news: {
      listen: (listener) => writer?.listen(listener),
      written: () =>
        database.hosts.flatMap((host) =>
          writer ? [{ host: hostName(host), written: host === writer.current }] : [],
        ),
      read: () => readers?.hosts ?? [],
      place: () =>
        writer && writer.place !== null ? { several: writer.writtenElsewhere, place: writer.place } : null,
    },
  });
  return opened;
}

const openReader: OpenReader = (settings, more) => {
  const reading = { ...more, client: ReadClient, readOnly: true };
  return knex({ ...knexSettings(settings), ...reading });
};

/** Closes the hosts that a database is read from before itself. */
function closeWith({ client }: Knex, readers: Readers): void {
  const destroy = client.destroy.bind(client);
  const closing = async (callback?: unknown) => {
    await readers.close();
    await destroy(callback);
  };
  Object.assign(client, { destroy: closing });
}
