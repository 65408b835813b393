/** The pool of connections to the host that is written to, wherever that is just now. */
import type { Knex } from 'knex';
import type { Connection } from 'mysql2';
import { Mysql2Client } from '../knex-internals.ts';
import { prepareSession, readWithCare } from '../mysql/session.ts';
import type { DatabaseHost } from '../settings.ts';
import { hostOptions, isDoubtful, isGone } from './connection.ts';
import type { WriterNews } from './news.ts';
import type { Writer } from './writer.ts';

/** Knex hands a client its settings and no more: the time a query may take stands among them, and who chooses the host. */
export type MysqlConfig = Knex.Config & {
  readonly queryTimeout?: number;
  readonly readOnly?: boolean;
  /** Whether whatever it reads waits for what has been written on other nodes of a cluster. */
  readonly causal?: boolean;
  /** Of a host for reading: the server that all its connections have to lead to. */
  readonly place?: ReadPlace;
  /** What else is closed with it. */
  readonly beside?: { close(): Promise<void> }[];
  readonly writer?: Writer;
};

/** The server that a host has been found to be; null while nobody has been there. */
export interface ReadPlace {
  node: string | null;
}

/** What is known of a connection beside itself. */
interface Opened {
  readonly node: string;
  readonly host: DatabaseHost;
  /** Whether what it reads waits for what has been written on other nodes. */
  readonly careful: boolean;
  /** Ends the query that is under way, and the connection. */
  giveUp: (() => void) | null;
}

const opened = new WeakMap<Connection, Opened>();

/** How often hosts are looked at, in milliseconds; where there is one, it is asked only whether others write elsewhere. */
const everyMs = { several: 1000, one: 15_000 };

export class HostsClient extends Mysql2Client {
  /** Its connections, to let go of those to a host that is lost. */
  private readonly connections = new Set<Connection>();
  private watch: NodeJS.Timeout | undefined;
  /** Whether the last connection came to nothing. */
  private hangs = false;

  /** The name stays in the settings, where Knex's users look for it. */
  constructor(config: MysqlConfig) {
    super({ ...config, client: 'mysql2' });
    writerOf(this.config).listen((news) => this.letGo(news));
  }

  /** A host that is found to have gone is left, and another one looked for at once. */
  override async acquireRawConnection(): Promise<Connection> {
    const writer = writerOf(this.config);
    const host = await writer.host();
    if (!isForReading(this.config)) this.watch ??= watchHosts(writer);
    try {
      if (this.hangs) await writer.knock(host);
      const connection = await this.connectTo(host);
      this.hangs = false;
      return connection;
    } catch (error) {
      this.hangs = isGone(error);
      if (writer.hosts.length === 1 || !isGone(error)) throw error;
      await writer.check();
      if (writer.current === host) throw error;
      return this.connectTo(await writer.host());
    }
  }

  private async connectTo(host: DatabaseHost): Promise<Connection> {
    // Read by Knex before it waits for anything.
    Object.assign(this.connectionSettings, hostOptions(host));
    const connection: Connection = await super.acquireRawConnection();
    try {
      const { readOnly, causal, place, queryTimeout }: MysqlConfig = this.config;
      const node = await prepareSession(connection, queryTimeout);
      if (place) requireSame(place, node);
      const careful = writerOf(this.config).meet(node);
      if (careful || causal) await readWithCare(connection);
      if (readOnly) await connection.promise().query('SET SESSION TRANSACTION READ ONLY');
      opened.set(connection, { host, node, careful, giveUp: null });
    } catch (error) {
      connection.destroy();
      throw error;
    }
    this.connections.add(connection);
    return connection;
  }

  /** Connections to a host that is no longer written to, or to another server than was meant, serve nobody more. */
  override async validateConnection(connection: Connection): Promise<boolean> {
    const { current, careful } = writerOf(this.config);
    const { place }: MysqlConfig = this.config;
    const known = opened.get(connection);
    if (known?.host !== current || known.careful !== careful) return false;
    return (!place || place.node === known.node) && super.validateConnection(connection);
  }

  /** A connection that broke in the middle of a transaction fails its next query with an error that has no code. */
  override query(connection: Connection, query: unknown): Promise<unknown> {
    const answer: Promise<unknown> = super.query(connection, query);
    return answer.catch((error: unknown) => {
      const writer = writerOf(this.config);
      if (writer.hosts.length > 1 && isDoubtful(error)) void writer.check();
      if (error instanceof Error && 'fatal' in error && error.fatal === true && !('code' in error)) {
        throw Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' });
      }
      throw error;
    });
  }

  /** Knex's own wraps a function that gives a promise into another one, which newer Node versions warn about. */
  override async destroyRawConnection(connection: Connection): Promise<void> {
    this.connections.delete(connection);
    await connection
      .promise()
      .end()
      .catch(() => connection.destroy());
  }

  override async destroy(callback?: unknown): Promise<void> {
    clearInterval(this.watch);
    const { beside = [] }: MysqlConfig = this.config;
    await Promise.all(beside.map((other) => other.close()));
    await super.destroy(callback);
  }

  private letGo({ kind, host, gone }: WriterNews): void {
    if (kind !== 'lost' || !gone) return;
    for (const connection of this.connections) {
      const known = opened.get(connection);
      if (known?.host !== host) continue;
      if (known.giveUp) known.giveUp();
      else connection.destroy();
    }
  }
}

/** What ends a query that is under way, for when its host is lost; null once it has been answered. */
export function setGiveUp(connection: Connection, giveUp: (() => void) | null): void {
  const known = opened.get(connection);
  if (known) known.giveUp = giveUp;
}

/** As `openForReading` sets it. */
function isForReading({ readOnly }: MysqlConfig): boolean {
  return readOnly === true;
}

/**
 * What one server has is nothing that another one has: a proxy that spreads connections cannot be read from.
 * @throws an error by which the host counts as out of reach
 */
function requireSame(place: ReadPlace, node: string): void {
  place.node ??= node;
  if (place.node === node) return;
  const error = new Error(
    `It leads to ${place.node} and to ${node}: name each of them in DATABASE_READ_URL.`,
  );
  throw Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' });
}

/** Who chooses the host of a database. */
export function writerOf({ writer }: MysqlConfig): Writer {
  if (!writer) throw new Error('The settings of this database name no hosts.');
  return writer;
}

function watchHosts(writer: Writer): NodeJS.Timeout {
  const each = writer.hosts.length > 1 ? everyMs.several : everyMs.one;
  return setInterval(() => void writer.check(), each).unref();
}
