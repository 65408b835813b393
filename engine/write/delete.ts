/** Runs deletes: counts and names the rows that prevent it, then deletes the row, or marks it as deleted. */

import type { Knex } from 'knex';
import { and, type Condition, eq, or } from '../condition.ts';
import { faultOf } from '../database/fault.ts';
import { query, remove, update, updateVersioned } from '../database/query.ts';
import { columnOf, conditionSql, join, quote, selectionSql } from '../database/sql.ts';
import type { DeleteHookContext } from '../definition/hooks.ts';
import type { Fields } from '../definition/types.ts';
import { Failure } from '../failure.ts';
import { isPaired } from '../kinds/kind.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import { base } from '../model/expression.ts';
import { type DeleteBlock, fieldOf, type Resource, resourceAt } from '../model/resource.ts';
import { countedCondition, liveCondition } from '../model/scope.ts';
import { loadLists } from '../read/nested.ts';
import type { DeletePlan } from '../request/plan.ts';
import { storedNow } from '../values.ts';
import { type ChangesetRow, completeRow } from './changeset.ts';
import { rowKey, type WriteContext } from './context.ts';
import { hookContext, refuseGuarded } from './hook-context.ts';
import { isRecorded, recordAll, recordOthers } from './journal.ts';
import { hang, holdHolder, removeHung } from './others/hung.ts';
import { readOthers } from './rows.ts';
import { lockForChange } from './write.ts';

/** Deletes a row. */
export async function runDelete(writing: WriteContext, plan: DeletePlan): Promise<void> {
  const { resource, id } = plan;
  await holdHolder(writing, resource, id);
  await deleteLocked(writing, resource, [await lockForChange(writing, resource, id, 'delete', plan.ifMatch)]);
}

/** How many rows one statement locks or deletes. */
const deleteBatch = 500;

/** Deletes rows of a resource with every check except that of a permission. @throws Error if one does not exist */
export async function deleteRows(
  writing: WriteContext,
  resource: Resource,
  ids: readonly number[],
): Promise<void> {
  const { db, actor } = writing;
  for (let at = 0; at < ids.length; at += deleteBatch) {
    const values = ids.slice(at, at + deleteBatch);
    const where = and({ op: 'in', column: 'id', values }, liveCondition(resource));
    const found = new Map(
      (await readOthers(writing, resource, where, { lock: 'update' })).map((row) => [row.id, row]),
    );
    const rows: ChangesetRow[] = [];
    for (const id of values) {
      const row = found.get(id);
      if (!row) throw new Error(`The ${resource.path} have no row ${id}.`);
      rows.push(await completeRow(db, actor, resource, row));
    }
    await deleteLocked(writing, resource, rows);
  }
}

async function deleteLocked(
  writing: WriteContext,
  resource: Resource,
  rows: readonly Readonly<ChangesetRow>[],
): Promise<void> {
  const { hooks, guards } = resource.definition;
  // The registry holds definitions without their field types. A hook only ever receives rows of its own resource.
  const contextOf = (row: Readonly<ChangesetRow>) =>
    ({
      row,
      ...hookContext(writing, { resource, phase: 'delete' }),
    }) as DeleteHookContext<Fields>;
  const standing = resource.blocks.filter(({ cleared }) => !cleared);
  for (const row of rows) {
    const id = Number(row.id);
    await refuseBlocked(writing, resource, standing, id);
    for (const { declared } of resource.atMostOne) {
      const { field, undeletable } = declared;
      if (undeletable && row[field]) throw new Failure('conflict', { message: say(undeletable) });
    }
    await refuseGuarded(writing, guards?.delete, id);
    await hang(writing, 'beforeHang', resource, row, false);
    await hooks?.beforeDelete?.(contextOf(row));
  }
  await removeRows(
    writing,
    resource,
    rows.map(({ id }) => Number(id)),
  );
  writing.held.delete(resource.path);
  for (const row of rows) {
    writing.locked.delete(rowKey(resource, Number(row.id)));
    await hooks?.afterDelete?.(contextOf(row));
    await hang(writing, 'afterHang', resource, row, false);
  }
  const gone = rows.map((previous) => ({ resource, previous, row: null }));
  await recordAll(writing, 'delete', gone);
  for (const watcher of writing.parts.watchers) await watcher.deleted?.(writing.db, resource, rows);
}

async function removeRows(writing: WriteContext, resource: Resource, ids: readonly number[]): Promise<void> {
  const { db, now } = writing;
  await release(writing, resource, ids);
  await removeHung(writing, resource, ids);
  if (resource.softDelete) {
    const at = storedNow(now);
    const gone = { live: null, deleted_at: at, updated_at: at };
    for (const id of ids) await updateVersioned(db, resource.table, id, gone);
    return;
  }
  try {
    await remove(db, resource.table, { op: 'in', column: 'id', values: ids });
  } catch (error) {
    // Rows that hooks have left are counted after the database has refused.
    const holding = faultOf(error)?.kind === 'referenced' ? resource.blocks : [];
    for (const id of holding.length > 0 ? ids : []) await refuseBlocked(writing, resource, holding, id);
    throw error;
  }
}

/**
 * Releases references to deleted rows: references that are unlinked, rows that are deleted with them, and references of rows that
 * are already deleted and kept, whose journal entry was written at that delete. The journal has what the others lose; versions do
 * not change. Foreign keys would unlink
 * most of them as well, but those of InnoDB fire no triggers, and triggers count the rows of a site.
 */
