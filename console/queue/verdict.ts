/** What becomes of an entry once it was sent: what the service has answered, or nothing. */
import { holdsValue, isSame, storedValue, type Values } from '../form/values/values.ts';
import { Refusal, Unreachable } from '../service/failure.ts';
import type { Field, Row } from '../service/metadata.ts';
import { isForOther } from '../service/session.ts';
import type { QueueEntry } from './entry.ts';

const [shortest, longest] = [2000, 300_000];
/** After so many tries what the service cannot do is the entry's own trouble: others go on. */
const triesForAll = 3;

export type Verdict =
  /** It is sent again, at the earliest at `next`; whether others wait for that, too. */
  | { readonly do: 'again'; readonly entry: QueueEntry; readonly isForAll: boolean }
  /** Somebody else has changed the row: it is looked at. */
  | { readonly do: 'look' }
  /** It stays, with the words, to be mended or discarded. */
  | { readonly do: 'keep'; readonly entry: QueueEntry }
  /** Nothing is sent any more: nobody is signed in, or somebody else, or at another site. */
  | { readonly do: 'stop' };

/** Milliseconds before the next try: two seconds, doubled with each, five minutes at most. */
export const pauseAfter = (tries: number): number =>
  Math.min(longest, shortest * 2 ** Math.max(0, tries - 1));

/** What becomes of an entry that was not taken. @param newKey for what is no longer the same request */
export function verdictOn(entry: QueueEntry, error: unknown, now: number, newKey: () => string): Verdict {
  if (!(error instanceof Refusal)) {
    const isForAll = error instanceof Unreachable || entry.tries < triesForAll;
    return {
      do: 'again',
      isForAll,
      entry: { ...entry, isPutOff: false, next: now + pauseAfter(entry.tries) },
    };
  }
  const { status, retryAfter, errors, message } = error;
  if (status === 401 || isForOther(error)) return { do: 'stop' };
  if (status === 412) return { do: 'look' };
  if (status >= 500 || status === 429 || status === 408 || (status === 409 && retryAfter !== null)) {
    const next = now + Math.max(pauseAfter(entry.tries), (retryAfter ?? 0) * 1000);
    const isForAll = [429, 502, 503, 504].includes(status) || entry.tries < triesForAll;
    return { do: 'again', isForAll, entry: { ...entry, isPutOff: retryAfter !== null, next } };
  }
  if (entry.timed !== null && status === 422 && errors[entry.timed]) {
    // The clock of this device is another one.
    const { [entry.timed]: _, ...body } = entry.body;
    return { do: 'again', isForAll: false, entry: { ...entry, body, timed: null, key: newKey(), next: 0 } };
  }
  const words = Object.values(errors).flat().join(' ') || message;
  return { do: 'keep', entry: { ...entry, state: 'refused', words } };
}

/** The fields of an entry that somebody else has changed as well, to something else. */
export function meetingFields(
  { body, seen, timed }: QueueEntry,
  now: Row,
  fields: readonly Field[],
): string[] {
  return Object.keys(body).filter((name) => {
    const field = fields.find((one) => one.name === name);
    if (!field || name === timed) return false;
    const [before, after] = [storedValue(field, seen), storedValue(field, now)];
    return !isSame(field, before, after) && !holdsValue(field, now, body[name]);
  });
}

/** Whether a row holds all that an entry says: then it is this very entry, whose answer was lost. */
function isThere({ body, timed }: QueueEntry, row: Row, fields: readonly Field[]): boolean {
  return Object.entries(body).every(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return name === timed || (field !== undefined && !field.write_only && holdsValue(field, row, value));
  });
}

/**
 * What becomes of a change whose row somebody else has changed: where they have changed other fields, it is made in the new version;
 * where the fields meet, it asks.
 * @returns null where the row holds the change already
 */
export function merged(
  entry: QueueEntry,
  now: { readonly row: Row; readonly etag: string | null },
  fields: readonly Field[],
  newKey: () => string,
): QueueEntry | null {
  if (isThere(entry, now.row, fields)) return null;
  if (meetingFields(entry, now.row, fields).length > 0) return { ...entry, state: 'asks', now };
  return { ...entry, ...inVersion(entry, now), key: newKey(), next: 0 };
}

/** What of an entry goes by the version of its row. */
interface Versioned {
  readonly body: Values;
  readonly seen: Row;
  readonly etag: string | null;
}

/** A change as it is made in another version of its row. A time that somebody else has set stays. */
function inVersion(
  { body, seen, timed }: QueueEntry,
  { row, etag }: { readonly row: Row; readonly etag: string | null },
): Versioned {
  const isSet = timed !== null && (row[timed] ?? null) !== null && (seen[timed] ?? null) === null;
  const kept = Object.entries(body).filter(([name]) => !(isSet && name === timed));
  return { body: Object.fromEntries(kept), seen: row, etag };
}

/** What goes on after an earlier change of its row was made: in the new version, unless somebody else has changed the same meanwhile. */
export function following(
  entry: QueueEntry,
  row: Row,
  etag: string | null,
  fields: readonly Field[],
): QueueEntry {
  const isFree = entry.does === 'change' && meetingFields(entry, row, fields).length === 0;
  return isFree ? { ...entry, ...inVersion(entry, { row, etag }) } : entry;
}

/** An entry after somebody has said that theirs counts: over what somebody else has changed, or not where the fields meet. */
export function decided(
  entry: QueueEntry,
  keeps: 'mine' | 'theirs',
  fields: readonly Field[],
  newKey: () => string,
): QueueEntry | null {
  const { now } = entry;
  if (!now) return entry;
  const lost = keeps === 'theirs' ? meetingFields(entry, now.row, fields) : [];
  const left: Values = Object.fromEntries(
    Object.entries(entry.body).filter(([name]) => !lost.includes(name)),
  );
  const isNothing = Object.keys(left).every((name) => name === entry.timed);
  if (isNothing) return null;
  const next = { ...entry, body: left };
  return {
    ...next,
    ...inVersion(next, now),
    state: 'waiting',
    now: null,
    key: newKey(),
    next: 0,
    tries: 0,
    tried: null,
  };
}

/** An entry that is to be sent once more because somebody says so. */
export const sentAgain = (entry: QueueEntry, newKey: () => string): QueueEntry => ({
  ...entry,
  ...{ state: 'waiting', words: '', next: 0, tries: 0, isPutOff: false, tried: null },
  // What was refused is not done: another key lets it be judged anew.
  ...(entry.state === 'refused' && { key: newKey() }),
});
