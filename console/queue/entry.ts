/** A write that waits for a network, and the order in which such writes are sent. */
import type { Values } from '../form/values/values.ts';
import type { Row } from '../service/metadata.ts';

/** A file that is to hang on a row. */
export interface QueuedFile {
  readonly blob: Blob;
  readonly name: string;
  readonly thumbnail: Blob | null;
}

export interface QueueEntry {
  /** Its `Idempotency-Key`: however often it is sent, it is done once. */
  readonly key: string;
  /** Whose it is, and at which site. */
  readonly person: number;
  readonly site: number | null;
  /** When it was made, in milliseconds. No two of a person are of the same moment. */
  readonly at: number;
  /** Whether it makes its row, changes it, or hangs a file on it. */
  readonly does: 'make' | 'change' | 'hang';
  /** Path of the resource whose row it is about. */
  readonly resource: string;
  /** The row; a temporary number where the row is still to be made. */
  readonly id: number;
  /** Where it is sent. */
  readonly path: string;
  readonly body: Values;
  readonly file: QueuedFile | null;
  /** The row as the page showed it; of a new one, the rows that it refers to. */
  readonly seen: Row;
  /** The version that was shown. */
  readonly etag: string | null;
  /** The field with the time at which it was made, where it has been filled in for whoever made it. */
  readonly timed: string | null;
  /** `asks`: somebody else has changed the same. `refused`: the service has said why not. */
  readonly state: 'waiting' | 'asks' | 'refused';
  /** When it was sent first, in milliseconds; null where it never was. */
  readonly tried: number | null;
  readonly tries: number;
  /** When it may be sent again. */
  readonly next: number;
  /** Whether the service itself has said when. */
  readonly isPutOff: boolean;
  /** What the service has said of it; empty for nothing. */
  readonly words: string;
  /** The row as somebody else has left it, where it asks. */
  readonly now: { readonly row: Row; readonly etag: string | null } | null;
}

/** Answers to keys are kept for so long: what was tried before that may be done twice. */
const keyLifetime = 7 * 24 * 3600_000;

/** Numbers of rows that are still to be made are far below those that any field holds. */
const firstTemporary = -1_000_000_000_000;

export const isTemporary = (id: unknown): id is number => typeof id === 'number' && id <= firstTemporary;

/** @param taken numbers that others have */
export function temporaryId(now: number, taken: readonly number[]): number {
  let id = -now;
  while (taken.includes(id)) id -= 1;
  return id;
}

/** The temporary numbers in a body. */
export function temporaryIn(value: unknown): number[] {
  if (isTemporary(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(temporaryIn) : [];
}

/** An entry, once the row that it is about, or that its body refers to, has a number of its own. */
export function withId(entry: QueueEntry, from: number, to: number): QueueEntry {
  const isAbout = entry.id === from;
  return {
    ...entry,
    id: isAbout ? to : entry.id,
    path: entry.path
      .split('/')
      .map((part) => (part === String(from) ? to : part))
      .join('/'),
    body: Object.fromEntries(
      Object.entries(entry.body).map(([name, value]) => [name, swap(value, from, to)]),
    ),
    seen: isAbout ? { ...entry.seen, id: to } : entry.seen,
  };
}

function swap(value: unknown, from: number, to: number): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => swap(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, swap(one, from, to)]));
}

export const isOfRow = (entry: QueueEntry, resource: string, id: number): boolean =>
  entry.resource === resource && entry.id === id;

/** Whether it was sent first so long ago that nobody knows what became of it: it is not sent by itself. */
export const isOld = ({ tried, state }: QueueEntry, now: number): boolean =>
  state === 'waiting' && tried !== null && now - tried > keyLifetime;

/** The temporary numbers that an entry is about, or refers to, and does not give itself. */
const wantedBy = ({ does, id, body }: QueueEntry): number[] =>
  temporaryIn(does === 'make' ? body : [id, body]);

/** Whether it can never be sent: what it is about, or refers to, is made by none of them. */
export const isLost = (entry: QueueEntry, entries: readonly QueueEntry[]): boolean =>
  wantedBy(entry).some((id) => !entries.some((one) => one.does === 'make' && one.id === id));

/** An entry with all that can never be sent without it: of a new row what else is of it, what refers to it, and so on. */
export function lostWith(entry: QueueEntry, entries: readonly QueueEntry[]): QueueEntry[] {
  const lost = [entry];
  for (const { does, id } of lost)
    if (does === 'make')
      lost.push(...entries.filter((one) => !lost.includes(one) && wantedBy(one).includes(id)));
  return lost;
}

/** What an entry waits for: what was done to its row before, and the making of rows that it refers to. */
function isHeld(entry: QueueEntry, earlier: readonly QueueEntry[]): boolean {
  const wanted = temporaryIn(entry.body);
  return earlier.some(
    (other) =>
      isOfRow(other, entry.resource, entry.id) || (other.does === 'make' && wanted.includes(other.id)),
  );
}

export const inOrder = (entries: readonly QueueEntry[]): QueueEntry[] =>
  entries.toSorted((a, b) => a.at - b.at);

/**
 * The entry that is sent next; null where none is.
 * @param open a row that somebody is just changing: it is not made before they are done
 */
export function nextEntry(
  entries: readonly QueueEntry[],
  now: number,
  open: number | null = null,
): QueueEntry | null {
  const ordered = inOrder(entries);
  const found = ordered.find(
    (entry, index) =>
      entry.state === 'waiting' &&
      !isOld(entry, now) &&
      !isLost(entry, ordered) &&
      entry.next <= now &&
      entry.id !== open &&
      !isHeld(entry, ordered.slice(0, index)),
  );
  return found ?? null;
}
