/** Refuses a write, or what is left of a long read, where who asked lost since their request began what it takes. */
import type { Knex } from 'knex';
import { dialectOf, query } from '../database/query.ts';
import { Failure } from '../failure.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Actor, Governed, Permission } from '../policy.ts';

/** @throws Failure `unauthenticated` if the user is deleted or signed out */
export async function requireAuthor(asking: WarrantContext): Promise<void> {
  if (!(await holds(asking, null))) throw new Failure('unauthenticated');
}

/**
 * Refuses what a warrant gave no row for. Whether its author is there at all is asked of every refusal, in `serve/pipeline.ts`.
 *
 * @throws Failure `forbidden`, naming the permission
 */
export function refuseUnwarranted(operation: Permission, resource: Governed): never {
  const permission = `${resource.name}.${operation}`;
  throw new Failure('forbidden', { message: say(texts.permission, { permission }) });
}

/**
 * Ensures until the transaction ends that the user still has a permission.
 *
 * @throws Failure `forbidden`, naming it
 */
export async function requirePermission(
  asking: WarrantContext,
  permission: Permission,
  resource: Governed,
): Promise<void> {
  if (!(await holds(asking, { operation: permission, resource }))) refuseUnwarranted(permission, resource);
}

/**
 * Asks again whether somebody who reads for a long time is signed in still, and has a permission. Nothing is locked.
 *
 * @throws Failure `forbidden`, naming the permission
 */
export async function requireStill(
  { db, actor }: WarrantContext,
  permission: Permission,
  resource: Governed,
): Promise<void> {
  const rows = await query(db, actor.warrant({ operation: permission, resource }));
  if (rows.length === 0) refuseUnwarranted(permission, resource);
}

interface WarrantContext {
  readonly db: Knex;
  readonly actor: Actor;
}

/** Whether a warrant gives a row, which is then locked. */
async function holds(
  { db, actor }: WarrantContext,
  wanted: Parameters<Actor['warrant']>[0],
): Promise<boolean> {
  const { text, bindings } = actor.warrant(wanted);
  const rows = await query(db, { text: text + dialectOf(db).lock('share'), bindings });
  return rows.length > 0;
}
