/** What a file is called: what a client says, without what would deceive people or systems. */
import { endingOf, type FileType } from './types.ts';

/** Most characters of a name. */
export const longestFileName = 255;

/** Control characters, and those that turn the direction of what follows: `gpj.exe` reads as `exe.jpg` behind one. */
const deceiving = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is sent, cleaned: its last part, without what deceives, spaces around it and dots before it; `file` where nothing is left. */
export function cleanedName(sent: string): string {
  const [last = ''] = sent.split(/[/\\]/).slice(-1);
  return (
    last
      .replace(deceiving, '')
      .trim()
      .replace(/^[.\s]+/, '') || 'file'
  );
}

/**
 * What a file of a type is called. A name that ends as no file of the type does gets its ending behind it, so that no system takes it for
 * something else; one that is too long is cut before its ending.
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
