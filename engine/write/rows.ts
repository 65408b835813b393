/** Rows of other resources that hooks read and write, including versions, journal and facts. */

import { always, and, type Condition, eq } from '../condition.ts';
import { assignedTo, dialectOf, query, remove, update, writeLocked } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { FindTerms, OtherRow, OtherRows } from '../definition/hooks.ts';
import { Failure, invalid } from '../failure.ts';
import { isPaired } from '../kinds/kind.ts';
import { show, store } from '../kinds/scalars/scalar.ts';
import type { Where } from '../kinds/where.ts';
import { followingColumns } from '../model/folded.ts';
import { fieldOf, hasColumn, type Resource, resourceAt, storedFields } from '../model/resource.ts';
import { liveCondition, siteCondition } from '../model/scope.ts';
import { compileWhere } from '../model/where.ts';
import { loadLists } from '../read/nested.ts';
import { anyRow } from '../read/rows.ts';
import type { Values } from '../request/body.ts';
import { planOrder } from '../request/plan.ts';
import { giveWay, takeShortTurns } from '../signal.ts';
import { parseSort } from '../sort.ts';
import { isSame, type Stored, storedNow } from '../values.ts';
import { completeRow, planWrite, readOwnValues } from './changeset.ts';
import {
  type ChangedRow,
  type Changes,
  keptOwner,
  type NewRow,
  ownerIn,
  rowKey,
  tellChanged,
  type WriteContext,
  withinChain,
} from './context.ts';
import { isEdited, isRecorded, type OtherChange, recordOthers } from './journal.ts';
import { heldToKinds, holdReferences, storingOwn } from './others/own-values.ts';

/** The rows of a resource, for the hooks of this write. */
export function rowsOf(writing: WriteContext, path: string): OtherRows<OtherRow> {
  const resource = resourceAt(writing.parts.registry, path);
  const own: Partial<OtherRows<OtherRow>> = {
    of: (id) => lockedRow(writing, resource, id),
    whole: (id) => heldRow(writing, resource, id),
    find: (where, terms) => findRows(writing, resource, where, terms),
    has: (where) => anyRow(writing.db, resource.table, conditionOn(writing, resource, where)),
    create: (values) => createOne(writing, resource, values),
    createAll: (values) => createOthers(writing, resource, values),
    change: (rows, values, keep) => changeRows(writing, resource, rows, values, keep),
    add: (row, field, by) => addTo(writing, resource, row, field, by),
    addAll: (where, name, by) =>
      addToAll(writing, resource, conditionOn(writing, resource, where), { name, by }),
    take: (rows, field, gone) => takeFrom(writing, resource, rows, field, gone),
    delete: (rows) => deleteOthers(writing, resource, rows),
  };
  return Object.assign(own, ...writing.parts.watchers.map((one) => one.rows?.(writing, resource)));
}

/** Deleted rows that are kept match no condition. */
function conditionOn({ now }: WriteContext, resource: Resource, where: Where): Condition {
  const wanted = compileWhere(where, (name) => fieldOf(resource, name).facts, storedNow(now));
  return and(wanted, liveCondition(resource));
}

async function lockedRow(writing: WriteContext, resource: Resource, id: number): Promise<OtherRow> {
  const known = writing.locked.get(rowKey(resource, id));
  if (known) return known;
  const [found] = await findRows(writing, resource, { id }, { lock: 'update' });
  if (!found) throw new Error(`The ${resource.path} have no row ${id}.`);
  return found;
}

async function heldRow(writing: WriteContext, resource: Resource, id: number): Promise<OtherRow> {
  const [found] = await findRows(writing, resource, { id }, { lock: 'share' });
  if (!found) throw new Error(`The ${resource.path} have no row ${id}.`);
  return { ...found, ...(await completeRow(writing.db, writing.actor, resource, found)) };
}

async function findRows(
  writing: WriteContext,
  resource: Resource,
  where: Where,
  { site, ...terms }: FindTerms = {},
): Promise<OtherRow[]> {
  const ofSite = site === undefined ? always : siteCondition(resource.scope, site);
  return readOthers(writing, resource, and(conditionOn(writing, resource, where), ofSite), terms);
}

