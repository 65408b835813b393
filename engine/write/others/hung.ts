/** Writes of what hangs on rows: whose rights are asked, and what goes with a row. */
import type { Knex } from 'knex';
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
import type { WriteContext } from '../context.ts';
import { hookContext } from '../hook-context.ts';
import { readOthers } from '../rows.ts';
import { refuseUnwarranted, requirePermission } from '../warrant.ts';
import { readFiles, releaseFiles } from './files.ts';

/**
 * Locks the row that something is added to: it stays until that is written. On a cluster it is written, too.
 *
 * @throws Failure `not_found` where it is not to be seen, `forbidden` for one of another site
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

/** Who hangs something on a row, and who takes it off, lock the row and what its hooks lock in one order. */
async function beforeHolder(writing: WriteContext, resource: Resource, id: number): Promise<boolean> {
  const { beforeHang, afterHang, beforeLock } = resource.definition.hooks ?? {};
  if (!beforeHang && !afterHang) return false;
  await beforeLock?.({ id, sent: {}, ...hookContext(writing, { resource, phase: 'write' }) });
  return true;
}

/** Before a row that hangs on another one is locked to be deleted: locks the latter, where its hooks have a say in it. */
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
 * Asks the hooks of a row about what is added to it or deleted there, and tells them of it.
 *
 * @param place `resource` and `record_id` of what hangs there
 * @throws Failure as the hook does
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
  // Field types end where the registry begins: a hook only ever meets rows of its own resource.
  await run({ row, what: hung.path, added, ...context } as HangHookContext<Fields>);
}

/**
 * Asks again, of a row that hangs on another one and is locked, what changing it takes: the author may make more, others hold the permission, and
 * all of them may view the row.
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

/** Says why somebody may not change a row that they see. @throws Failure `forbidden` */
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

/** Deletes what hangs on rows that are deleted. Their entry in the journal tells of it. */
export async function removeHung(db: Knex, resource: Resource, ids: readonly number[]): Promise<void> {
  for (const one of resource.hanging()) {
    const hanging = { op: 'in', column: hungFields.record, values: ids } as const;
    const where = and(eq(hungFields.resource, resource.path), hanging);
    const files = await readFiles(db, one, where);
    if (files?.length === 0) continue;
    await remove(db, one.table, where);
    await releaseFiles(db, one, files ?? []);
  }
}
