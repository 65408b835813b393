/** Checks of backups: whether there are any, and the age of the latest. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../service/config/config.ts';
import { listCopies } from '../../service/start/migrate.ts';
import { bytes, type Diagnosis, duration, fault, fine, warning } from './diagnosis.ts';

/** One a day, and a day that it may be late. */
const oldest = 2 * 86_400_000;

interface Copy {
  readonly name: string;
  readonly at: number;
  readonly size: number;
}

/** @param now milliseconds since 1970 */
export function checkBackups(
  { database: place, backupFolder }: Pick<Config, 'database' | 'backupFolder'>,
  now: number,
): Diagnosis {
  const kept = place.kind === 'sqlite' ? toldOfCopies(place.path, now) : '';
  if (backupFolder !== null) return judgeFolder(backupFolder, now, kept);
  const todo =
    'Make one each day (docs/operating.md, “Backup and restore”), and set BACKUP_FOLDER to their folder. Then the doctor shows their age.';
  const told = `BACKUP_FOLDER is not set, so the doctor does not know where they are.${kept}`;
  // The backups of a server may be where this machine cannot look.
  const isOld = place.kind === 'sqlite' && now - (statSync(place.path).birthtimeMs || now) > oldest;
  return isOld ? warning('backups', told, todo) : fine('backups', `${told} ${todo}`);
}

/** The findings about the folder of backups. */
export function judgeFolder(folder: string, now: number, kept = ''): Diagnosis {
  const copies = newestFirst(folder);
  if (copies === null) {
    const told = `${folder} (BACKUP_FOLDER) cannot be read.`;
    return fault('backups', told, 'Create it, or give the user of the service the right to read it.');
  }
  const [last] = copies;
  if (!last) {
    return fault(
      'backups',
      `There is none in ${folder}.${kept}`,
      'Run npm run backup, or dump the server, each day.',
    );
  }
  const told = `The latest is ${join(folder, last.name)}: ${duration(now - last.at)} old, ${bytes(last.size)}.${kept}`;
  if (last.size === 0) return fault('backups', told, 'Find out why it is empty, and make another one.');
  if (now - last.at > oldest)
    return warning('backups', told, 'Find out why the daily backup was not made (its timer, its disk).');
  return fine('backups', `${told} Test a restore from time to time.`);
}

function isDraft(name: string): boolean {
  return name.startsWith('.') || name.endsWith('.part');
}

/** Backups of a folder, the latest first; null if it cannot be read. */
function newestFirst(folder: string): Copy[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !isDraft(entry.name))
      .map(({ name }) => {
        const { mtimeMs: at, size } = statSync(join(folder, name));
        return { name, at, size };
      })
      .sort((one, other) => other.at - one.at);
  } catch {
    return null;
  }
}

function toldOfCopies(path: string, now: number): string {
  const [last] = listCopies(path);
  return last
    ? ` The latest copy from before a migration is ${last.file}, ${duration(now - last.madeAt)} old.`
    : '';
}
