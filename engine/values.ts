/** Stored values, and how texts are compared: in one form, without case and accents. */

/** The value of a column. */
export type Stored = string | number | null;

/**
 * `2026-01-31T08:00:00.000Z` → `2026-01-31 08:00:00.000`, the form that both databases store and compare. @throws RangeError
 * after 9999
 */
export function storeInstant(iso: string): string {
  // The databases' calendars end here. One refuses later years, the other would store a text that is no moment.
  if (iso[4] !== '-') throw new RangeError(`${iso} lies in no year of four digits.`);
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}

/** `2026-01-31 08:00:00.000` → `2026-01-31T08:00:00.000Z`, without a Date: this runs for every row of a list. */
export function showInstant(stored: string): string {
  return `${stored.slice(0, 10)}T${stored.slice(11)}Z`;
}

/** The present moment as a stored instant. */
export function storedNow(now: Date = new Date()): string {
  return storeInstant(now.toISOString());
}

/** Whether two values of an answer are equal. Most are primitive, which is checked first. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  if (typeof one !== 'object' && typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** More accents in a row than any language has. */
// regexp-safe: it looks at thirty characters at most from each place.
const manyMarks = /\p{M}{30}/gu;
/** An invisible character that separates two others. */
const joiner = '\u034f';

/**
 * A text in composed Unicode form. Each accent on a letter is sorted among those before it, which takes seconds for some
 * thousands. So at most 30 are sorted at a time (UAX #15, Stream-Safe Text Format).
 */
export function compose(text: string): string {
  return text.replace(manyMarks, `$&${joiner}`).normalize('NFC');
}

/** How many lines a text may have. */
export type Lines = 'one' | 'many';

/** Whether a text of one line is refused: it has a control character or a line break inside. */
export function isBroken(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text.trim());
}

/**
 * The form in which a text is stored and compared, so that texts that look alike are the same: trimmed, in composed Unicode form
 * (NFC), and in one line with a single space for any blanks and line breaks. Sort keys do not change by it.
 */
export function tidyText(text: string, lines: Lines = 'one'): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  const tidy = (lines === 'one' ? text.replace(/\s+/gu, ' ') : text).trim();
  // More accents than any language has stay as they are: each would be sorted among those before it.
  return tidy.search(manyMarks) === -1 ? tidy.normalize('NFC') : tidy;
}

/** Lower case in a single Unicode form, to compare texts without regard to case. */
export function fold(text: string): string {
  return compose(text).toLowerCase();
}

/** Maximum length of a key column. */
const keyLength = 511;

/**
 * The key by which a text is sorted and searched. First come the letters without case and accents, so that `élan` sorts beside
 * `elan` and plain typing finds it. If accents were dropped, the folded text follows, so that different words have different
 * keys. The key is cut to the length of its column.
 */
export function sortKey(text: string): string {
  const key = foldedTwice(text);
  return key.length <= keyLength ? key : [...key].slice(0, keyLength).join('').trimEnd();
}

/** The value of `search_text` for the texts of a row's search fields. */
export function searchText(texts: readonly string[]): string {
  return texts.map(foldedTwice).join('\n');
}

function foldedTwice(text: string): string {
  // Most texts have only letters that need none of the steps below.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim();
  // MariaDB compares as if the shorter text continued with spaces, SQLite as if it ended. To sort the same on both, a key
  // contains no character below the space and does not end with one, and two spaces in a row sort before every continuation of a
  // word.
  const folded = fold(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const bare = folded.normalize('NFD').replace(/\p{M}/gu, '');
  return bare === folded ? folded : `${bare}  ${folded}`;
}
