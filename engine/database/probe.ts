/** Whether the database takes writes: the disk may be full, the file or the server may only be read. */

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedNow } from '../values.ts';
import { hostsOf, type WriterPlace } from './hosts.ts';
import type { Database } from './open.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * What a large write of the embedded database takes. Without as much some writes go on for a while, where the log has
 * room of its own, and others fail.
 */
const roomForWrites = 2 ** 20;

/** Two nodes met on the row: the database writes. */
const met = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Who writes to a node of a cluster tells so there; after so long it no longer does, in milliseconds. */
const toldMs = 30_000;

/** A cluster is written to on another node as well, and that one goes before. */
export class SecondWriterError extends Error {
  override readonly name = 'SecondWriterError';
}

interface Probe {
  id: number;
  written_at: string;
}

/** Asks whether anything can be written. @throws an error, the driver's or one of its own, where nothing can */
export type WriteProbe = () => Promise<void>;

/**
 * The probe of a database: a row that is really written, since nothing less meets a full disk or a server that is
 * `read_only`. What was found holds for a while, so that no number of questions makes more writes.
 * @param holdsMs how long a good answer holds; a bad one a fifth of that
 * @param writers tells where it writes among others
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
    // While it runs everybody waits for the same one.
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

/** Of a cluster each node that is written to has a row of its own: they are told apart, and do not meet. */
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
