/** Checks whether the database accepts writes: the disk may be full, the file or the server may be read-only. */

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedNow } from '../values.ts';
import type { Database } from './open.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * The size of a large write of the embedded database. With less space, some writes succeed for a while, if the log has free
 * space, and others fail.
 */
const roomForWrites = 2 ** 20;

/** Two nodes wrote the row at once: the database accepts writes. */
const met = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

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
 */
export function createWriteProbe(database: Database, settings: DatabaseSettings, holdsMs = 5000): WriteProbe {
  let last: Promise<void> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && Date.now() < until) return last;
    // During a probe, all callers wait for the same one.
    until = Number.POSITIVE_INFINITY;
    const asked = requireRoom(settings).then(() => write(database));
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

async function write(database: Database): Promise<void> {
  const row = { id: 1, written_at: storedNow() };
  try {
    const written: number = await database<Probe>('write_probes').where('id', row.id).update(row);
    if (written === 0) await database<Probe>('write_probes').insert(row).onConflict('id').ignore();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!met.has(code)) throw error;
  }
}