/** Reads rows as hooks see them. Rows that are locked for a change are not read again in this write. */
export async function readOthers(
  { db, locked }: Pick<WriteContext, 'db' | 'locked'>,
  resource: Resource,
  where: Condition,
  { lock, order, limit }: FindTerms,
): Promise<OtherRow[]> {
  const fields = storedFields(resource);
  const { text, bindings } = conditionSql(where, 'r');
  const keys = planOrder(resource, order === undefined ? [] : parseSort(order));
  const sorted = keys.map(({ column, descending }) => columnOf('r', column) + (descending ? ' desc' : ''));
  const bounded = limit === undefined ? '' : ' limit ?';
  const found = await query(db, {
    text:
      `select ${fields.map(({ name }) => columnOf('r', name)).join(', ')} from ${quote(resource.table)} ${quote('r')} ` +
      `where ${text} order by ${sorted.join(', ')}${bounded}${lock ? dialectOf(db).lock(lock) : ''}`,
    bindings: [...bindings, ...(limit === undefined ? [] : [limit])],
  });
  const rows = found.map((row): OtherRow => {
    const shown = fields.map((field) => [field.name, show(field.facts.scalar, row[field.name])] as const);
    return { ...Object.fromEntries(shown), id: Number(row.id), site_id: siteOf(row) };
  });
  if (lock === 'update') for (const row of rows) locked.set(rowKey(resource, row.id), row);
  return rows;
}

/** The site of a row; null if rows belong to none. */
export function siteOf({ site_id: siteId }: Values): number | null {
  return siteId === null || siteId === undefined ? null : Number(siteId);
}

/** How many rows one statement changes. */
const updateBatch = 500;

async function changeRows(
  writing: WriteContext,
  resource: Resource,
  rows: readonly OtherRow[],
  values: Values | ((row: OtherRow) => Values),
  keep?: 'version',
): Promise<void> {
  const changed = rows
    .flatMap((row) => changeOf(writing, resource, row, typeof values === 'function' ? values(row) : values))
    .map((change) => (keep ? { ...change, isEdit: false } : change));
  const names = new Set(changed.flatMap(({ columns }) => Object.keys(columns)));
  await holdReferences(writing, resource, names, changed);
  for (const group of alike(changed)) {
    for (let at = 0; at < group.length; at += updateBatch) {
      const some = group.slice(at, at + updateBatch);
      await storingOwn(writing, resource, names, () => storeChanges(writing, resource, some));
    }
  }
  const { db, locked, written, now, held } = writing;
  held.delete(resource.path);
  for (const { row, after, isEdit } of changed) {
    const key = rowKey(resource, row.id);
    written.add(key);
    if (locked.has(key)) locked.set(key, isEdit ? { ...after, updated_at: now.toISOString() } : after);
  }
  // A value that is computed from other rows and did not change must also be based on the writes of other nodes.
  const same = rows.map(({ id }) => id).filter((id) => isHeldUnwritten(writing, rowKey(resource, id)));
  await writeLocked(db, resource.table, same);
  for (const id of same) written.add(rowKey(resource, id));
  const entries = changed.flatMap(({ row: { id, site_id }, changes }) =>
    Object.keys(changes).length > 0 ? [{ path: resource.path, id, site_id, changes }] : [],
  );
  recordOthers(writing, entries);
  await tellChanged(
    writing,
    changed.map(({ row, after }) => ({ resource, before: row, after })),
  );
}

function isHeldUnwritten({ locked, written }: WriteContext, key: string): boolean {
  return locked.has(key) && !written.has(key);
}

/** The changes that set the same columns, for one statement. */
function alike(changes: readonly RowChange[]): Iterable<readonly RowChange[]> {
  const groups = new Map<string, RowChange[]>();
  for (const change of changes) {
    const key = [change.isEdit, ...Object.keys(change.columns)].join();
    const group = groups.get(key) ?? [];
    group.push(change);
    groups.set(key, group);
  }
  return groups.values();
}

/** The columns to write, and the values for the journal. */
interface RowChange {
  readonly row: OtherRow;
  readonly after: OtherRow;
  readonly columns: Readonly<Record<string, Stored>>;
  readonly changes: Changes;
  /** Whether it changes what forms show. */
  readonly isEdit: boolean;
}

