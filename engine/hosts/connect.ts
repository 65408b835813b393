/** Opens a database with several hosts, or with additional hosts for reads. */
import knex, { type Knex } from 'knex';
import { setHosts } from '../database/hosts.ts';
import { mysqlSettings } from '../database/mysql/client.ts';
import { type Database, knexSettings } from '../database/open.ts';
import { hostName, type MysqlSettings } from '../database/settings.ts';
import { HostsClient, type HostsConfig, ReadClient } from './client.ts';
import { createAsk } from './connection.ts';
import { type OpenReader, Readers } from './readers.ts';
import { Writer } from './writer.ts';

/**
 * The maximum time for connecting to a host, in milliseconds: less than for a single host, since there is another one to try.
 */
const admitMs = 2000;

/**
 * The maximum duration of a query, and of waiting for a connection, in milliseconds. A cluster that has lost a node accepts no
 * writes until the other nodes have agreed on that: after 5 seconds, and after 15 at the latest (Galera's `evs.suspect_timeout`,
 * `evs.inactive_timeout`). A silent writer is replaced much earlier.
 */
const clusterTimeout = 20_000;

export interface HostsSettings {
  readonly database: MysqlSettings;
  readonly readDatabase?: MysqlSettings | null;
}

/** Knex's settings for several hosts, like `knexSettings` for one. */
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
 * Like `openDatabase`, for a database with several hosts or additional hosts for reads. Close it with `destroy()`.
 * @param queryTimeout as there; if it is undefined, all reads use the writer
 * @param readOnly as in `openForReading`
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

/** Closes the hosts for reads before the database itself. */
function closeWith({ client }: Knex, readers: Readers): void {
  const destroy = client.destroy.bind(client);
  const closing = async (callback?: unknown) => {
    await readers.close();
    await destroy(callback);
  };
  Object.assign(client, { destroy: closing });
}
