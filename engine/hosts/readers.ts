/**
 * Additional hosts for lists and views. Each answers with at least all data committed when the read begins: a node of a cluster
 * waits for the commits of other nodes, a replica for the position of the writer. If a host does not catch up in time, or is
 * unreachable, the writer answers.
 */
import type { Knex } from 'knex';
import { faultOf } from '../database/fault.ts';
import { type DatabaseRow, query } from '../database/query.ts';
import { type DatabaseHost, hostName, type MysqlSettings } from '../database/settings.ts';
import type { ReadPlace } from './client.ts';
import { type AskHost, createAsk, within } from './connection.ts';
import { inTurns } from './in-turns.ts';

/** How long a read waits until a host has caught up with the writer, in milliseconds. */
const waitMs = 1000;
/** The retry interval for a host that is unreachable or behind, in milliseconds. */
const retryMs = 1000;
/** How long a query to a hanging host stays open, in milliseconds. */
const gateMs = 60_000;

/** Opens a pool to one host. */
export type OpenReader = (
  settings: MysqlSettings,
  more: { readonly queryTimeout: number; readonly causal: boolean; readonly place: ReadPlace },
) => Knex;

/** One host for reads. */
class ReadHost {
  readonly name: string;
  readonly db: Knex;
  /** For the query that waits; it has separate connections. */
  readonly #gate: Knex;
  readonly #ask: AskHost;
  readonly #host: DatabaseHost;
  readonly #writer: Knex;
  /** Waits for the present position of the writer. */
  readonly catchUp: () => Promise<void>;
  readonly #place: ReadPlace = { node: null };
  /** Until the last waiting query has been answered. */
  #waiting: Promise<void> = Promise.resolve();
  #up = false;
  #means: 'cluster' | keyof typeof replication = 'cluster';
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(
    settings: MysqlSettings,
    host: DatabaseHost,
    queryTimeout: number,
    open: OpenReader,
    writer: Knex,
  ) {
    const own: MysqlSettings = { ...settings, hosts: [host] };
    this.name = hostName(host);
    this.#host = host;
    this.#writer = writer;
    const place = this.#place;
    this.db = open(own, { queryTimeout, causal: false, place });
    // The caller stops waiting, but the query stays open: a host that hangs gets no second one.
    this.#gate = open(own, { queryTimeout: gateMs, causal: true, place });
    this.#ask = createAsk(own, waitMs);
    this.catchUp = inTurns(() => this.#catchUp());
    // Listeners that count the queries of the database receive these, too.
    this.db.on('query', (...told) => writer.client.emit('query', ...told));
    this.#retry(0);
  }

  get up(): boolean {
    return this.#up;
  }

  /** It is not read until it is reachable again. */
  leave(): void {
    if (!this.#up) return;
    this.#up = false;
    this.#retry(retryMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all([this.db.destroy(), this.#gate.destroy()]);
  }

  /** @throws an error if it does not catch up in time */
  async #catchUp(): Promise<void> {
    if (this.#means === 'cluster') {
      // Any query waits.
      await this.#wait('select 1 as passed');
      return;
    }
    const { position, passed } = replication[this.#means];
    const there = await ask(this.#writer, position);
    if (!there?.position) throw new Error('The host that is written to does not tell where it stands.');
    const here = await this.#wait(passed, [String(there.position), waitMs / 1000]);
    if (Number(here?.passed) !== 1) throw new Error(`${this.name} is behind.`);
  }

  /** Sends a query as soon as the previous one has been answered. @throws if that takes too long */
  async #wait(text: string, bindings: (string | number)[] = []): Promise<DatabaseRow | undefined> {
    let late = false;
    const answer = this.#waiting.then(() => {
      if (late) throw new Error('Nobody waits for it any more.');
      return ask(this.#gate, text, bindings);
    });
    this.#waiting = answer.then(
      () => {},
      () => {},
    );
    return within(1.5 * waitMs, answer).finally(() => {
      late = true;
    });
  }

  #retry(after: number): void {
    if (this.#closed) return;
    const again = () =>
      this.#tryAgain().then(
        () => {
          this.#up = true;
        },
        () => this.#retry(retryMs),
      );
    this.#timer = setTimeout(again, after).unref();
  }

  async #tryAgain(): Promise<void> {
    this.#place.node = null;
    const answer = await this.#ask(this.#host);
    if (answer.kind !== 'state') throw answer.error;
    const { galera, cluster, mariaDb } = answer.state;
    this.#means = galera ? 'cluster' : mariaDb ? 'mariadb' : 'mysql';
    if (galera) {
      const there = await ask(this.#writer, "show global status like 'wsrep_cluster_state_uuid'");
      if (there?.Value !== cluster) throw new Error(`${this.name} is of another cluster.`);
    }
    await this.catchUp();
  }
}

/**
 * The replication position of a host, as a set of transaction ids (GTID), and waiting for it on another host. Transactions
 * without an id cannot be waited for: MySQL then returns the ids of earlier ones. The query reads a table: otherwise a primary
 * with a backlog would not wait for it.
 */
const replication = {
  mariadb: {
    position: 'select @@global.gtid_binlog_pos as position',
    passed: 'select master_gtid_wait(?, ?) = 0 as passed',
  },
  mysql: {
    position:
      "select if(@@global.log_bin and @@global.gtid_mode like 'ON%', @@global.gtid_executed, '') as position " +
      'from (select 1) as held',
    passed: 'select wait_for_executed_gtid_set(?, ?) = 0 as passed',
  },
} as const;

async function ask(
  db: Knex,
  text: string,
  bindings: (string | number)[] = [],
): Promise<DatabaseRow | undefined> {
  const [row] = await query(db, { text, bindings });
  return row;
}

/** The hosts for reads of a database, used in turn. */
export class Readers {
  readonly #readers: readonly ReadHost[];
  #turn = 0;

  constructor(settings: MysqlSettings, queryTimeout: number, open: OpenReader, writer: Knex) {
    this.#readers = settings.hosts.map((host) => new ReadHost(settings, host, queryTimeout, open, writer));
  }

  /** The names of all, and whether each is in use. */
  get hosts(): readonly { readonly host: string; readonly up: boolean }[] {
    return this.#readers.map(({ name, up }) => ({ host: name, up }));
  }

  /** A host with all data committed now; null if there is none. */
  async next(): Promise<ReadHost | null> {
    const fit = this.#readers.filter(({ up }) => up);
    this.#turn = (this.#turn + 1) % this.#readers.length;
    const reader = fit[this.#turn % fit.length];
    if (reader === undefined) return null;
    try {
      await reader.catchUp();
      return reader;
    } catch {
      reader.leave();
      return null;
    }
  }

  /**
   * Reads from a host for reads; if there is none, or it fails, from the writer. The result is never older than the data
   * committed when the read began.
   */
  async read<T>(writer: Knex, read: (db: Knex) => Promise<T>): Promise<T> {
    const reader = await this.next();
    if (!reader) return read(writer);
    try {
      return await read(reader.db);
    } catch (error) {
      const fault = faultOf(error);
      if (fault?.kind !== 'unavailable' && fault?.kind !== 'contention') throw error;
      reader.leave();
      return read(writer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
  }
}
