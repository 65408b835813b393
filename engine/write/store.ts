/** Writes a draft into its table and into the tables of its lists. */

import type { Knex } from 'knex';
import { and, eq } from '../condition.ts';
import { insert, insertAll, remove, updateVersioned } from '../database/query.ts';
import { isNested, isPaired } from '../kinds/kind.ts';
import { store } from '../kinds/scalars/scalar.ts';
import type { FactsHeld } from '../kinds/structures/structures.ts';
import { follows } from '../memoize.ts';
import { followingColumns } from '../model/folded.ts';
import { type FieldModel, type Resource, storedFields } from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { storedNow } from '../values.ts';
import { type Changeset, type ChangesetRow, differs } from './changeset.ts';
import { insertOwned, storeOwned } from './others/owned-rows.ts';

/** Columns and their values in the same order: an object of thirty keys that are put in one after the other costs much more. */
interface Columns {
  readonly names: string[];
  readonly values: Stored[];
}

/** What the service says of a new row itself. */
const stampColumns = ['created_by_id', 'created_at', 'updated_at', 'version'];
const unassignable = new Set(['id', ...stampColumns]);

/** How many rows one statement inserts. */
const insertBatch = 200;

/** What is said of a new row that no field of it says. */
export interface Origin {
  /** Given by the database where nothing is said. */
  readonly id?: number;
  readonly authorId: number | null;
  /** As columns hold them. */
  readonly createdAt: Stored;
  readonly updatedAt: Stored;
}

/** Inserts rows of one resource. @returns their ids */
export async function insertRows(
  db: Knex,
  drafts: readonly Changeset[],
  originOf: (at: number) => Origin,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < drafts.length) {
    const some = drafts.slice(ids.length, ids.length + insertBatch);
    const rows = some.map(({ resource, row }, at) => {
      const { id, authorId, createdAt, updatedAt } = originOf(ids.length + at);
      const columns = columnsOf(resource, row, (name) => !unassignable.has(name));
      columns.names.push(...stampColumns);
      columns.values.push(authorId, createdAt, updatedAt, 1);
      if (id !== undefined) columns.names.push('id');
      if (id !== undefined) columns.values.push(id);
      return { ...columns, id };
    });
    const [first] = rows;
    if (!first) break;
    // One statement names the columns for all of its rows.
    const names = first.names.join();
    const other = rows.findIndex((row) => row !== first && row.names.join() !== names);
    const alike = other < 0 ? rows : rows.slice(0, other);
    const values = alike.map((row) => row.values);
    const given = await insertAll(db, some[0]?.resource.table ?? '', first.names, values);
    ids.push(...given.map((id, at) => alike[at]?.id ?? id));
  }
  await storePairs(db, drafts, ids);
  await insertOwned(db, drafts, ids);
  return ids;
}

/** Stores what a draft changes of a row; a draft that changes nothing writes nothing. @returns whether it did */
export async function updateRow(db: Knex, draft: Changeset, now: Date): Promise<boolean> {
  const { resource, row, previous } = draft;
  const id = Number(previous?.id);
  const { names, values } = columnsOf(resource, row, (name) => differs(draft, name));
  const lists = await storeLists(db, draft, id);
  const entries = await storeOwned(db, draft, id);
  const { nested, secret } = elsewhereIn(resource);
  const others = nested.some((name) => differs(draft, name)) || secret.some((name) => name in row);
  if (names.length === 0 && !lists && !entries && !others) return false;
  const columns = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
  await updateVersioned(db, resource.table, id, { ...columns, updated_at: storedNow(now) });
  return true;
}

/** The columns of the fields that `wanted` names, with those that follow from them. */
function columnsOf(resource: Resource, row: ChangesetRow, wanted: (name: string) => boolean): Columns {
  const names: string[] = [];
  const values: Stored[] = [];
  for (const field of storedFields(resource)) {
    const { name } = field;
    if (!(name in row) || !wanted(name)) continue;
    names.push(name);
    values.push(store(field.facts.scalar, row[name]));
  }
  const following = followingColumns(resource, row, (name) => name in row && wanted(name));
  names.push(...Object.keys(following));
  values.push(...Object.values(following));
  return { names, values };
}

/** The fields of a resource whose values are not written with the columns of the row. */
const elsewhereIn = follows(({ fields }: Resource) => {
  const all = [...fields.values()];
  const named = (isMeant: (field: FieldModel) => boolean) => all.filter(isMeant).map(({ name }) => name);
  return {
    /** In rows of other tables, which hooks write. */
    nested: named(({ facts }) => isNested(facts)),
    /** By a hook, which makes something else of them. */
    secret: named(({ facts }) => facts.writeOnly === true),
    /** In tables of pairs. */
    lists: all.flatMap(({ name, facts }) => (isPaired(facts) ? [{ name, facts }] : [])),
  };
});

/** The lists of new rows. */
async function storePairs(db: Knex, drafts: readonly Changeset[], ids: readonly number[]): Promise<void> {
  const lists = drafts[0] ? elsewhereIn(drafts[0].resource).lists : [];
  for (const { name, facts } of lists) {
    const pairs = drafts.flatMap(({ row }, index) =>
      asList(row[name]).map((one) => ({ [facts.own]: ids[index] ?? 0, [facts.column]: one })),
    );
    for (let at = 0; at < pairs.length; at += insertBatch)
      await insert(db, facts.table, pairs.slice(at, at + insertBatch));
  }
}

async function storeLists(db: Knex, draft: Changeset, id: number): Promise<boolean> {
  let changed = false;
  for (const { name, facts } of elsewhereIn(draft.resource).lists) {
    if (!(name in draft.row) || !differs(draft, name)) continue;
    const before = asList(draft.previous?.[name]);
    const after = asList(draft.row[name]);
    await replacePairs(db, facts, id, before, after);
    changed ||= before.length !== after.length || after.some((one) => !before.includes(one));
  }
  return changed;
}

function asList(value: unknown): readonly (string | number)[] {
  return Array.isArray(value) ? value : [];
}

async function replacePairs(
  db: Knex,
  { table, own, column }: FactsHeld<'pairs'>,
  id: number,
  before: readonly (string | number)[],
  after: readonly (string | number)[],
): Promise<void> {
  const gone = before.filter((one) => !after.includes(one));
  const added = after.filter((one) => !before.includes(one));
  if (gone.length > 0) {
    await remove(db, table, and(eq(own, id), { op: 'in', column, values: gone }));
  }
  if (added.length > 0) {
    await insert(
      db,
      table,
      added.map((one) => ({ [own]: id, [column]: one })),
    );
  }
}
