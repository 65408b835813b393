/** Settings of files: FILES_FOLDER, FILE_LIMIT and FILES_QUOTA. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote, refuse } from './refusal.ts';

export interface FileSettings {
  /** Where the bytes of files are; null for the database. */
  readonly folder: string | null;
  /** Bytes that a file may have. */
  readonly limit: number;
  /** Bytes that the files of a site may have, equal ones counted once; null for any number. */
  readonly quota: number | null;
}

const mebibyte = 2 ** 20;

/** @param limit and `quota` in MiB; a quota of 0 is none */
export function readFileSettings(folder: string, limit: number, quota: number): FileSettings {
  return {
    folder: folder === '' ? null : readFolder(folder),
    limit: limit * mebibyte,
    quota: quota === 0 ? null : quota * mebibyte,
  };
}

/** It is never made: a share that is not mounted would be a folder of its own. */
function readFolder(value: string): string {
  const folder = resolve(value);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Told below.
  }
  throw refuse(
    'FILES_FOLDER',
    quote(value),
    'give a folder that is there, and that the service may write to.',
  );
}
