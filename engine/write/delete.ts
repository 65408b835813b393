/** Runs deletes: what stands in the way is counted and named, then the row goes, or is marked as gone. */

import { and, eq } from '../condition.ts';
import { faultOf } from '../database/fault.ts';
import { remove, update, updateVersioned } from '../database/query.ts';
import type { DeleteHookContext } from '../definition/hooks.ts';
import type { Fields } from '../definition/types.ts';
import { Failure } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import { type DeleteBlock, type Resource, referencesTo } from '../model/resource.ts';
import { countedCondition } from '../model/scope.ts';
import { anyRow, countRows } from '../read/rows.ts';
import type { DeletePlan } from '../request/plan.ts';
import { storedNow } from '../values.ts';
import type { ChangesetRow } from './changeset.ts';
import { rowKey, type WriteContext } from './context.ts';
import { hookContext, refuseGuarded } from './hook-context.ts';
import { record } from './journal.ts';
import { lockForChange, lockRow } from './write.ts';

/** Deletes a row. */
export async function runDelete(writing: WriteContext, plan: DeletePlan): Promise<void> {
  const { resource, id } = plan;
  await deleteLocked(writing, resource, await lockForChange(writing, resource, id, 'delete', plan.ifMatch));
}

/** Deletes a row with every check but that of a permission. @throws Error where there is none */
export async function deleteRow(writing: WriteContext, resource: Resource, id: number): Promise<void> {
  await deleteLocked(writing, resource, await lockRow(writing, resource, id));
}

async function deleteLocked(
  writing: WriteContext,
  resource: Resource,
  row: Readonly<ChangesetRow>,
): Promise<void> {
  const { db, now } = writing;
  const id = Number(row.id);
  await refuseBlocked(writing, resource, resource.blocks, id);
  for (const { declared } of resource.atMostOne) {
    const { field, undeletable } = declared;
    if (undeletable && row[field]) throw new Failure('conflict', { message: say(undeletable) });
  }
  const { hooks, guards } = resource.definition;
  await refuseGuarded(writing, guards?.delete, id);
  // The registry keeps definitions without their field types: a hook only ever meets rows of its own resource.
  const context = {
    row,
    ...hookContext({ ...writing, hook: { resource, phase: 'delete' } }),
  } as DeleteHookContext<Fields>;
  await hooks?.beforeDelete?.(context);
  if (resource.softDelete) {
    const at = storedNow(now);
    await updateVersioned(db, resource.table, id, { live: null, deleted_at: at, updated_at: at });
  } else {
    await unlinkJournal(writing, resource, id);
    await removeRow(writing, resource, id);
  }
  writing.locked.delete(rowKey(resource, id));
  await hooks?.afterDelete?.(context);
  await record(writing, resource, 'delete', row, null);
}

/**
 * The journal outlives the sites it tells of. The foreign key would unlink its entries as well, but InnoDB's fire no
 * triggers, and triggers count the entries of a site.
 */
async function unlinkJournal({ parts, db }: WriteContext, { scope }: Resource, id: number): Promise<void> {
  if (scope !== 'self' || parts.journalTable === null) return;
  await update(db, parts.journalTable, { site_id: null }, eq('site_id', id));
}

/** Rows that refer to the row and that no delete rule speaks of are counted once the database has refused. */
async function removeRow(writing: WriteContext, resource: Resource, id: number): Promise<void> {
  try {
    await remove(writing.db, resource.table, eq('id', id));
  } catch (error) {
    if (faultOf(error)?.kind === 'referenced')
      await refuseBlocked(writing, resource, referencesTo(writing.parts.registry, resource), id);
    throw error;
  }
}

/** Counts what would be left behind: a delete that other rows depend on is refused, naming them. */
async function refuseBlocked(
  { db, actor, now }: WriteContext,
  resource: Resource,
  blocks: readonly DeleteBlock[],
  id: number,
): Promise<void> {
  const reading = { db, viewer: actor, storedNow: storedNow(now) };
  const found: Message[] = [];
  for (const block of blocks) {
    const { table, column, one, many, divided } = block;
    const where = and(eq(column, id), countedCondition(block));
    const here = divided && !actor.site?.is_headquarters ? eq('site_id', actor.site?.id ?? 0) : null;
    const count = await countRows(reading, table, here ? and(where, here) : where);
    const what = count === 1 ? one : many;
    if (count > 0) found.push(say(texts.counted, { count, what }));
    // How many there are elsewhere is not for those to know who see this site alone.
    if (here && (await anyRow(db, table, and(where, { op: 'not', of: here })))) {
      found.push(say(texts.atOtherSites, { what: many }));
    }
  }
  if (found.length === 0) return;
  const advice = resource.definition.deleteAdvice;
  const message = advice
    ? say(texts.blockedAdvice, { what: found, advice })
    : say(texts.blocked, { what: found });
  throw new Failure('conflict', { message });
}
