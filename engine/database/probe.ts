/** Checks whether the database accepts writes: the disk may be full, the file or the server may be read-only. */

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedNow } from '../values.ts';
import { hostsOf, type WriterPlace } from './hosts.ts';
import type { Database } from './open.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * The size of a large write of the embedded database. With less space, some writes succeed for a while, if the log has free
 * space, and others fail.
 */
const roomForWrites = 2 ** 20;

/** Two nodes wrote the row at once: the database accepts writes. */
const met = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** How long a node's report of writing to a cluster is valid, in milliseconds. */
const toldMs = 30_000;

/** Another node of the cluster is also written to, and takes precedence. */
export class SecondWriterError extends Error {
  override readonly name = 'SecondWriterError';
}

interface Probe {
  id: number;
  written_at: string;
}

/** Checks whether anything can be written. @throws an error of the driver or its own, if nothing can */
export type WriteProbe = () => Promise<void>;

/**
 * Makes the probe of a database. It really writes a row: nothing less detects a full disk or a `read_only` server. A result is
 * kept for a while, so that the number of checks does not increase the number of writes.
 * @param holdsMs how long a good result is kept; a bad one a fifth of that
 * @param writers its place among several writers
 */
export function createWriteProbe(
  database: Database,
  settings: DatabaseSettings,
  holdsMs = 5000,
  writers: (database: Database) => WriterPlace | null = (one) => hostsOf(one)?.news.place() ?? null,
): WriteProbe {
  let last: Promise<void> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && Date.now() < until) return last;
    // During a probe, all callers wait for the same one.
    until = Number.POSITIVE_INFINITY;
    const asked = requireRoom(settings).then(() => write(database, writers(database)));
    const hold = (ms: number) => () => {
      until = Date.now() + ms;
    };
    asked.then(hold(holdsMs), hold(holdsMs / 5));
    last = asked;
    return asked;
  };
}

async function requireRoom(settings: DatabaseSettings): Promise<void> {
  if (settings.kind !== 'sqlite' || settings.path === ':memory:') return;
  const { bavail, bsize } = await statfs(dirname(settings.path));
  if (bavail * bsize < roomForWrites) throw new Error('The disk of the database is full.');
}

/** In a cluster, each node that is written to has a row of its own, so that they are distinguished and do not conflict. */
async function write(database: Database, writers: WriterPlace | null): Promise<void> {
  const row = { id: writers === null ? 1 : 2 + writers.place, written_at: storedNow() };
  try {
    const written: number = await database<Probe>('write_probes').where('id', row.id).update(row);
    if (written === 0) await database<Probe>('write_probes').insert(row).onConflict('id').ignore();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!met.has(code)) throw error;
  }
  if (!writers?.several) return;
  const others = database<Probe>('write_probes').whereBetween('id', [2, row.id - 1]);
  const first = await others.where('written_at', '>', storedNow(new Date(Date.now() - toldMs))).first();
  if (first)
    throw new SecondWriterError('The cluster is written to on another node, too, which goes before.');
}
