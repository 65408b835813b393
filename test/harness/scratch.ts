/** The folder of test databases: in memory if there is enough, because creating tables mainly waits for the disk. */
import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const tmpfs = 0x01021994;
/** Bytes: several times what the tests with the most rows need. */
const plenty = 4 * 2 ** 30;

/** The folder for databases that are not needed after the tests; TMPDIR chooses another. */
export function scratchFolder(): string {
  return process.env.TMPDIR === undefined && isPlentiful() ? inMemory : tmpdir();
}

function isPlentiful(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(inMemory);
    return type === tmpfs && bavail * bsize >= plenty && freemem() >= plenty;
  } catch {
    return false;
  }
}
