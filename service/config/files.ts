/** Settings of files: FILES_FOLDER, FILE_LIMIT and FILES_QUOTA. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote, refuse } from './refusal.ts';

export interface FileSettings {
  /** The folder of files; null for the database. */
  readonly folder: string | null;
  /** The maximum size of a file in bytes. */
  readonly limit: number;
  /** The bytes that all files of a site may take, identical files counted once; null for no limit. */
  readonly quota: number | null;
}

export const mebibyte = 2 ** 20;

/** @param limit and `quota` in MiB; a quota of 0 means no limit */
export function readFileSettings(folder: string, limit: number, quota: number): FileSettings {
  return {
    folder: folder === '' ? null : readFolder(folder),
    limit: limit * mebibyte,
    quota: quota === 0 ? null : quota * mebibyte,
  };
}

/** It is never created: in place of an unmounted share, a local folder would be used. */
function readFolder(value: string): string {
  const folder = resolve(value);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Reported below.
  }
  throw refuse(
    'FILES_FOLDER',
    quote(value),
    'give a folder that is there, and that the service may write to.',
  );
}
