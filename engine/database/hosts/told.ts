/** What whoever runs the service is told of the hosts of its database. */
import type { Knex } from 'knex';
import { speaksMysql } from '../knex-internals.ts';
import { hostName } from '../settings.ts';
import { writerOf } from './client.ts';
import type { WriterNews } from './news.ts';
import { readersOf } from './readers.ts';

/** Listens for changes of the host that is written to, and for signs that several are. */
export function onHostNews(database: Knex, listener: (news: WriterNews) => void): void {
  if (speaksMysql(database)) writerOf(database.client.config).listen(listener);
}

/** Of a database that is a cluster (Galera): whether another node is written to as well, and where its own stands in the order of all. */
export function writersOf(database: Knex): { readonly several: boolean; readonly place: number } | null {
  if (!speaksMysql(database)) return null;
  const { writtenElsewhere: several, place } = writerOf(database.client.config);
  return place === null ? null : { several, place };
}

/** The hosts of a database that has several, and whether each is the one that is written to. */
export function hostsInUse(database: Knex): readonly { readonly host: string; readonly written: boolean }[] {
  if (!speaksMysql(database)) return [];
  const { hosts, current } = writerOf(database.client.config);
  return hosts.length === 1 ? [] : hosts.map((host) => ({ host: hostName(host), written: host === current }));
}

/** The hosts that a database is read from beside the one that is written to, and whether each is in use. */
export function readersInUse(database: Knex): readonly { readonly host: string; readonly up: boolean }[] {
  return readersOf(database)?.hosts ?? [];
}
