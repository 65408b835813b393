/** The pool of connections to the writer, which may change. */
import type { Connection } from 'mysql2';
import type { WriterNews } from '../database/hosts.ts';
import { MysqlClient, type MysqlConfig } from '../database/mysql/client.ts';
import { hostOptions } from '../database/mysql/driver.ts';
import { readWithCare, sessionOf } from '../database/mysql/session.ts';
import type { DatabaseHost } from '../database/settings.ts';
import { isDoubtful, isGone } from './connection.ts';
import type { Writer } from './writer.ts';

/** Knex passes only its settings to a client, so the chooser of the host is one of them. */
export type HostsConfig = MysqlConfig & { readonly writer?: Writer };

/** The state of a connection. */
interface Opened {
  readonly host: DatabaseHost;
  /** Whether its reads wait for writes on other nodes. */
  readonly careful: boolean;
}

const opened = new WeakMap<Connection, Opened>();

/** The interval of host checks, in milliseconds. */
const everyMs = 1000;

export class HostsClient extends MysqlClient {
  /** The open connections, to close those to a lost host. */
  private readonly connections = new Set<Connection>();
  private watch: NodeJS.Timeout | undefined;
  /** Whether the last connection attempt got no answer. */
  private silent = false;

  constructor(config: HostsConfig) {
    super(config);
    writerOf(this.config).listen((news) => this.letGo(news));
  }

  /** If the host turns out to be gone, another one is chosen at once. */
  override async acquireRawConnection(): Promise<Connection> {
    const writer = writerOf(this.config);
    const host = await writer.host();
    const { readOnly }: MysqlConfig = this.config;
    if (!readOnly) this.watch ??= setInterval(() => void writer.check(), everyMs).unref();
    try {
      if (this.silent) await writer.knock(host);
      const connection = await this.connectTo(host);
      this.silent = false;
      return connection;
    } catch (error) {
      this.silent = isGone(error);
      if (!isGone(error)) throw error;
      await writer.check();
      if (writer.current === host) throw error;
      return this.connectTo(await writer.host());
    }
  }

  private async connectTo(host: DatabaseHost): Promise<Connection> {
    // Knex reads it before it waits for anything.
    Object.assign(this.connectionSettings, hostOptions(host));
    const connection = await this.open(async (made) => {
      const { careful } = writerOf(this.config);
      if (careful) await readWithCare(made);
      opened.set(made, { host, careful });
    });
    this.connections.add(connection);
    return connection;
  }

  /** Connections to a host that is no longer the writer are not reused. */
  override async validateConnection(connection: Connection): Promise<boolean> {
    const { current, careful } = writerOf(this.config);
    const known = opened.get(connection);
    return known?.host === current && known.careful === careful && super.validateConnection(connection);
  }

  override query(connection: Connection, query: unknown): Promise<unknown> {
    return super.query(connection, query).catch((error: unknown) => {
      if (isDoubtful(error)) void writerOf(this.config).check();
      throw error;
    });
  }

  override async destroyRawConnection(connection: Connection): Promise<void> {
    this.connections.delete(connection);
    await super.destroyRawConnection(connection);
  }

  override async destroy(callback?: unknown): Promise<void> {
    clearInterval(this.watch);
    await super.destroy(callback);
  }

  private letGo({ kind, host, gone }: WriterNews): void {
    if (kind !== 'lost' || !gone) return;
    for (const connection of this.connections) {
      if (opened.get(connection)?.host !== host) continue;
      const { giveUp } = sessionOf(connection);
      if (giveUp) giveUp();
      else connection.destroy();
    }
  }
}

/** The chooser of the writer of a database. */
function writerOf({ writer }: HostsConfig): Writer {
  if (!writer) throw new Error('The settings of this database name no hosts.');
  return writer;
}

/** The server behind a host; null before the first connection. */
export interface ReadPlace {
  node: string | null;
}

type ReadConfig = MysqlConfig & {
  /** Whether its reads wait for writes on other nodes of a cluster. */
  readonly causal?: boolean;
  /** The server that all its connections must lead to. */
  readonly place?: ReadPlace;
};

/** Connection → the server that it leads to. */
const nodes = new WeakMap<Connection, string>();

/** The pool of connections to a host for reads. */
export class ReadClient extends MysqlClient {
  override acquireRawConnection(): Promise<Connection> {
    const { causal, place }: ReadConfig = this.config;
    return this.openOneByOne(async (connection, node) => {
      if (place) requireSame(place, node);
      nodes.set(connection, node);
      if (causal) await readWithCare(connection);
    });
  }

  /** Connections that lead to another server are not reused. */
  override async validateConnection(connection: Connection): Promise<boolean> {
    const { place }: ReadConfig = this.config;
    return (!place || place.node === nodes.get(connection)) && super.validateConnection(connection);
  }
}

/**
 * Servers may have different data: a proxy that spreads connections cannot be used for reads.
 * @throws an error that marks the host as unreachable
 */
function requireSame(place: ReadPlace, node: string): void {
  place.node ??= node;
  if (place.node === node) return;
  const error = new Error(
    `It leads to ${place.node} and to ${node}: name each of them in DATABASE_READ_URL.`,
  );
  throw Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' });
}
