/** What is done and told where a database has several hosts. `engine/hosts` does it, which is loaded for such a database alone. */
import type { Knex } from 'knex';
import { identityOf } from './knex-internals.ts';
import type { DatabaseHost } from './settings.ts';

interface Hosts {
  /** Reads from whichever host has all that is committed; from the one that is written to where no other is fit. */
  readAnywhere<T>(read: (db: Knex) => Promise<T>): Promise<T>;
  readonly news: HostNews;
}

interface HostNews {
  /** Is called when the host that is written to changes, and when there are signs that several are. */
  listen(listener: (news: WriterNews) => void): void;
  /** The hosts of a database that has several, and whether each is the one that is written to. */
  written(): readonly { readonly host: string; readonly written: boolean }[];
  /** The hosts that it is read from beside that one, and whether each is in use. */
  read(): readonly { readonly host: string; readonly up: boolean }[];
  /** Of a Galera cluster: whether another node is written to as well, and where its own stands in the order of all. */
  place(): WriterPlace | null;
}

export interface WriterNews {
  readonly kind: 'writes to' | 'lost' | 'several';
  readonly host: DatabaseHost;
  /** Whether nothing that has been sent there will be answered. */
  readonly gone: boolean;
  readonly sentence: string;
}

export interface WriterPlace {
  readonly several: boolean;
  readonly place: number;
}

const hostsByDatabase = new WeakMap<object, Hosts>();

/** Notes the hosts of a database that has just been opened. */
export function setHosts(db: Knex, hosts: Hosts): void {
  hostsByDatabase.set(identityOf(db), hosts);
}

/** Null where there is one host, which is read from and written to. */
export function hostsOf(db: Knex): Hosts | null {
  return hostsByDatabase.get(identityOf(db)) ?? null;
}
