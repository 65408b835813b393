/** Where somebody may make people members, and which roles they may grant there: the choices of a form. */
import { and, type Condition, eq, type HookContext } from '../../engine/index.ts';
import { authorityOf, firstLacking } from './holdings.ts';

type Context = Pick<HookContext, 'db' | 'services' | 'actor'>;

/** From the headquarters every site, elsewhere that one alone. */
export function grantableSites({ actor }: Pick<Context, 'actor'>): Condition {
  return actor.site?.is_headquarters ? and() : eq('id', actor.site?.id ?? 0);
}

/** Roles that hold nothing at the site which the actor lacks there; at the current site where none is named. */
export async function grantableRoles(
  context: Context,
  { site_id: named }: { readonly site_id?: number },
): Promise<Condition> {
  const { db, services, actor } = context;
  const siteId = named ?? actor.site?.id ?? 0;
  if (siteId !== actor.site?.id && !actor.site?.is_headquarters) return eq('id', 0);
  // From the headquarters alone are its own memberships dealt with.
  const atHeadquarters = actor.site?.is_headquarters === true && actor.site.id === siteId;
  const held = (await authorityOf(context))(siteId);
  const names: string[] = await db('role_permissions').distinct().pluck('permission');
  const lacking = names.filter((name) =>
    firstLacking(services.heldPermissions(new Set([name]), atHeadquarters), held),
  );
  const where: Condition = { op: 'in', column: 'permission', values: lacking };
  return {
    op: 'not',
    of: { op: 'exists', table: 'role_permissions', foreign: 'role_id', column: 'id', where },
  };
}
