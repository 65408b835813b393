/** The sites that users belong to and their roles there, as answers and bodies contain them. */
import type { Knex } from 'knex';
import type { Actor } from '../../engine/index.ts';

/** A membership in a body. */
export interface WantedMembership {
  readonly site_id: number;
  readonly role_ids: readonly number[];
}

/** A membership in an answer. */
export interface Membership extends WantedMembership {
  readonly site: { readonly id: number; readonly name: string; readonly is_headquarters: boolean };
  readonly roles: readonly { readonly id: number; readonly name: string }[];
}

interface MembershipRow {
  readonly user_id: number;
  readonly site_id: number;
  readonly site_name: string;
  readonly is_headquarters: number;
  readonly role_id: number | null;
  readonly role_name: string | null;
}

/**
 * The memberships of some users, sorted by the names of sites and roles: all of them at the headquarters, elsewhere those of the
 * current site.
 */
export async function loadMemberships(
  userIds: readonly number[],
  db: Knex,
  viewer: Actor,
): Promise<Map<number, readonly Membership[]>> {
  const rows: MembershipRow[] = await db('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .leftJoin('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .leftJoin('roles', 'roles.id', 'membership_roles.role_id')
    .whereIn('memberships.user_id', [...userIds])
    .where((where) => {
      if (!viewer.site?.is_headquarters) where.where('memberships.site_id', viewer.site?.id ?? 0);
    })
    .orderBy(['sites.name_key', 'sites.id', 'roles.name_key', 'roles.id'])
    .select(
      'memberships.user_id',
      'memberships.site_id',
      'sites.name as site_name',
      'sites.is_headquarters',
      'roles.id as role_id',
      'roles.name as role_name',
    );
  const found = new Map<number, Membership[]>(userIds.map((id) => [id, []]));
  for (const row of rows) addRow(found.get(row.user_id) ?? [], row);
  return found;
}

function addRow(memberships: Membership[], row: MembershipRow): void {
  const last = memberships.at(-1);
  const role = row.role_id === null ? [] : [{ id: row.role_id, name: row.role_name ?? '' }];
  const known = last?.site_id === row.site_id ? memberships.pop() : undefined;
  const roles = [...(known?.roles ?? []), ...role];
  memberships.push({
    site_id: row.site_id,
    site: { id: row.site_id, name: row.site_name, is_headquarters: row.is_headquarters === 1 },
    role_ids: roles.map(({ id }) => id),
    roles,
  });
}
