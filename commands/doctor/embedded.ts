/** Checks of an embedded database: its file and its disk. */
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findDamage, readFileFacts } from '../../engine/database/dialect/facts.ts';
import type { Database } from '../../engine/database/open.ts';
import { keyFileOf } from '../../service/config/app-key.ts';
import { bytes, type Diagnosis, fault, fine, warning } from './diagnosis.ts';

/** A check of each page of a larger file takes too long for a quick check. */
const maxChecked = 512 * 2 ** 20;
/** A log that has grown beyond this is not folded into the database any more: a program reads all the time. */
const largeLog = 64 * 2 ** 20;
/** With less no write is sure. */
const needed = 16 * 2 ** 20;

/** The findings about the file without opening it; null if the file exists. */
export function checkFile(path: string): Diagnosis | null {
  if (path === ':memory:')
    return warning(
      'database',
      'It is in memory, and is lost when the service ends.',
      'To keep the data, give a file in DATABASE_URL.',
    );
  if (existsSync(path)) return null;
  const folder = dirname(path);
  if (existsSync(folder)) return fine('database', `${path} does not exist yet. The first start creates it.`);
  return warning(
    'database',
    `${path} does not exist, and neither does its folder.`,
    `Create ${folder}, or check DATABASE_URL. A start only creates the folder of the default path.`,
  );
}

export async function checkEmbedded(
  database: Database,
  path: string,
  most = maxChecked,
): Promise<Diagnosis[]> {
  const facts = await readFileFacts(database);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return [
    checkLog(`SQLite ${facts.version}; ${path} has ${bytes(facts.size)}`, facts.unused, log),
    await checkPages(database, facts.size, most),
    checkDisk(await freeSpace(path), facts.size, dirname(path)),
    checkRights(path),
  ];
}

export function checkLog(told: string, unused: number, log: number): Diagnosis {
  const whole = `${told} (${bytes(unused)} of it unused), and its log ${bytes(log)}.`;
  if (log <= largeLog) return fine('file', whole);
  const todo =
    'End the program that has been reading the database for long (a backup that hangs, an open tool), or restart the service.';
  return warning('file', `${whole} A reader prevents the log from being merged into it.`, todo);
}

async function checkPages(database: Database, size: number, most: number): Promise<Diagnosis> {
  if (size > most)
    return fine('pages', `Not checked: ${bytes(size)} would take long. npm run backup reads all pages.`);
  const damage = await findDamage(database);
  if (damage === null) return fine('pages', 'All pages are correct (PRAGMA quick_check).');
  const todo = 'Stop the service, move the database away, and restore a backup: npm run restore -- FILE';
  return fault('pages', `The database is damaged: ${damage}.`, todo);
}

async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}

/** @param free bytes of the disk; @param size bytes of the database */
export function checkDisk(free: number, size: number, folder: string): Diagnosis {
  const told = `${bytes(free)} free at ${folder}`;
  if (free < needed)
    return fault(
      'disk',
      `${told}. Soon nothing can be written.`,
      'Free some space, or move the database to a larger disk.',
    );
  // A copy is kept before migrations, and a backup is another one.
  if (free < 2 * size)
    return warning(
      'disk',
      `${told}. That is too little for a backup, and for the copy that is made before a migration.`,
      'Free space for twice the size of the database.',
    );
  return fine('disk', `${told}.`);
}

/** A person who can read these files can read everything, and sign cookies. */
function checkRights(path: string): Diagnosis {
  const open = [path, `${path}-wal`, `${path}-shm`, keyFileOf(path)].filter((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o077) !== 0;
  });
  if (open.length === 0) return fine('rights', 'Only their owner can use the database and its key.');
  return warning(
    'rights',
    `Not only the owner can use ${open.join(' and ')}.`,
    `chmod 600 ${open.join(' ')}`,
  );
}
