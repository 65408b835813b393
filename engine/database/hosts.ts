/** Functions for a database with several hosts. `engine/hosts` implements them, and is only loaded for such a database. */
import type { Knex } from 'knex';
import { identityOf } from './knex-internals.ts';
import type { DatabaseHost } from './settings.ts';

interface Hosts {
  /** Reads from any host that has all committed data; from the writer if no other host is fit. */
  readAnywhere<T>(read: (db: Knex) => Promise<T>): Promise<T>;
  readonly news: HostNews;
}

interface HostNews {
  /** Registers a listener for a change of the writer, and for signs that there are several writers. */
  listen(listener: (news: WriterNews) => void): void;
  /** The hosts of a database with several, and whether each is the writer. */
  written(): readonly { readonly host: string; readonly written: boolean }[];
  /** The additional hosts for reads, and whether each is in use. */
  read(): readonly { readonly host: string; readonly up: boolean }[];
  /** For a Galera cluster: whether another node is also written to, and the position of its own writer in the order of all. */
  place(): WriterPlace | null;
}

export interface WriterNews {
  readonly kind: 'writes to' | 'lost' | 'several';
  readonly host: DatabaseHost;
  /** Whether commands sent there will not be answered. */
  readonly gone: boolean;
  readonly sentence: string;
}

export interface WriterPlace {
  readonly several: boolean;
  readonly place: number;
}

const hostsByDatabase = new WeakMap<object, Hosts>();

/** Registers the hosts of a newly opened database. */
export function setHosts(db: Knex, hosts: Hosts): void {
  hostsByDatabase.set(identityOf(db), hosts);
}

/** Null for a single host, which serves reads and writes. */
export function hostsOf(db: Knex): Hosts | null {
  return hostsByDatabase.get(identityOf(db)) ?? null;
}
