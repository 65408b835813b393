/** The site where a user works now: always one of their sites, and shown only to users who may know it. */
import type { Knex } from 'knex';
import type { Actor } from '../../engine/index.ts';

interface CurrentSite {
  readonly id: number;
  readonly name: string;
}

/**
 * The current sites of some users. Outside the headquarters, only the viewer's own site is shown: a user who cannot see a site
 * must not learn who works there.
 */
async function loadCurrentSites(
  userIds: readonly number[],
  db: Knex,
  { site: viewed }: Actor,
): Promise<ReadonlyMap<number, CurrentSite | null>> {
  const rows: { user_id: number; id: number; name: string }[] = await db('users')
    .join('sites', 'sites.id', 'users.current_site_id')
    .whereIn('users.id', [...userIds])
    .select('users.id as user_id', 'sites.id', 'sites.name');
  const shown = rows.filter(({ id }) => viewed?.is_headquarters || viewed?.id === id);
  const found = new Map(shown.map(({ user_id, id, name }) => [user_id, { id, name }]));
  return new Map(userIds.map((id) => [id, found.get(id) ?? null]));
}

export async function loadCurrentSite(userIds: readonly number[], db: Knex, viewer: Actor) {
  return new Map<number, CurrentSite | null>(await loadCurrentSites(userIds, db, viewer));
}

export async function loadCurrentSiteId(userIds: readonly number[], db: Knex, viewer: Actor) {
  const sites = await loadCurrentSites(userIds, db, viewer);
  return new Map([...sites].map(([userId, site]) => [userId, site?.id ?? null]));
}

/** If a user's current site is no longer one of theirs, changes it to their first one, as sign-in would. */
export async function keepCurrentSite(db: Knex, userId: number): Promise<void> {
  const own: number[] = await db('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .where('memberships.user_id', userId)
    .orderBy(['sites.name_key', 'sites.id'])
    .pluck('sites.id');
  const [first = null] = own;
  await db('users')
    .where({ id: userId })
    .where((stale) => stale.whereNull('current_site_id').orWhereNotIn('current_site_id', own))
    .update({ current_site_id: first });
}