function changeOf(writing: WriteContext, resource: Resource, row: OtherRow, given: Values): RowChange[] {
  const wanted = Object.entries(given).filter(([name, value]) => !isSame(row[name], value));
  if (wanted.length === 0) return [];
  const said = Object.fromEntries(wanted.map(([name, value]) => [name, value ?? null]));
  const values = heldToKinds(writing, resource, said);
  const names = Object.keys(values).filter((name) => !isSame(row[name], values[name]));
  if (names.length === 0) return [];
  const after = { ...row, ...values };
  const columns = {
    ...Object.fromEntries(names.map((name) => [name, columnValue(resource, name, values[name])])),
    ...followingColumns(resource, after, (name) => names.includes(name)),
  };
  const told = names.filter((name) => isRecorded(fieldOf(resource, name)));
  const changes = told.map((name) => [name, [row[name] ?? null, values[name] ?? null] as const]);
  const isEdit = names.some((name) => isEdited(fieldOf(resource, name)));
  return [{ row, after, columns, changes: Object.fromEntries(changes), isEdit }];
}

async function storeChanges(
  { db, now, parts }: WriteContext,
  resource: Resource,
  changes: readonly RowChange[],
): Promise<void> {
  const { table } = resource;
  for (const { row } of changes) parts.counters.wrote(table, row.site_id);
  const names = Object.keys(changes[0]?.columns ?? {});
  const wanted = changes.map(({ row, columns: own }) => ({ id: row.id, columns: own }));
  const columns = Object.fromEntries(names.map((name) => [name, assignedTo(wanted, name)]));
  const version = { text: `${quote('version')} + 1`, bindings: [] };
  const moved = parts.watchers.some((one) => one.versioned?.(resource).some((name) => names.includes(name)));
  const stamps = changes[0]?.isEdit || moved ? { updated_at: storedNow(now), version } : {};
  const ids = changes.map(({ row }) => row.id);
  await update(db, table, { ...columns, ...stamps }, { op: 'in', column: 'id', values: ids });
}

const isWatched = ({ parts }: WriteContext, resource: Resource): boolean =>
  parts.watchers.some((one) => one.watches?.(resource));

async function addTo(
  writing: WriteContext,
  resource: Resource,
  { id, site_id: siteId }: Pick<OtherRow, 'id' | 'site_id'>,
  name: string,
  by: number,
): Promise<void> {
  const { db, parts, now, locked, written } = writing;
  const field = fieldOf(resource, name);
  if (!hasColumn(field) || field.facts.scalar.scale !== 0 || isEdited(field)) {
    throw new Error(`The field ${name} of ${resource.path} is no whole number that the service keeps.`);
  }
  if (!Number.isSafeInteger(by))
    throw new Error(`${resource.path}.${name} is added to by ${by}, no whole number.`);
  const key = rowKey(resource, id);
  const told = isRecorded(field);
  const known =
    told || isWatched(writing, resource) ? await lockedRow(writing, resource, id) : locked.get(key);
  if (known) heldToKinds(writing, resource, { [name]: Number(known[name]) + by });
  parts.counters.wrote(resource.table, siteId);
  const sum = { text: `${quote(name)} + ?`, bindings: [by] };
  await update(db, resource.table, { [name]: sum, updated_at: storedNow(now) }, eq('id', id));
  written.add(key);
  if (!known) return;
  const after = { ...known, [name]: Number(known[name]) + by, updated_at: now.toISOString() };
  locked.set(key, after);
  if (told)
    recordOthers(writing, [
      { path: resource.path, id, site_id: siteId, changes: { [name]: [known[name], after[name]] } },
    ]);
  await tellChanged(writing, [{ resource, before: known, after }]);
}

function columnValue(resource: Resource, name: string, value: unknown): Stored {
  const field = fieldOf(resource, name);
  if (!hasColumn(field)) throw new Error(`The field ${name} of ${resource.path} has no column to change.`);
  return store(field.facts.scalar, value);
}

/** The number of rows per statement: other requests run between two statements. */
const addedAtOnce = 2000;

/** Adds to a field of all rows that meet a condition. */
async function addToAll(
  writing: WriteContext,
  resource: Resource,
  where: Condition,
  { name, by }: { readonly name: string; readonly by: number },
): Promise<void> {
  const { db, parts, locked } = writing;
  const field = fieldOf(resource, name);
  if (!hasColumn(field) || isRecorded(field) || isWatched(writing, resource))
    throw new Error(`The field ${name} of ${resource.path} is none that the service keeps for itself.`);
  const { text, bindings } = conditionSql(where, 'r');
  const read = ['id', ...(resource.scope === 'site' ? ['site_id'] : [])];
  const found = await query(db, {
    text: `select ${read.map((name) => columnOf('r', name)).join(', ')} from ${quote(resource.table)} ${quote('r')} where ${text}`,
    bindings,
  });
  for (const { site_id: site } of found)
    parts.counters.wrote(resource.table, typeof site === 'number' ? site : null);
  const ids = found.map(({ id }) => Number(id)).sort((one, other) => one - other);
  const sum = { text: `${quote(name)} + ?`, bindings: [store(field.facts.scalar, by)] };
  for (let at = 0; at < ids.length; at += addedAtOnce) {
    const values = ids.slice(at, at + addedAtOnce);
    await update(db, resource.table, { [name]: sum }, { op: 'in', column: 'id', values });
    await giveWay();
  }
  for (const id of ids) locked.delete(rowKey(resource, id));
}

