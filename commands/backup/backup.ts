/** `npm run backup`: an embedded database and its key in one file, also while the service runs. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { explainCopying, requireSound } from '../../service/backup/check.ts';
import { copyDatabase, writeNote } from '../../service/backup/copy.ts';
import { draftOf, publish, removeDraft, removeDrafts } from '../../service/backup/whole-file.ts';
import { findAppKey } from '../../service/config/app-key.ts';
import type { readPlace } from '../../service/config/config.ts';
import { StartError } from '../../service/project/start-error.ts';

/** The path of the database, and the key of the settings. */
export type Place = ReturnType<typeof readPlace>;

/**
 * Makes a backup for `restore`. It has everything that was committed when it began.
 * @param file the path to write; nothing is overwritten, and the file appears complete or not at all
 * @param place the path of the database; a key in APP_KEY is not in the file, the operator keeps it
 * @returns the sentence about the result
 * @throws StartError if it cannot be made
 */
export async function backUp(file: string, { database, appKey, filesFolder }: Place): Promise<string> {
  const source = filePathOf(database, 'backup', 'mariadb-dump --single-transaction');
  if (!existsSync(source)) throw new StartError(`There is no database ${source}: check DATABASE_URL.`);
  const target = resolve(file);
  const kept = appKey === null ? findAppKey(source) : null;
  const draft = draftOf(target);
  try {
    explainCopying(`The backup ${target}`, () => {
      if (existsSync(target)) throw Object.assign(new Error(target), { code: 'EEXIST' });
      removeDrafts(target);
      copyDatabase(source, draft);
      writeNote(draft, { madeAt: new Date().toISOString(), appKey: kept });
    });
    await requireSound(draft, `The database ${source}`);
    explainCopying(`The backup ${target}`, () => publish(draft, target));
  } finally {
    removeDraft(draft);
  }
  const size = `${Math.ceil(statSync(target).size / 1024).toLocaleString('en')} KiB`;
  return `${target} (${size}) ${tellContent(kept, appKey)}${tellFolder(filesFolder)}`;
}

function tellContent(kept: Buffer | null, given: Buffer | null): string {
  if (kept !== null)
    return 'has the database and its key. Keep it safe: a person who has it can sign cookies.';
  return given === null
    ? 'has the database. Its key was not found, neither in APP_KEY nor beside the database.'
    : 'has the database, but not its key. The key is in APP_KEY: keep it too.';
}

/** The files in the database are in the backup too. */
function tellFolder(filesFolder: string | null): string {
  return filesFolder === null
    ? ''
    : `\nIt does not have the files in ${filesFolder} (FILES_FOLDER). Copy that folder now.`;
}

/**
 * The file of an embedded database.
 * @param command the name of the command, e.g. `backup`
 * @param instead the tool for a database server
 * @throws StartError if the database is not a file
 */
export function filePathOf(database: Place['database'], command: string, instead: string): string {
  if (database.kind === 'mysql') {
    throw new StartError(
      `npm run ${command} is for the embedded database. For MariaDB and MySQL use ${instead} (docs/operating.md, “Backup and restore”), and keep APP_KEY.`,
    );
  }
  if (database.path !== ':memory:') return database.path;
  throw new StartError(
    `A database in memory ends with its process, so npm run ${command} has nothing to do.`,
  );
}
