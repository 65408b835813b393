/** `npm run restore`: restores a backup, if there is no database yet. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeDefaultFolder } from '../../engine/database/settings.ts';
import { explainCopying, requireSound } from '../../service/backup/check.ts';
import { removeNote } from '../../service/backup/copy.ts';
import {
  besideDatabase,
  copyForOwner,
  draftOf,
  publish,
  removeDraft,
  removeDrafts,
} from '../../service/backup/whole-file.ts';
import { findAppKey, keepAppKey, keyFileOf } from '../../service/config/app-key.ts';
import { StartError } from '../../service/project/start-error.ts';
import { filePathOf, type Place } from './backup.ts';

/**
 * Copies a backup, or any complete copy of a database of this service, to the path in the settings. It appears complete or not at
 * all: first the key, which has no effect alone, then the database.
 * @returns the sentence about the result
 * @throws StartError if a file exists there already, or the backup is damaged
 */
export async function restore(file: string, { database, appKey }: Place): Promise<string> {
  const place = filePathOf(database, 'restore', 'the mariadb client');
  const source = resolve(file);
  requireWholeFile(source);
  requireEmptyPlace(place);
  const draft = draftOf(place);
  const what = `The database ${place}`;
  try {
    explainCopying(what, () => {
      makeDefaultFolder(place);
      removeDrafts(place);
      copyForOwner(source, draft);
    });
    const { note } = await requireSound(draft, source);
    const own = note?.appKey ?? null;
    const kept = findAppKey(place);
    if (own !== null && kept !== null && !own.equals(kept)) {
      throw new StartError(
        `The key file ${keyFileOf(place)} has another key than ${source}. Move it away, then restore again.`,
      );
    }
    if (note !== null) explainCopying(what, () => removeNote(draft));
    if (own !== null && kept === null) keepAppKey(place, own);
    explainCopying(what, () => publish(draft, place));
    const made = note === null ? '' : ` (made at ${note.madeAt})`;
    return `${source}${made} has been restored to ${place}, ${tellKey(own, appKey, kept)}.`;
  } finally {
    removeDraft(draft);
  }
}

/** Which key it will be used with. */
function tellKey(own: Buffer | null, given: Buffer | null, kept: Buffer | null): string {
  if (own !== null && given !== null && !own.equals(given)) {
    return 'with its key beside it. APP_KEY is another key: unset it';
  }
  if (own !== null) return 'with its key';
  if (given !== null) return 'without a key: it must be the key in APP_KEY';
  return kept === null
    ? 'without a key: set APP_KEY to the key that it was used with'
    : 'without a key: it must be the key in the file beside it';
}

function requireWholeFile(source: string): void {
  if (!statSync(source, { throwIfNoEntry: false })?.isFile())
    throw new StartError(`There is no file ${source}.`);
  if ((statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StartError(
      `${source} is a database in use, or part of one (${source}-wal exists). Give a file that npm run backup has made.`,
    );
  }
}

/** The contents of a log would become part of the restored database. */
function requireEmptyPlace(place: string): void {
  const there = ['', ...besideDatabase].map((suffix) => `${place}${suffix}`).find(existsSync);
  if (there === undefined) return;
  throw new StartError(
    `${there} exists, and a restore overwrites nothing. Stop the service, move the database away (with its -wal and -shm), then restore again.`,
  );
}
