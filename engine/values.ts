/** What columns hold, and how texts are compared: in one form, without case and accents. */

/** What a column holds. */
export type Stored = string | number | null;

/** `2026-01-31T08:00:00.000Z` → `2026-01-31 08:00:00.000`, the form both databases keep and compare. @throws RangeError after 9999 */
export function storeInstant(iso: string): string {
  // The databases' calendars end there: one refuses what lies behind, the other would keep a text that is no moment.
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

/** Whether two values of an answer are the same: plain ones nearly always are plain to see. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  if (typeof one !== 'object' && typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** So many accents one upon the other: no language has them. */
// regexp-safe: it looks at thirty characters at most from each place.
const manyMarks = /\p{M}{30}/gu;
/** Stands between two characters, joins nothing and is not seen. */
const joiner = '\u034f';

/**
 * A text in the composed Unicode form. Of accents upon one letter each is put in its place among those before it, which
 * takes seconds for some thousands: so no more than 30 are ordered at a time (UAX #15, Stream-Safe Text Format).
 */
export function compose(text: string): string {
  return text.replace(manyMarks, `$&${joiner}`).normalize('NFC');
}

/** Lower case in a single Unicode form: how texts are compared where case does not matter. */
export function fold(text: string): string {
  return compose(text).toLowerCase();
}

/** Characters that the column of a key holds. */
const keyLength = 511;

/**
 * The key a text sorts and is searched by: letters without case and accents first (so `élan` stands beside
 * `elan`, and plain typing finds it), then, where accents were dropped, the folded text itself, so that
 * different words keep different keys. Cut to what its column holds.
 */
export function sortKey(text: string): string {
  const key = foldedTwice(text);
  return key.length <= keyLength ? key : [...key].slice(0, keyLength).join('').trimEnd();
}

/** What a row's `search_text` holds for the texts of its search fields. */
export function searchText(texts: readonly string[]): string {
  return texts.map(foldedTwice).join('\n');
}

function foldedTwice(text: string): string {
  // Most texts have no letter that all of this is for.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim();
  // MariaDB compares as if the shorter text went on with spaces, SQLite as if it ended: so that both sort alike,
  // nothing in a key lies below the space or ends with one, and two of them in a row stand before all that can follow a word.
  const folded = fold(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const bare = folded.normalize('NFD').replace(/\p{M}/gu, '');
  return bare === folded ? folded : `${bare}  ${folded}`;
}
