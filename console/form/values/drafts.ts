/** Drafts: typed and unsaved values, stored in the browser. A few per user, for a limited time, and never a secret. */

import { isObject } from '../../kinds/nested.ts';
import { draftStart } from '../../service/kept.ts';
import { type Field, nameOf, type Row, rowsUnder } from '../../service/metadata.ts';
import { isSame, type Values } from './values.ts';

type Names = Readonly<Record<string, readonly Row[]>>;

export interface Draft {
  /** ISO 8601. */
  readonly at: string;
  /** The differences from the initial values. */
  readonly values: Values;
  /** Names of the referenced rows, by field: they may no longer be offered, or not be loaded yet. */
  readonly names?: Names;
  /** The version of the changed row; null for a new one. */
  readonly etag: string | null;
  /** The idempotency key, if it was sent. */
  readonly key: string;
}

/** The subject and the user. */
export interface DraftOf {
  readonly user: number;
  readonly site: number | null;
  readonly path: string;
  /** Null for a new row. */
  readonly row: number | null;
}

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const mostDrafts = 20;
const mostLetters = 200_000;
const lifetimeMs = 30 * 24 * 3600_000;

const keyOf = ({ user, site, path, row }: DraftOf): string =>
  `${draftStart}${user}.${site ?? '-'}.${path}.${row ?? 'new'}`;

/** The values of a form that a draft stores. */
export function draftValues(fields: readonly Field[], values: Values, first: Values): Values {
  return Object.fromEntries(
    fields
      .filter((field) => !field.write_only && !isSame(field, values[field.name], first[field.name]))
      .map(({ name }) => [name, values[name] ?? null]),
  );
}

/** Stores a draft in place of the previous one, and deletes the oldest ones. A failure of the browser's storage is ignored. */
export function keepDraft(storage: Kept, of: DraftOf, draft: Draft): void {
  const text = JSON.stringify(draft);
  if (text.length > mostLetters) return;
  const others = draftsIn(storage, Date.parse(draft.at)).filter(({ key }) => key !== keyOf(of));
  for (const { key } of others.slice(mostDrafts - 1)) storage.removeItem(key);
  try {
    storage.setItem(keyOf(of), text);
  } catch {
    // Full, or disabled.
  }
}

export function readDraft(storage: Kept, of: DraftOf, fields: readonly Field[]): Draft | null {
  const draft = parse(storage.getItem(keyOf(of)));
  if (!draft) return null;
  // Fields may be added and removed between versions of the service.
  const known = fields.filter(({ name, write_only }) => !write_only && name in draft.values);
  if (known.length === 0) return null;
  return { ...draft, values: Object.fromEntries(known.map(({ name }) => [name, draft.values[name]])) };
}

export function dropDraft(storage: Kept, of: DraftOf): void {
  storage.removeItem(keyOf(of));
}

/** The newest first; expired and unreadable ones are deleted. */
function draftsIn(storage: Kept, now: number): { readonly key: string; readonly at: number }[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const drafts = keys
    .filter((key) => key.startsWith(draftStart))
    .map((key) => ({ key, at: Date.parse(parse(storage.getItem(key))?.at ?? '') }));
  const isAlive = ({ at }: { readonly at: number }) => now - at < lifetimeMs;
  for (const draft of drafts) if (!isAlive(draft)) storage.removeItem(draft.key);
  return drafts.filter(isAlive).toSorted((a, b) => b.at - a.at);
}

function parse(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (!isObject(value) || !isObject(value.values)) return null;
    const { at, values, etag, key, names } = value;
    if (typeof at !== 'string' || typeof key !== 'string') return null;
    return {
      at,
      values,
      key,
      etag: typeof etag === 'string' ? etag : null,
      ...(isObject(names) && { names: rowsIn(names) }),
    };
  } catch {
    return null;
  }
}

const rowsIn = (names: Readonly<Record<string, unknown>>): Names =>
  Object.fromEntries(Object.keys(names).map((field) => [field, rowsUnder({ id: 0, ...names }, field)]));

/** The names of the rows that fields refer to. */
export function namesFor(fields: readonly Field[], picked: ReadonlyMap<string, readonly Row[]>): Names {
  return Object.fromEntries(
    fields.flatMap(({ name, reference }) => {
      const rows = picked.get(name) ?? [];
      return reference && rows.length > 0
        ? [[name, rows.map((row) => ({ id: row.id, name: nameOf(row, reference.display) }))]]
        : [];
    }),
  );
}
