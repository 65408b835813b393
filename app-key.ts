/** The key of a service on an embedded database: made once, then kept in a file beside the database. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** 32 bytes in base64, with or without padding, in either alphabet. */
export const appKeyPattern = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A key file that is there and cannot be used. The message is one sentence with the way out. */
export class AppKeyError extends Error {
  override readonly name = 'AppKeyError';
}

/**
 * The 32 bytes kept beside an embedded database, made (mode 0600) where there are none yet.
 * @param databasePath path of the database file; `:memory:` gets a key that is kept nowhere
 * @throws AppKeyError when the file cannot be written, cannot be read or holds something else
 */
export function keptAppKey(databasePath: string): Buffer {
  if (databasePath === ':memory:') return randomBytes(32);
  const path = `${databasePath}.key`;
  const text = readKeyFile(path) ?? makeKeyFile(path);
  if (!appKeyPattern.test(text)) {
    throw new AppKeyError(
      `The key file ${path} does not hold 32 bytes in base64: restore it, or remove it to have a new key made (which ends all sessions and two-factor set-ups).`,
    );
  }
  return Buffer.from(text, 'base64');
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new AppKeyError(`The key file ${path} cannot be read (${codeOf(error)}).`);
  }
}

/** Written whole under another name first: neither a crash nor a second start at the same moment sees half a key. */
function makeKeyFile(path: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, `${randomBytes(32).toString('base64')}\n`);
    fsyncSync(file);
    closeSync(file);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  } catch (error) {
    throw new AppKeyError(`The key file ${path} cannot be written (${codeOf(error)}).`);
  }
  return readKeyFile(path) ?? '';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
