/** The site of all measurements: bulk materials, and a manager who works there. */
import type { Database } from '../engine/database/open.ts';
import { Client } from '../test/harness/client.ts';

export interface BenchSite {
  readonly siteId: number;
  readonly materials: number;
  readonly firstMaterial: number;
  /** The number of operational materials. */
  readonly operational: number;
  /** A zone for new materials. */
  readonly zoneId: number;
  /** A word that only one material contains. */
  readonly rareWord: string;
}

/** The user: a role with many permissions, like most people, instead of the administrator's single `*`. */
export const manager = 'manager@demo.test';

/** Lets the manager work at the newest bulk site, and reads what the work needs to know about it. */
export async function openSite(knex: Database): Promise<BenchSite> {
  const siteId = Number((await knex('sites').max({ id: 'id' }).first())?.id);
  const user = await knex('users').where({ email: manager }).first('id');
  const role = await knex('roles').where({ name: 'manager' }).first('id');
  await knex('memberships').insert({ user_id: user.id, site_id: siteId });
  const membership = await knex('memberships').where({ user_id: user.id, site_id: siteId }).first('id');
  await knex('membership_roles').insert({ membership_id: membership.id, role_id: role.id });
  await knex('users').where({ id: user.id }).update({ current_site_id: siteId });
  const zone = await knex('zones').where({ site_id: siteId, allow_material: 1 }).min({ id: 'id' }).first();
  const own = () => knex('materials').where({ site_id: siteId });
  const counted = await own().count({ all: '*' }).min({ first: 'id' }).first();
  const operational = await own().where({ status: 'operational' }).count({ all: '*' }).first();
  const firstMaterial = Number(counted?.first);
  const materials = Number(counted?.all);
  const rare = await knex('materials')
    .where({ id: firstMaterial + Math.floor(materials / 2) })
    .first('serial_number');
  return {
    siteId,
    materials,
    firstMaterial,
    operational: Number(operational?.all),
    zoneId: Number(zone?.id),
    rareWord: rare.serial_number,
  };
}

/** The headers of a session, valid for all servers with the same database and keys. */
export async function signIn(url: string): Promise<Record<string, string>> {
  const origin = 'http://localhost:5173';
  const client = new Client(url, { origin });
  const { status, text } = await client.login(manager);
  client.close();
  if (status !== 200) throw new Error(`Signing in was answered ${status}: ${text}`);
  return {
    Accept: 'application/json',
    Cookie: client.cookieHeader(),
    Origin: origin,
    'X-Requested-With': 'XMLHttpRequest',
    'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') ?? '',
  };
}