async function release(writing: WriteContext, resource: Resource, ids: readonly number[]): Promise<void> {
  const { db } = writing;
  for (const block of resource.released) {
    const { table, column, owner, goes } = block;
    const where = and({ op: 'in', column, values: ids }, countedCondition(block));
    await recordUnlinked(writing, block, ids);
    try {
      if (owner || goes) await remove(db, table, where);
      else await update(db, table, { [column]: null }, where);
    } catch (error) {
      // A table from before the rule: its column is still NOT NULL.
      const isHeld = faultOf(error)?.kind === 'required';
      for (const id of isHeld ? ids : []) await refuseBlocked(writing, resource, [block], id);
      throw error;
    }
  }
}

/** Refuses a delete if other rows depend on the row, and names their number. */
async function refuseBlocked(
  writing: WriteContext,
  resource: Resource,
  blocks: readonly DeleteBlock[],
  id: number,
): Promise<void> {
  const found = await countBlocks(writing, blocks, id);
  if (found.length === 0) return;
  const advice = resource.definition.deleteAdvice;
  const message = advice
    ? say(texts.blockedAdvice, { what: found, advice: say(advice) })
    : say(texts.blocked, { what: found });
  throw new Failure('conflict', { message });
}

/** The rows of the table of a block, or of the owner of its pairs, that refer to a row. */
function referring({ table, column, owner }: DeleteBlock, id: number): Condition {
  if (!owner) return eq(column, id);
  return { op: 'exists', table, foreign: owner.column, column: 'id', where: eq(column, id) };
}

/** The rows that prevent a delete, with their numbers, in one statement. */
async function countBlocks(
  { db, actor }: WriteContext,
  blocks: readonly DeleteBlock[],
  id: number,
): Promise<Message[]> {
  // A row that refers to it in several ways counts once.
  const tableOf = ({ table, owner }: DeleteBlock) => owner?.table ?? table;
  const here = eq('site_id', actor.site?.id ?? 0);
  const parts = [...new Set(blocks.map(tableOf))].flatMap((table) => {
    const all = blocks.filter((one) => tableOf(one) === table);
    const [block] = all;
    if (!block) return [];
    const { counted, divided } = block;
    const refers = or(...all.map((each) => referring(each, id)));
    const where = and(refers, countedCondition({ owner: null, counted }));
    if (!divided || actor.site?.is_headquarters) return [{ block, table, where }];
    // Users who only see this site must not learn how many there are at other sites.
    const elsewhere = and(where, { op: 'not', of: here });
    return [
      { block, table, where: and(where, here) },
      { block, table, where: elsewhere, elsewhere: true },
    ];
  });
  if (parts.length === 0) return [];
  const counts = parts.map(({ table, where }, at) => {
    const { text, bindings } = selectionSql({ where }, base, true);
    const from = `from ${quote(table)} ${quote(base)} where ${text}`;
    return { text: `(select count(*) ${from}) as ${quote(`count_${at}`)}`, bindings };
  });
  const { text, bindings } = join(counts, ', ');
  const [row] = await query(db, { text: `select ${text}`, bindings });
  return parts.flatMap(({ block: { one, many, counted }, elsewhere = false }, at) => {
    const count = Number(row?.[`count_${at}`] ?? 0);
    if (count === 0) return [];
    if (elsewhere) return [say(texts.atOtherSites, { what: many })];
    const text = counted === 'gone' ? texts.countedDeleted : texts.counted;
    return [say(text, { count, what: count === 1 ? one : many })];
  });
}

async function ownersOf(db: Knex, table: string, column: string, refers: Condition): Promise<number[]> {
  const { text, bindings } = conditionSql(refers, 'p');
  const owner = `${columnOf('p', column)} as ${quote('owner')}`;
  const found = await query(db, {
    text: `select distinct ${owner} from ${quote(table)} ${quote('p')} where ${text}`,
    bindings,
  });
  return found.map((pair) => Number(pair.owner));
}

/** Before the references are released. Rows that are deleted and kept have their last entry already. */
async function recordUnlinked(
  writing: WriteContext,
  { by, table, column, owner }: DeleteBlock,
  ids: readonly number[],
): Promise<void> {
  if (!by) return;
  const { db, actor, parts, locked } = writing;
  const resource = resourceAt(parts.registry, by.path);
  const field = fieldOf(resource, by.field);
  if (!isRecorded(field) || resource.hung) return;
  const refers: Condition = { op: 'in', column, values: ids };
  // The pairs first: their index finds them, where the rows would be gone through as a whole.
  const owners = owner ? await ownersOf(db, table, owner.column, refers) : null;
  if (owners?.length === 0) return;
  const where: Condition = owners ? { op: 'in', column: 'id', values: owners } : refers;
  const rows = await readOthers(writing, resource, and(where, liveCondition(resource)), { lock: 'update' });
  if (rows.length === 0) return;
  const { name, facts } = field;
  const own = rows.map(({ id }) => id);
  const lists = isPaired(facts) ? await loadLists(db, actor, facts, own) : null;
  const gone = new Set<unknown>(ids);
  const losses = rows.map((row) => {
    const { id, site_id } = row;
    const before = lists ? lists.get(id) : row[name];
    const after = Array.isArray(before) ? before.filter((one) => !gone.has(one)) : null;
    if (!lists) locked.set(rowKey(resource, id), { ...row, [name]: after });
    return { path: resource.path, id, site_id, changes: { [name]: [before, after] as const } };
  });
  recordOthers(writing, losses);
}
