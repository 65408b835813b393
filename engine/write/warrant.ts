/**
 * Refuses a write, or the rest of a long read, if the user has lost the needed session or permission since the request began.
 */
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
 * Refuses an operation for which the warrant returned no row. For every refusal, `serve/pipeline.ts` checks whether the user is
 * still signed in.
 *
 * @throws Failure `forbidden`, naming the permission
 */
export function refuseUnwarranted(operation: Permission, resource: Governed): never {
  const permission = `${resource.name}.${operation}`;
  throw new Failure('forbidden', { message: say(texts.permission, { permission }) });
}

/**
 * Ensures that the user has a permission until the transaction ends.
 *
 * @throws Failure `forbidden`, naming it
 */
export async function requirePermission(
  asking: WarrantContext,
  permission: Permission,
  resource: Governed,
): Promise<void> {
  for (const ground of groundsOf(asking.actor, permission, resource)) {
    if (!(await holds(asking, ground))) refuseUnwarranted(permission, resource);
  }
}

/**
 * Checks during a long read whether the user is still signed in and has a permission. Nothing is locked.
 *
 * @throws Failure `forbidden`, naming the permission
 */
export async function requireStill(
  { db, actor }: WarrantContext,
  permission: Permission,
  resource: Governed,
): Promise<void> {
  for (const ground of groundsOf(actor, permission, resource)) {
    const rows = await query(db, actor.warrant(ground));
    if (rows.length === 0) refuseUnwarranted(permission, resource);
  }
}

type Ground = NonNullable<Parameters<Actor['warrant']>[0]>;

/** No role holds the permission to see attached rows: whoever may view what they are attached to has it. */
function groundsOf(actor: Actor, permission: Permission, resource: Governed): readonly Ground[] {
  if (!resource.hung || (permission !== 'view' && permission !== 'viewAny'))
    return [{ operation: permission, resource }];
  const seen = resource.hung.of().filter((target) => actor.permitted('view', target) !== 'none');
  return seen.map((target) => ({ operation: 'view', resource: target }));
}

interface WarrantContext {
  readonly db: Knex;
  readonly actor: Actor;
}

/** Whether a warrant returns a row, which is then locked. */
async function holds({ db, actor }: WarrantContext, wanted: Ground | null): Promise<boolean> {
  const { text, bindings } = actor.warrant(wanted);
  const rows = await query(db, { text: text + dialectOf(db).lock('share'), bindings });
  return rows.length > 0;
}
