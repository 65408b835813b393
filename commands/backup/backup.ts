/** `npm run backup`: an embedded database and its key in one file, also while the service runs. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { explainCopying, requireSound } from '../../service/backup/check.ts';
import { copyDatabase, writeNote } from '../../service/backup/copy.ts';
import { draftOf, publish, removeDraft, removeDrafts } from '../../service/backup/whole-file.ts';
import { findAppKey } from '../../service/config/app-key.ts';
import type { readPlace } from '../../service/config/config.ts';
import { StartError } from '../../service/project/start-error.ts';

/** Where the database is, and the key that settings give. */
export type Place = ReturnType<typeof readPlace>;

/**
 * Makes a backup that `restore` takes. What was committed when it began is in it.
 * @param file where to; nothing is overwritten, and it is there whole or not at all
 * @param place where the database is; a key given by APP_KEY is the operator's to keep, and not in the file
 * @returns the sentence that says what was done
 * @throws StartError where it cannot be made
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

/** What is in the database goes along with it. */
function tellFolder(filesFolder: string | null): string {
  return filesFolder === null
    ? ''
    : `\nIt does not have the files in ${filesFolder} (FILES_FOLDER). Copy that folder now.`;
}

/**
 * The file of an embedded database.
 * @param command what was asked for, e.g. `backup`
 * @param instead the tool for a database server
 * @throws StartError where the database is no file
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
