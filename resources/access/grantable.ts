/** The sites where the actor may add members, and the roles that they may grant there: the options of a form. */
import { and, type Condition, eq, type HookContext } from '../../engine/index.ts';
import { authorityOf, firstLacking } from './holdings.ts';

type Context = Pick<HookContext, 'db' | 'services' | 'actor'>;

/** At the headquarters every site, elsewhere only that one. */
export function grantableSites({ actor }: Pick<Context, 'actor'>): Condition {
  return actor.site?.is_headquarters ? and() : eq('id', actor.site?.id ?? 0);
}

/** Roles without any permission that the actor lacks at the site; default: the current site. */
export async function grantableRoles(
  context: Context,
  { site_id: named }: { readonly site_id?: number },
): Promise<Condition> {
  const { db, services, actor } = context;
  const siteId = named ?? actor.site?.id ?? 0;
  if (siteId !== actor.site?.id && !actor.site?.is_headquarters) return eq('id', 0);
  // Memberships of the headquarters are only changed there.
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
