/** Rows that belong to the written row alone: which of them a list contains, and how it is stored. */
import type { Knex } from 'knex';
import { and, type Condition, eq } from '../../condition.ts';
import { assignedTo, insertAll, remove, update } from '../../database/query.ts';
import { isObject } from '../../json-object.ts';
import type { OwnedFacts } from '../../kinds/facts.ts';
import { factsOf } from '../../kinds/field.ts';
import { isOwned, scalarOf } from '../../kinds/kind.ts';
import { store } from '../../kinds/scalars/scalar.ts';
import { follows } from '../../memoize.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { FieldModel, Resource } from '../../model/resource.ts';
import { labelAt } from '../../request/body-errors.ts';
import { isSame, type Stored } from '../../values.ts';
import { type Changeset, differs } from '../changeset.ts';

type HeldEntry = Readonly<Record<string, unknown>>;

/** The fields of a resource with owned rows. */
export const ownedIn = follows(({ fields }: Pick<Resource, 'fields'>) =>
  [...fields.values()].filter((field): field is FieldModel<OwnedFacts> => isOwned(field.facts)),
);

/** The entries of such a list. */
export const heldEntries = (value: unknown): readonly HeldEntry[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** An entry with an id must be one that the row has, and each id may occur once. A new entry has no id. */
export function checkOwned({ resource, row, previous, sent, errors }: Changeset): void {
  for (const field of ownedIn(resource)) {
    if (!sent.has(field.name)) continue;
    const open = new Set(heldEntries(previous?.[field.name]).map(({ id }) => id));
    for (const [place, { id }] of heldEntries(row[field.name]).entries()) {
      if (id === undefined || open.delete(id)) continue;
      const path = `${field.name}.${place}.id`;
      errors[path] = [say(texts.reference, { field: labelAt(field, path) })];
    }
  }
}

/** Stores the entries of new rows, and sets their ids in the drafts. */
export async function insertOwned(
  db: Knex,
  drafts: readonly Changeset[],
  ids: readonly number[],
): Promise<void> {
  for (const { name, facts } of drafts[0] ? ownedIn(drafts[0].resource) : []) {
    const lists = drafts.map(({ row }) => heldEntries(row[name]));
    const columns = lists.flatMap((list, at) =>
      list.map((entry, place) => columnsIn(facts, entry, ids[at] ?? 0, place)),
    );
    const given = await insertEntries(db, facts, columns);
    for (const [at, { row }] of drafts.entries()) {
      if (name in row) row[name] = lists[at]?.map((entry) => ({ id: given.shift(), ...entry }));
    }
  }
}

/** Stores the changed entries of a row, and sets the ids of new ones in the draft. @returns whether any entry changed */
export async function storeOwned(db: Knex, draft: Changeset, id: number): Promise<boolean> {
  let changed = false;
  for (const { name, facts } of ownedIn(draft.resource)) {
    if (!(name in draft.row) || !differs(draft, name)) continue;
    const after = heldEntries(draft.row[name]);
    await changeEntries(db, facts, id, heldEntries(draft.previous?.[name]), after);
    const fresh = after.flatMap((entry, place) =>
      entry.id === undefined ? [columnsIn(facts, entry, id, place)] : [],
    );
    const given = await insertEntries(db, facts, fresh);
    draft.row[name] = after.map((entry) =>
      entry.id === undefined ? { id: given.shift(), ...entry } : entry,
    );
    changed = true;
  }
  return changed;
}

/** Deletes entries that the list leaves out, and updates those with other values or another position. */
async function changeEntries(
  db: Knex,
  facts: OwnedFacts,
  owner: number,
  before: readonly HeldEntry[],
  after: readonly HeldEntry[],
): Promise<void> {
  const places = new Map(before.map((entry, place) => [entry.id, { entry, place }]));
  const named = new Set(after.map(({ id }) => id));
  const gone = before.flatMap(({ id }) => (named.has(id) ? [] : [Number(id)]));
  const among = (values: readonly number[]): Condition =>
    and(eq(facts.own, owner), { op: 'in', column: 'id', values });
  if (gone.length > 0) await remove(db, facts.table, among(gone));
  const moved = after.flatMap((entry, place) => {
    const was = places.get(entry.id);
    if (!was || (was.place === place && isSame(was.entry, entry))) return [];
    return [{ id: Number(entry.id), columns: columnsIn(facts, entry, owner, place) }];
  });
  for (let at = 0; at < moved.length; at += batch) {
    const some = moved.slice(at, at + batch);
    const names = Object.keys(some[0]?.columns ?? {});
    const columns = Object.fromEntries(names.map((name) => [name, assignedTo(some, name)]));
    await update(db, facts.table, columns, among(some.map(({ id }) => id)));
  }
}

/** How many entries one statement writes. */
const batch = 200;

type EntryColumns = Readonly<Record<string, Stored>>;

/** @returns their ids */
async function insertEntries(
  db: Knex,
  { table }: OwnedFacts,
  entries: readonly EntryColumns[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < entries.length; at += batch) {
    const some = entries.slice(at, at + batch);
    ids.push(...(await insertAll(db, table, Object.keys(some[0] ?? {}), some.map(Object.values<Stored>))));
  }
  return ids;
}

/** The column values of an entry, without its id. */
function columnsIn(
  { own, order, fields }: OwnedFacts,
  entry: HeldEntry,
  owner: number,
  place: number,
): EntryColumns {
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const scalar = scalarOf(factsOf(field));
    return scalar && name !== 'id' ? [[name, store(scalar, entry[name])] as const] : [];
  });
  return { [own]: owner, [order]: place, ...Object.fromEntries(parts) };
}
