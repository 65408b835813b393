/** The key of a service on an embedded database: created once, then stored in a file beside the database. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { makeDefaultFolder } from '../../engine/database/settings.ts';
import { codeOf, writeWhole } from '../backup/whole-file.ts';

/** 32 bytes in base64, with or without padding, in either alphabet. */
export const appKeyPattern = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A key file that exists and cannot be used. The message is one sentence with the solution. */
export class AppKeyError extends Error {
  override readonly name = 'AppKeyError';
}

/** The path of an embedded database's key file. */
export function keyFileOf(databasePath: string): string {
  return `${databasePath}.key`;
}

/**
 * The 32 bytes stored beside an embedded database. They are created (mode 0600) only if there is neither a key nor a database: a
 * new key could not decrypt an existing database.
 * @param databasePath path of the database file; for `:memory:` the key is not stored
 * @throws AppKeyError if the file is missing, cannot be written, cannot be read or has other content
 */
export function keptAppKey(databasePath: string): Buffer {
  if (databasePath === ':memory:') return randomBytes(32);
  // Checked first: a concurrent start creates the key before the database.
  const used = existsSync(databasePath) && statSync(databasePath).size > 0;
  const key = findAppKey(databasePath);
  if (key !== null) return key;
  if (!used) return makeAppKey(databasePath);
  throw new AppKeyError(
    `The database exists, but its key file ${keyFileOf(databasePath)} does not. Put the file back, or set APP_KEY to the key. If the key is lost, run npm run key:forget.`,
  );
}

/**
 * The key beside an embedded database; never creates one.
 * @returns null if there is no key file
 * @throws AppKeyError if it cannot be read or has other content
 */
export function findAppKey(databasePath: string): Buffer | null {
  const path = keyFileOf(databasePath);
  const text = readKeyFile(path);
  if (text === null || appKeyPattern.test(text)) return text === null ? null : Buffer.from(text, 'base64');
  throw new AppKeyError(
    `The key file ${path} does not have 32 bytes in base64. Restore it. If the key is lost, remove the file and run npm run key:forget.`,
  );
}

/** Stores a key beside a database without one. @throws AppKeyError if it cannot be written, or one exists */
export function keepAppKey(databasePath: string, key: Buffer): void {
  const path = keyFileOf(databasePath);
  try {
    writeWhole(path, `${key.toString('base64')}\n`);
  } catch (error) {
    const why = codeOf(error) === 'ENOSPC' ? 'there is no room left on its disk' : codeOf(error);
    throw new AppKeyError(`The key file ${path} cannot be written: ${why}.`, { cause: error });
  }
}

/** Creates and stores a key. Two concurrent starts both get the key that was stored first. */
export function makeAppKey(databasePath: string): Buffer {
  const key = randomBytes(32);
  try {
    makeDefaultFolder(databasePath);
    keepAppKey(databasePath, key);
    return key;
  } catch (error) {
    const first =
      codeOf(error instanceof AppKeyError && error.cause) === 'EEXIST' && findAppKey(databasePath);
    if (first) return first;
    throw error;
  }
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new AppKeyError(`The key file ${path} cannot be read (${codeOf(error)}).`);
  }
}