/** Each row that has any of the values gets another version and an entry in the journal. @returns what is left, by id */
async function takeFrom(
  writing: WriteContext,
  resource: Resource,
  rows: readonly OtherRow[],
  name: string,
  gone: readonly (number | string)[],
): Promise<ReadonlyMap<number, readonly unknown[]>> {
  const { db, actor, parts, locked, written, now } = writing;
  const { table, path } = resource;
  const { facts } = fieldOf(resource, name);
  if (!isPaired(facts)) throw new Error(`The field ${name} of ${path} is no list to take from.`);
  const ids = rows.map(({ id }) => id);
  const lists = await loadLists(db, actor, facts, ids);
  const listOf = (id: number) => [lists.get(id) ?? []].flat();
  const out = new Set<unknown>(gone);
  const left = new Map(ids.map((id) => [id, listOf(id).filter((one) => !out.has(one))]));
  const losing = rows.filter(({ id }) => listOf(id).length > (left.get(id)?.length ?? 0));
  if (losing.length === 0) return left;
  const ofRows = (column: string): Condition => ({ op: 'in', column, values: losing.map(({ id }) => id) });
  await remove(db, facts.table, and(ofRows(facts.own), { op: 'in', column: facts.column, values: gone }));
  const version = { text: `${quote('version')} + 1`, bindings: [] };
  await update(db, table, { updated_at: storedNow(now), version }, ofRows('id'));
  const others: OtherChange[] = [];
  const changes: ChangedRow[] = [];
  for (const row of losing) {
    const { id, site_id } = row;
    const [before, after] = [listOf(id), left.get(id)];
    const key = rowKey(resource, id);
    parts.counters.wrote(table, site_id);
    written.add(key);
    locked.set(key, { ...row, updated_at: now.toISOString() });
    others.push({ path, id, site_id, changes: { [name]: [before, after] } });
    changes.push({ resource, before: { ...row, [name]: before }, after: { ...row, [name]: after } });
  }
  recordOthers(writing, others);
  await tellChanged(writing, changes);
  return left;
}

/** Creates a row for a hook. */
async function createOne(writing: WriteContext, resource: Resource, values: Values): Promise<OtherRow> {
  const [row] = await createOthers(writing, resource, [values]);
  if (!row) throw new Error('A row that was created is there.');
  return row;
}

/** Creates rows for a hook. Errors of their fields are prefixed with the path of their resource. */
async function createOthers(
  writing: WriteContext,
  resource: Resource,
  given: readonly Values[],
): Promise<OtherRow[]> {
  if (given.length === 0) return [];
  const { parts, actor, signal, runners } = writing;
  const inner = withinChain(writing, `create ${resource.path}`);
  const owner = keptOwner(resource);
  const request = { resource, id: null, ifMatch: null, deferral: null, actor, signal };
  const read = parts.readerOf(resource).create;
  try {
    const news: NewRow[] = [];
    for (const values of given) {
      if (news.length > 0) await takeShortTurns();
      const { [owner ?? '']: named, ...others } = values;
      const ownerId = typeof named === 'number' ? named : ownerIn(resource, actor);
      const own = readOwnValues(resource, others, read);
      news.push({ plan: await planWrite(parts.services, request, own), ownerId });
    }
    return await runners.create(inner, news);
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error;
    // They belong to no field of the request.
    const errors = Object.entries(error.errors).map(([field, said]) => [`${resource.path}.${field}`, said]);
    throw invalid(Object.fromEntries(errors));
  }
}

/** Deletes rows for a hook. */
async function deleteOthers(
  writing: WriteContext,
  resource: Resource,
  rows: readonly Pick<OtherRow, 'id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const inner = withinChain(writing, `delete ${resource.path}`);
  const ids = rows.map(({ id }) => id);
  await writing.runners.delete(inner, resource, ids);
}
