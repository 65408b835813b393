/** Writes a draft into its table and into the tables of its lists. */

import type { Knex } from 'knex';
import { and, eq } from '../condition.ts';
import { insert, insertAll, remove, updateVersioned } from '../database/query.ts';
import type { ReferencesFacts, WordsFacts } from '../definition/field-options.ts';
import { followingColumns } from '../model/folded.ts';
import { hasColumn, kindOf, type Resource } from '../model/resource.ts';
import { type Stored, store, storedNow } from '../values.ts';
import { type Changeset, type ChangesetRow, differs } from './changeset.ts';

type Columns = Record<string, Stored>;

/** How many rows one statement inserts. */
const batch = 200;

/** Inserts rows of one resource. @returns their ids */
export async function insertRows(
  db: Knex,
  drafts: readonly Changeset[],
  now: Date,
  authorId: number | null,
): Promise<number[]> {
  const at = storedNow(now);
  const ids: number[] = [];
  while (ids.length < drafts.length) {
    const some = drafts.slice(ids.length, ids.length + batch);
    const rows = some.map(({ resource, row }) =>
      Object.assign(
        columnsOf(resource, row, (name) => name !== 'id'),
        { created_by_id: authorId, created_at: at, updated_at: at, version: 1 },
      ),
    );
    // One statement names the columns for all of its rows.
    const names = Object.keys(rows[0] ?? {}).join();
    const other = rows.findIndex((row) => Object.keys(row).join() !== names);
    const alike = other < 0 ? rows : rows.slice(0, other);
    ids.push(...(await insertAll(db, some[0]?.resource.table ?? '', alike)));
  }
  for (const [index, draft] of drafts.entries()) await storeLists(db, draft, ids[index] ?? 0);
  return ids;
}

/** Stores what a draft changes of a row; a draft that changes nothing writes nothing. @returns whether it did */
export async function updateRow(db: Knex, draft: Changeset, now: Date): Promise<boolean> {
  const { resource, row, previous } = draft;
  const id = Number(previous?.id);
  const columns = columnsOf(resource, row, (name) => differs(draft, name));
  const lists = await storeLists(db, draft, id);
  const nested = [...resource.fields.values()].some(
    ({ facts, name }) =>
      (facts.kind === 'nested' && differs(draft, name)) || (facts.writeOnly && name in row),
  );
  if (Object.keys(columns).length === 0 && !lists && !nested) return false;
  columns.updated_at = storedNow(now);
  await updateVersioned(db, resource.table, id, columns);
  return true;
}

/** The columns of the fields that `wanted` names, with those that follow from them. */
function columnsOf(resource: Resource, row: ChangesetRow, wanted: (name: string) => boolean): Columns {
  const columns: Columns = {};
  for (const field of resource.fields.values()) {
    const { name } = field;
    if (!hasColumn(field) || field.facts.writeOnly || !(name in row) || !wanted(name)) continue;
    columns[name] = store(kindOf(field), row[name]);
  }
  return Object.assign(
    columns,
    followingColumns(resource, row, (name) => name in row && wanted(name)),
  );
}

async function storeLists(db: Knex, draft: Changeset, id: number): Promise<boolean> {
  let changed = false;
  for (const { name, facts } of draft.resource.fields.values()) {
    if (facts.kind !== 'references' && facts.kind !== 'words') continue;
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
  facts: ReferencesFacts | WordsFacts,
  id: number,
  before: readonly (string | number)[],
  after: readonly (string | number)[],
): Promise<void> {
  const column = facts.kind === 'words' ? facts.column : facts.other;
  const gone = before.filter((one) => !after.includes(one));
  const added = after.filter((one) => !before.includes(one));
  if (gone.length > 0) {
    await remove(db, facts.table, and(eq(facts.own, id), { op: 'in', column, values: gone }));
  }
  if (added.length > 0) {
    await insert(
      db,
      facts.table,
      added.map((one) => ({ [facts.own]: id, [column]: one })),
    );
  }
}
