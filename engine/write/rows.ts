/** Rows that hooks read and change beside their own: with everything that the service keeps about a row. */
import { and, type Condition, eq } from '../condition.ts';
import { dialectOf, query, update, updateVersioned } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { OtherRow, OtherRows } from '../definition/hooks.ts';
import type { Where } from '../definition/where.ts';
import { followingColumns } from '../model/folded.ts';
import { fieldOf, hasColumn, kindOf, type Resource, resourceAt } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import { compileWhere } from '../model/where.ts';
import { anyRow } from '../read/rows.ts';
import { type Stored, show, store, storedNow } from '../values.ts';
import type { WriteContext } from './context.ts';
import { isRecorded } from './journal.ts';
import { recordOthers } from './record.ts';

/** The rows of a resource, as hooks of this write deal with them. */
export function rowsOf(writing: WriteContext, path: string): OtherRows<OtherRow> {
  const resource = resourceAt(writing.parts.registry, path);
  return {
    find: (where, lock) => findRows(writing, resource, where, lock),
    has: (where) => anyRow(writing.db, resource.table, conditionOn(writing, resource, where)),
    add: (row, field, by) => addTo(writing, resource, row, field, by),
    change: (rows, values) => changeRows(writing, resource, rows, values),
  };
}

/** Rows that are gone meet none. */
function conditionOn({ now }: WriteContext, resource: Resource, where: Where): Condition {
  const wanted = compileWhere(where, (name) => fieldOf(resource, name).facts, storedNow(now));
  return and(wanted, liveCondition(resource));
}

async function findRows(
  writing: WriteContext,
  resource: Resource,
  where: Where,
  lock: 'update' | 'share' | undefined,
): Promise<OtherRow[]> {
  const fields = [...resource.fields.values()].filter(hasColumn).filter(({ facts }) => !facts.writeOnly);
  const { db } = writing;
  const { text, bindings } = conditionSql(conditionOn(writing, resource, where), 'r');
  const columns = fields.map(({ name }) => columnOf('r', name)).join(', ');
  const tail = `order by ${columnOf('r', 'id')}${lock ? dialectOf(db).lock(lock) : ''}`;
  const found = await query(db, {
    text: `select ${columns} from ${quote(resource.table)} ${quote('r')} where ${text} ${tail}`,
    bindings,
  });
  return found.map((row) => {
    const shown = fields.map((field): [string, unknown] => [
      field.name,
      show(kindOf(field), row[field.name]),
    ]);
    const { site_id: siteId } = row;
    return {
      ...Object.fromEntries(shown),
      id: Number(row.id),
      site_id: siteId == null ? null : Number(siteId),
    };
  });
}

async function changeRows(
  writing: WriteContext,
  resource: Resource,
  rows: readonly OtherRow[],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(values);
  const columns = Object.fromEntries(names.map((name) => [name, columnValue(resource, name, values[name])]));
  const edited = names.filter((name) => isEdited(resource, name));
  const others = rows.flatMap((row) => {
    const differing = edited.filter((name) => JSON.stringify(row[name]) !== JSON.stringify(values[name]));
    const changes = differing.map((name) => [name, [row[name] ?? null, values[name] ?? null] as const]);
    return [{ row, changes: Object.fromEntries(changes) }];
  });
  for (const { row, changes } of others) {
    const after = { ...row, ...values };
    const following = followingColumns(resource, after, (name) => names.includes(name));
    await storeRow(writing, resource, row, { ...columns, ...following }, Object.keys(changes).length > 0);
  }
  const told = others.filter(({ changes }) => Object.keys(changes).length > 0);
  const entries = told.map(({ row: { id, site_id }, changes }) => ({
    path: resource.path,
    id,
    site_id,
    changes,
  }));
  if (entries.length > 0) await recordOthers(writing, entries);
}

async function addTo(
  { db, parts, now }: WriteContext,
  resource: Resource,
  { id, site_id: siteId }: Pick<OtherRow, 'id' | 'site_id'>,
  name: string,
  by: number,
): Promise<void> {
  const field = fieldOf(resource, name);
  if (!hasColumn(field) || kindOf(field) !== 'integer' || isEdited(resource, name)) {
    throw new Error(`The field ${name} of ${resource.path} is no whole number that the service keeps.`);
  }
  parts.counters.wrote(resource.table, siteId);
  const sum = { text: `${quote(name)} + ?`, bindings: [by] };
  await update(db, resource.table, { [name]: sum, updated_at: storedNow(now) }, eq('id', id));
}

async function storeRow(
  { db, now, parts }: WriteContext,
  { table }: Resource,
  { id, site_id: siteId }: OtherRow,
  columns: Readonly<Record<string, Stored>>,
  edited: boolean,
): Promise<void> {
  parts.counters.wrote(table, siteId);
  if (edited) return updateVersioned(db, table, id, { ...columns, updated_at: storedNow(now) });
  await update(db, table, columns, eq('id', id));
}

function columnValue(resource: Resource, name: string, value: unknown): Stored {
  const field = fieldOf(resource, name);
  if (!hasColumn(field)) throw new Error(`The field ${name} of ${resource.path} has no column to change.`);
  return store(kindOf(field), value);
}

/** Whether a form shows a field to be changed: whoever has one open must learn of it, and so does the journal. */
function isEdited(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name);
  return !field.facts.readOnly && isRecorded(field);
}
