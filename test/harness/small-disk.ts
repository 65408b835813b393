/** A small disk that is soon full: a file system in memory, if this user may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Fills the rest, except this number of bytes. */
  fill(leave?: number): void;
  /** Frees the filled space. */
  empty(): void;
  /** Unmounts it. */
  remove(): void;
}

/** The reason to skip tests that need one. */
export const noSmallDisk = 'only root may mount a small disk, on Linux';

/** @returns null if this user may not mount anything */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'millwright-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const mount = { kill: () => spawnSync('umount', ['-l', folder]) };
  keepUntilExit(mount);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (leave = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => {
      for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true });
      mount.kill();
      dropAtExit(mount);
      rmdirSync(folder);
    },
  };
}
