/** Three sites that know nothing of each other, and at each a user with all permissions and a limited one. */

import type { Knex } from 'knex';
import { hashPassword } from '../../../auth/index.ts';
import { searchText, sortKey, storedNow } from '../../../engine/values.ts';
import { marks, type Place, places, roleIds, siteIds } from '../specimens/rules.ts';

import { testPasswordCost } from './database.ts';

export const timezones: Readonly<Record<Place, string>> = {
  hq: 'America/New_York',
  north: 'Europe/Paris',
  south: 'Asia/Kolkata',
};

export type Standing = keyof typeof roleIds;

/** The password of all people: `password`. */
export function emailOf(standing: Standing, place: Place): string {
  return `${standing}@${marks[place].toLowerCase()}.test`;
}

export async function addPeople(knex: Knex): Promise<void> {
  const stamps = { created_at: storedNow(), updated_at: storedNow() };
  await knex('sites').insert(
    places.map((place) => ({
      id: siteIds[place],
      ...keyed({ name: `Site ${marks[place]}` }),
      is_headquarters: place === 'hq' ? 1 : 0,
      headquarters_slot: place === 'hq' ? 1 : null,
      timezone: timezones[place],
      search_text: searchText([`Site ${marks[place]}`]),
      ...stamps,
    })),
  );
  for (const [name, id] of Object.entries(roleIds)) {
    await knex('roles').insert({ id, ...keyed({ name }), search_text: searchText([name]), ...stamps });
  }
  await knex('role_permissions').insert({ role_id: roleIds.everything, permission: '*' });
  const password_hash = await hashPassword('password', testPasswordCost);
  for (const place of places) {
    for (const standing of ['everything', 'limited'] as const) {
      await addPerson(knex, standing, place, { password_hash, ...stamps });
    }
  }
}

async function addPerson(
  knex: Knex,
  standing: Standing,
  place: Place,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const names = { first_name: standing, last_name: marks[place] };
  const texts = { ...names, username: `${standing}.${marks[place]}`, email: emailOf(standing, place) };
  const [user_id] = await knex('users').insert({
    ...keyed(texts),
    full_name: `${standing} ${marks[place]}`,
    search_text: searchText(Object.values(texts)),
    locale: 'en',
    current_site_id: siteIds[place],
    live: 1,
    ...columns,
  });
  const [membership_id] = await knex('memberships').insert({ user_id, site_id: siteIds[place] });
  await knex('membership_roles').insert({ membership_id, role_id: roleIds[standing] });
}

/** Texts with the folded keys beside them. */
function keyed(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => [
      [name, text],
      [`${name}_key`, sortKey(text)],
    ]),
  );
}
