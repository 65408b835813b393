/** Writes of attached rows: whose permissions apply, and what is deleted with a row. */
import { and, eq } from '../../condition.ts';
import { remove, writeLocked } from '../../database/query.ts';
import type { HangHookContext, OtherRow } from '../../definition/hooks.ts';
import { hungFields } from '../../definition/hung.ts';
import type { Fields } from '../../definition/types.ts';
import { Failure } from '../../failure.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Resource } from '../../model/resource.ts';
import { holderOf } from '../../model/scope.ts';
import type { Permission } from '../../policy.ts';
import type { Values } from '../../request/body.ts';
import { planView } from '../../request/plan.ts';
import type { Watcher, WriteContext } from '../context.ts';
import { hookContext } from '../hook-context.ts';
import { readOthers } from '../rows.ts';
import { refuseUnwarranted, requirePermission } from '../warrant.ts';

/**
 * Locks the row to which something is attached, until that is written. On a cluster the row is also written.
 *
 * @throws Failure `not_found` if the user may not see it, `forbidden` for a row of another site
 */
export async function lockHolder(writing: WriteContext, resource: Resource, id: number): Promise<OtherRow> {
  const { db, actor } = writing;
  await beforeHolder(writing, resource, id);
  const [row] = await readOthers(writing, resource, planView(resource, id, actor), { lock: 'update' });
  if (!row) throw new Failure('not_found');
  if (row.site_id !== actor.site?.id) throw new Failure('forbidden', { message: say(texts.elsewhere) });
  await requirePermission(writing, 'view', resource);
  await writeLocked(db, resource.table, [id]);
  return row;
}

/** Attaching to a row and detaching from it lock that row and the rows of its hooks in the same order. */
async function beforeHolder(writing: WriteContext, resource: Resource, id: number): Promise<boolean> {
  const { beforeHang, afterHang, beforeLock } = resource.definition.hooks ?? {};
  if (!beforeHang && !afterHang) return false;
  await beforeLock?.({ id, sent: {}, ...hookContext(writing, { resource, phase: 'write' }) });
  return true;
}

/** Before an attached row is locked for its delete: locks the row that it is attached to, if that has hooks for this. */
export async function holdHolder(writing: WriteContext, resource: Resource, id: number): Promise<void> {
  if (!resource.hangOn().some(({ definition: { hooks } }) => hooks?.beforeHang ?? hooks?.afterHang)) return;
  const [row] = await readOthers(writing, resource, eq('id', id), {});
  const holder = row && holderOf(resource, row);
  if (!holder) return;
  const at = Number(row[hungFields.record]);
  if (await beforeHolder(writing, holder, at))
    await readOthers(writing, holder, eq('id', at), { lock: 'update' });
}

/**
 * Runs the hooks of a row for something that is attached to it or deleted there.
 *
 * @param place `resource` and `record_id` of the attached row
 * @throws Failure of the hook
 */
export async function hang(
  writing: WriteContext,
  hook: 'beforeHang' | 'afterHang',
  hung: Resource,
  place: Values,
  added: boolean,
): Promise<void> {
  const holder = holderOf(hung, place);
  const run = holder?.definition.hooks?.[hook];
  if (!holder || !run) return;
  const context = hookContext(writing, { resource: holder, phase: 'write' });
  const row = await context.rows(holder.path).of(Number(place[hungFields.record]));
  // Field types end at the registry. A hook only ever receives rows of its own resource.
  await run({ row, what: hung.path, added, ...context } as HangHookContext<Fields>);
}

/**
 * Checks again, for a locked attached row, that the user may change it: the author must still be able to create more, others must
 * hold the permission, and all must be able to view the row that it is attached to.
 *
 * @throws Failure `forbidden`
 */
export async function requireHung(
  writing: WriteContext,
  resource: Resource,
  row: Values,
  operation: Permission,
): Promise<void> {
  const isAuthor = row.created_by_id === writing.actor.id;
  await requirePermission(writing, isAuthor ? 'create' : operation, resource);
  const holder = holderOf(resource, row);
  if (holder) await requirePermission(writing, 'view', holder);
}

/** Explains why a user may not change a row that they can see. @throws Failure `forbidden` */
export function refuseUnpermitted(
  { actor }: WriteContext,
  resource: Resource,
  row: Values,
  operation: Permission,
): never {
  const { hung } = resource;
  if (!hung || row.site_id !== actor.site?.id)
    throw new Failure('forbidden', { message: say(texts.elsewhere) });
  if (!hung.authorOnly.includes(operation)) refuseUnwarranted(operation, resource);
  throw new Failure('forbidden', { message: say(texts.authorOnly) });
}

/** Deletes the rows that are attached to deleted rows. The journal entry of the deleted row covers them. */
export async function removeHung(
  { db, parts: { watchers } }: WriteContext,
  resource: Resource,
  ids: readonly number[],
): Promise<void> {
  for (const one of resource.hanging()) {
    const hanging = { op: 'in', column: hungFields.record, values: ids } as const;
    const where = and(eq(hungFields.resource, resource.path), hanging);
    const unread: [Watcher, readonly Values[]][] = [];
    for (const watcher of watchers) {
      const rows = await watcher.unread?.(db, one, where);
      if (rows) unread.push([watcher, rows]);
    }
    if (unread.some(([, rows]) => rows.length === 0)) continue;
    await remove(db, one.table, where);
    for (const [watcher, rows] of unread) await watcher.deleted?.(db, one, rows);
  }
}
