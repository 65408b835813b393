/** Memberships of a request: the named rows are looked up and checked, then written. */
import type { Knex } from 'knex';
import { type Actor, type Message, say, texts } from '../../engine/index.ts';
import type { Membership, WantedMembership } from './memberships.ts';

interface Wanting {
  readonly db: Knex;
  readonly actor: Actor;
  fail(field: string, message: Message): void;
}

interface SiteRow {
  readonly id: number;
  readonly name: string;
  readonly name_key: string;
  readonly is_headquarters: number;
}

interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly name_key: string;
}

/**
 * Locks the named roles, so that none is deleted or gains a permission before this write commits. Call it before sites are
 * locked, because a change of a role locks the headquarters after the role.
 */
export async function lockRoles(
  db: Knex,
  wanted: readonly WantedMembership[],
): Promise<ReadonlyMap<number, RoleRow>> {
  const ids = [...new Set(wanted.flatMap(({ role_ids }) => role_ids))];
  const rows = await db<RoleRow>('roles').whereIn('id', ids).orderBy('id').forShare();
  return new Map(rows.map((role) => [role.id, role]));
}

/**
 * The memberships of a body, in the form and order of an answer. Reports an error for a duplicate site, a missing site or role,
 * and outside the headquarters any site but the current one.
 */
export async function completeMemberships(
  { db, actor, fail }: Wanting,
  wanted: readonly WantedMembership[],
  roles: ReadonlyMap<number, RoleRow>,
): Promise<Membership[]> {
  const sites = await lockSites(db, actor, wanted);
  const completed: { site: SiteRow; roles: RoleRow[] }[] = [];
  for (const [index, { site_id, role_ids }] of wanted.entries()) {
    const site = sites.get(site_id);
    const named = role_ids.flatMap((id) => roles.get(id) ?? []);
    const twice = wanted.findIndex((one) => one.site_id === site_id) < index;
    if (!site) fail(`memberships.${index}.site_id`, say(texts.reference, { field: labels.site }));
    else if (twice) fail(`memberships.${index}.site_id`, say(namedTwice));
    if (named.length < role_ids.length) {
      fail(`memberships.${index}.role_ids`, say(texts.referenceList, { field: labels.roles }));
    }
    if (site) completed.push({ site, roles: named.sort(byName) });
  }
  return completed.sort((a, b) => byName(a.site, b.site)).map(({ site, roles }) => present(site, roles));
}

/** Writes the differences between a user's memberships before and after, among those that the actor may change. */
export async function storeMemberships(
  db: Knex,
  userId: number,
  before: readonly WantedMembership[],
  after: readonly WantedMembership[],
): Promise<void> {
  const gone = before.filter(({ site_id }) => !after.some((one) => one.site_id === site_id));
  const at = (siteId: number) => db('memberships').where({ user_id: userId, site_id: siteId });
  for (const { site_id } of gone) await at(site_id).delete();
  for (const { site_id, role_ids } of after) {
    const known = before.find((one) => one.site_id === site_id);
    const membershipId = known
      ? Number((await at(site_id).first('id'))?.id)
      : Number((await db('memberships').insert({ user_id: userId, site_id }))[0]);
    await storeRoles(db, membershipId, known?.role_ids ?? [], role_ids);
  }
}

async function storeRoles(
  db: Knex,
  membershipId: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const gone = before.filter((id) => !after.includes(id));
  const added = after.filter((id) => !before.includes(id));
  const pairs = () => db('membership_roles');
  if (gone.length > 0) await pairs().where({ membership_id: membershipId }).whereIn('role_id', gone).delete();
  if (added.length > 0) {
    await pairs().insert(added.map((role_id) => ({ membership_id: membershipId, role_id })));
  }
}

async function lockSites(
  db: Knex,
  { site }: Actor,
  wanted: readonly WantedMembership[],
): Promise<ReadonlyMap<number, SiteRow>> {
  const named = [...new Set(wanted.map(({ site_id }) => site_id))];
  const ids = site?.is_headquarters ? named : named.filter((id) => id === site?.id);
  const rows = await db<SiteRow>('sites').whereIn('id', ids).orderBy('id').forShare();
  return new Map(rows.map((row) => [row.id, row]));
}

function present({ id, name, is_headquarters }: SiteRow, roles: readonly RoleRow[]): Membership {
  return {
    site_id: id,
    site: { id, name, is_headquarters: is_headquarters === 1 },
    role_ids: roles.map((role) => role.id),
    roles: roles.map((role) => ({ id: role.id, name: role.name })),
  };
}

/** In the order of the database: by the bytes of the key, which for these is the order of code points. */
function byName(a: { id: number; name_key: string }, b: { id: number; name_key: string }): number {
  return Buffer.compare(Buffer.from(a.name_key), Buffer.from(b.name_key)) || a.id - b.id;
}

const labels = { site: say('site'), roles: say('roles') };
const namedTwice = say('This site is named more than once.');
