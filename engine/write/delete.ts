/** Runs deletes: what stands in the way is counted and named, then the row goes, or is marked as gone. */

import type { Knex } from 'knex';
import { and, eq } from '../condition.ts';
import { faultOf } from '../database/fault.ts';
import { remove, update, updateVersioned } from '../database/query.ts';
import type { DeleteHookContext } from '../definition/hooks.ts';
import type { Fields } from '../definition/types.ts';
import { Failure } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import type { DeleteBlock, Resource } from '../model/resource.ts';
import { countedCondition, liveCondition, ofOwner } from '../model/scope.ts';
import { foreignBlocks, releasedBlocks } from '../read/can/obstacles.ts';
import { anyRow, countRows } from '../read/rows.ts';
import type { DeletePlan } from '../request/plan.ts';
import { storedNow } from '../values.ts';
import { type ChangesetRow, completeRow } from './changeset.ts';
import { rowKey, type WriteContext } from './context.ts';
import { hookContext, refuseGuarded } from './hook-context.ts';
import { recordAll } from './journal.ts';
import { readOthers } from './rows.ts';
import { lockForChange } from './write.ts';

/** Deletes a row. */
export async function runDelete(writing: WriteContext, plan: DeletePlan): Promise<void> {
  const { resource, id } = plan;
  await deleteLocked(writing, resource, [await lockForChange(writing, resource, id, 'delete', plan.ifMatch)]);
}

/** How many rows one statement locks or deletes. */
const deleteBatch = 500;

/** Deletes rows of a resource with every check but that of a permission. @throws Error where one is not there */
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
  // The registry keeps definitions without their field types: a hook only ever meets rows of its own resource.
  const contextOf = (row: Readonly<ChangesetRow>) =>
    ({
      row,
      ...hookContext(writing, { resource, phase: 'delete' }),
    }) as DeleteHookContext<Fields>;
  for (const row of rows) {
    const id = Number(row.id);
    await refuseBlocked(writing, resource, resource.blocks, id);
    for (const { declared } of resource.atMostOne) {
      const { field, undeletable } = declared;
      if (undeletable && row[field]) throw new Failure('conflict', { message: say(undeletable) });
    }
    await refuseGuarded(writing, guards?.delete, id);
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
  }
  const gone = rows.map((previous) => ({ resource, previous, row: null }));
  await recordAll(writing, 'delete', gone);
}

async function removeRows(writing: WriteContext, resource: Resource, ids: readonly number[]): Promise<void> {
  const { db, now } = writing;
  if (resource.softDelete) {
    const at = storedNow(now);
    const gone = { live: null, deleted_at: at, updated_at: at };
    for (const id of ids) await updateVersioned(db, resource.table, id, gone);
    return;
  }
  for (const id of ids) await unlinkJournal(writing, resource, id);
  await release(db, resource, ids);
  try {
    await remove(db, resource.table, { op: 'in', column: 'id', values: ids });
  } catch (error) {
    // Rows that refer to one of them, and that no delete rule speaks of, are counted once the database has refused.
    const holding = faultOf(error)?.kind === 'referenced' ? await foreignBlocks(db, resource) : [];
    for (const id of holding.length > 0 ? ids : []) await refuseBlocked(writing, resource, holding, id);
    throw error;
  }
}

/**
 * Rows that are deleted and kept let go of those that are deleted now. The journal has told of it when they were deleted, and
 * their versions stay as they are: nobody reads them any more.
 */
async function release(db: Knex, resource: Resource, ids: readonly number[]): Promise<void> {
  for (const block of await releasedBlocks(db, resource)) {
    const { table, column, owner } = block;
    const where = and({ op: 'in', column, values: ids }, countedCondition(block));
    if (owner) await remove(db, table, where);
    else await update(db, table, { [column]: null }, where);
  }
}

/**
 * The journal outlives the sites it tells of. The foreign key would unlink its entries as well, but InnoDB's fire no
 * triggers, and triggers count the entries of a site.
 */
async function unlinkJournal({ parts, db }: WriteContext, { scope }: Resource, id: number): Promise<void> {
  if (scope !== 'self' || parts.journalTable === null) return;
  await update(db, parts.journalTable, { site_id: null }, eq('site_id', id));
}

/** Counts what would be left behind: a delete that other rows depend on is refused, naming them. */
async function refuseBlocked(
  writing: WriteContext,
  resource: Resource,
  blocks: readonly DeleteBlock[],
  id: number,
): Promise<void> {
  const found = await countBlocks(writing, blocks, id);
  if (found.length === 0) return;
  // Whoever takes these out of the way should know what stays there all the same.
  const isGone = ({ counted }: DeleteBlock) => counted === 'gone';
  if (resource.dependents.some(isGone) && !blocks.some(isGone)) {
    const further = (await foreignBlocks(writing.db, resource)).filter(isGone);
    found.push(...(await countBlocks(writing, further, id)));
  }
  const advice = resource.definition.deleteAdvice;
  const message = advice
    ? say(texts.blockedAdvice, { what: found, advice })
    : say(texts.blocked, { what: found });
  throw new Failure('conflict', { message });
}

/** What holds a row in place, and how many of each. */
async function countBlocks(
  { db, actor, now }: WriteContext,
  blocks: readonly DeleteBlock[],
  id: number,
): Promise<Message[]> {
  const reading = { db, viewer: actor, storedNow: storedNow(now) };
  const found: Message[] = [];
  for (const block of blocks) {
    const { table, column, one, many, counted, divided } = block;
    const where = and(eq(column, id), countedCondition(block));
    const atSite = eq('site_id', actor.site?.id ?? 0);
    const here = divided && !actor.site?.is_headquarters ? ofOwner(block, atSite) : null;
    const count = await countRows(reading, { table, where: here ? and(where, here) : where });
    const text = counted === 'gone' ? texts.countedDeleted : texts.counted;
    if (count > 0) found.push(say(text, { count, what: count === 1 ? one : many }));
    // How many there are elsewhere is not for those to know who see this site alone.
    if (here && (await anyRow(db, table, and(where, { op: 'not', of: here })))) {
      found.push(say(texts.atOtherSites, { what: many }));
    }
  }
  return found;
}
