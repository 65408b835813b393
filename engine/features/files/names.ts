/** The name of a file: the client's name, without characters that could deceive people or systems. */
import { tidyText } from '../../values.ts';
import { endingOf, type FileType } from './types.ts';

/** The maximum length of a name. */
export const longestFileName = 255;

/** Control characters, and those that change the text direction: after one of them, `gpj.exe` reads as `exe.jpg`. */
const deceiving = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Cleans a sent name: its last path part, in the form of texts, without deceiving characters and leading dots; `file` if nothing is
 * left.
 */
export function cleanedName(sent: string): string {
  const [last = ''] = sent.split(/[/\\]/).slice(-1);
  return tidyText(last.replace(deceiving, '')).replace(/^[.\s]+/, '') || 'file';
}

/**
 * The name of a file of a type. If its ending does not belong to the type, an ending is appended, so that no system treats the
 * file as another type. A name that is too long is cut before its ending.
 *
 * @param sent by a client: `filename` of a part, or `name` of a change
 */
export function nameOfFile(sent: string, type: FileType): string {
  const name = cleanedName(sent);
  const own = endingOf(name, type);
  const ending = own ?? `.${type.endings[0]}`;
  const stem = own === null ? name : name.slice(0, -own.length) || 'file';
  return `${[...stem].slice(0, longestFileName - ending.length).join('')}${ending}`;
}
