/** Checks of backups: whether there is one, and how old the latest is. */
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
    'Make one each day (docs/operating.md, “Backup and restore”), and set BACKUP_FOLDER to where they are put: then their age is told here.';
  const told = `Where they are is not known.${kept}`;
  // The backups of a server may be where this machine cannot look.
  const isOld = place.kind === 'sqlite' && now - (statSync(place.path).birthtimeMs || now) > oldest;
  return isOld ? warning('backups', told, todo) : fine('backups', `${told} ${todo}`);
}

/** What can be told of the folder in which backups are put. */
export function judgeFolder(folder: string, now: number, kept = ''): Diagnosis {
  const copies = newestFirst(folder);
  if (copies === null) {
    const told = `${folder} (BACKUP_FOLDER) cannot be read.`;
    return fault('backups', told, 'Make it, or let the user of the service read it.');
  }
  const [last] = copies;
  if (!last) {
    return fault(
      'backups',
      `There is none in ${folder}.${kept}`,
      'npm run backup, or a dump of the server, each day.',
    );
  }
  const told = `The latest is ${join(folder, last.name)}: ${duration(now - last.at)} old, ${bytes(last.size)}.${kept}`;
  if (last.size === 0) return fault('backups', told, 'See why it is empty, and make another one.');
  if (now - last.at > oldest)
    return warning('backups', told, 'See what keeps the daily one from being made (its timer, its disk).');
  return fine('backups', `${told} Restore one now and then.`);
}

function isDraft(name: string): boolean {
  return name.startsWith('.') || name.endsWith('.part');
}

/** Backups of a folder, the latest first; null where it cannot be read. */
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
