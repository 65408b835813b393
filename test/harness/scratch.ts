/** Where the databases of tests are: in memory where there is plenty, as making tables waits for a disk above all. */
import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const tmpfs = 0x01021994;
/** Bytes: several times what the tests with the most rows take. */
const plenty = 4 * 2 ** 30;

/** The folder for databases that nobody needs any more once the tests are through; TMPDIR chooses another. */
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
