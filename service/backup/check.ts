/** Explains in one sentence why a copy of a database could not be made or restored, and checks whether a copy is usable. */
import { listMigrations } from '../../engine/database/migrate.ts';
import { isMadeBefore, madeBefore } from '../project/made-before.ts';
import { StartError } from '../project/start-error.ts';
import { type CopyContent, inspectCopy } from './copy.ts';
import { codeOf } from './whole-file.ts';

/**
 * Runs a part of it.
 * @param what e.g. `The backup /srv/a.backup`: what is being written
 * @throws StartError in place of the system's and the driver's errors
 */
export function explainCopying<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    const reasons: Readonly<Record<string, string>> = {
      ENOSPC: 'there is no room left on its disk.',
      SQLITE_FULL: 'there is no room left on its disk.',
      ENOENT: 'its folder is not there.',
      ENOTDIR: 'its folder is not there.',
      EEXIST: 'a file of that name is there, and is never overwritten.',
      EACCES: 'this user may not write there.',
      EPERM: 'this user may not write there.',
      EROFS: 'its disk can only be read.',
      SQLITE_BUSY: 'the database is locked by another process.',
      SQLITE_CORRUPT: 'the database is damaged: put back a sound backup.',
      SQLITE_NOTADB: 'what is copied is not a SQLite database.',
    };
    const reason = reasons[code];
    if (reason !== undefined) throw new StartError(`${what} cannot be written: ${reason}`, { cause: error });
    if (error instanceof Error && /ConnectionFailed/.test(error.message)) {
      const why = 'this user may not read the database, or not write beside it.';
      throw new StartError(`${what} cannot be written: ${why}`, { cause: error });
    }
    // A disk that becomes full during a write of a page is reported as a failed write.
    const failed = code.startsWith('SQLITE_IOERR') && 'its disk is full or fails';
    if (failed || !(error instanceof Error) || error.name === 'SqliteError') {
      throw new StartError(`${what} cannot be written: ${failed || String(error)}.`, { cause: error });
    }
    throw error;
  }
}

/**
 * Reads all of a copy.
 * @param name its name for people, the start of the error sentence
 * @throws StartError if it is damaged, not one of this service's, made before 1.0, or of a newer version
 */
export async function requireSound(path: string, name: string): Promise<CopyContent> {
  const content = inspect(path, name);
  const known = await listMigrations();
  if (content.damage !== null) throw new StartError(`${name} is damaged: ${content.damage.split('\n')[0]}`);
  if (isMadeBefore(content.migrations)) throw new StartError(`${name} ${madeBefore}.`);
  if (content.migrations.every((migration) => !known.includes(migration))) {
    throw new StartError(`${name} is not a database of this service.`);
  }
  const unknown = content.migrations.filter((migration) => !known.includes(migration));
  if (unknown.length === 0) return content;
  throw new StartError(
    `${name} was made by a newer version of this service (it has had ${unknown.join(', ')}): use that version.`,
  );
}

function inspect(path: string, name: string): CopyContent {
  try {
    return inspectCopy(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'SQLITE_NOTADB') throw new StartError(`${name} is not a SQLite database.`, { cause: error });
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`${name} is damaged or cannot be read: ${why}`, { cause: error });
  }
}
