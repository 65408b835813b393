/** How values look in an answer, in the service and in a database: one table of conversions. */

/** Kinds of exact number with decimals: an amount, and others by how many they have. */
export const decimalKinds = [
  'money',
  'decimal1',
  'decimal2',
  'decimal3',
  'decimal4',
  'decimal5',
  'decimal6',
] as const;
export type DecimalKind = (typeof decimalKinds)[number];

export function isDecimal(kind: string): kind is DecimalKind {
  return decimalKinds.some((one) => one === kind);
}

/** Most decimals that a number of the kind has. */
export function scaleOf(kind: DecimalKind): number {
  return kind === 'money' ? 2 : Number(kind.slice(-1));
}

/** Kinds of one plain value: lists can be sorted by it, and a text of an address can stand for it. */
export const plainKinds = [
  'text',
  'integer',
  ...decimalKinds,
  'boolean',
  'datetime',
  'date',
  'time',
  'enum',
] as const;

/** Kinds of value that one column holds. */
export const valueKinds = [...plainKinds, 'json'] as const;
export type ValueKind = (typeof valueKinds)[number];

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

const instant = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/i;
/** One as answers have it: no Date would make anything else of it. */
const answered = /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/**
 * An RFC 3339 date and time with any offset → ISO 8601 UTC with milliseconds; null for anything else:
 * a day that does not exist, more digits than milliseconds, a year outside 1000 to 9999.
 */
export function parseInstant(text: string): string | null {
  const parts = instant.exec(text);
  if (!parts || !isDay(`${parts[1]}-${parts[2]}-${parts[3]}`)) return null;
  if (answered.test(text)) return text;
  const time = new Date(text.toUpperCase());
  if (Number.isNaN(time.getTime())) return null;
  const iso = time.toISOString();
  return /^[1-9]\d{3}-/.test(iso) ? iso : null;
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, from the year 1000 on. */
export function isDay(text: string): boolean {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** A time of the day, `HH:MM` from 00:00 to 23:59, as a regular expression of JSON Schema. */
export const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const timeOfDay = new RegExp(timePattern);

export function isTimeOfDay(text: string): boolean {
  return timeOfDay.test(text);
}

/** A number → whole units of its last decimal (hundredths, where the scale is 2), or null where it has more decimals. */
export function toUnits(number: number, scale: number): number | null {
  const units = Math.round(number * 10 ** scale);
  // Both are whole numbers, whose quotient is the very number that is written so.
  return units / 10 ** scale === number && Number.isSafeInteger(units) ? units : null;
}

/** An amount → whole hundredths, or null where it has more than two decimals. */
export function toHundredths(amount: number): number | null {
  return toUnits(amount, 2);
}

/**
 * An amount times a whole number, exact: it is computed in hundredths.
 *
 * @throws RangeError for more than two decimals, or a product too large to be exact
 */
export function multiplyMoney(amount: number, times: number): number {
  const hundredths = (toHundredths(amount) ?? Number.NaN) * times;
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`${amount} × ${times} is no exact amount.`);
  return hundredths / 100;
}

/** A validated value of an answer or a body → what its column holds. */
export function store(kind: ValueKind, value: unknown): Stored {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'datetime':
      return storeInstant(String(value));
    case 'json':
      return JSON.stringify(value);
    case 'integer':
      return Number(value);
    default:
      return isDecimal(kind) ? toUnits(Number(value), scaleOf(kind)) : String(value);
  }
}

/** What a column holds → the value in an answer. */
export function show(kind: ValueKind, stored: unknown): unknown {
  if (stored === null || stored === undefined) return null;
  switch (kind) {
    case 'text':
    case 'enum':
    case 'date':
    case 'time':
      return String(stored);
    case 'boolean':
      return Number(stored) === 1;
    case 'integer':
      return Number(stored);
    case 'datetime':
      return showInstant(String(stored));
    case 'json':
      return typeof stored === 'string' ? JSON.parse(stored) : stored;
    default:
      return Number(stored) / 10 ** scaleOf(kind);
  }
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
