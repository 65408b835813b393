/** The current user as `GET /user` shows them: exactly these keys, in this order. */
import type { Knex } from 'knex';
import type { Governed } from '../../engine/policy.ts';
import type { CurrentUser } from '../answers.ts';
import { permissionsOf } from './actor.ts';
import { type Person, rolesOf, sitesOf } from './people.ts';

/** Presents a person, with one query for their sites and one for their roles. Source: user-spec, "Current user resource". */
export async function presentCurrentUser(
  database: Knex,
  person: Person,
  resources: readonly Governed[],
): Promise<CurrentUser> {
  const sites = await sitesOf(database, person.id);
  return {
    id: person.id,
    first_name: person.first_name,
    last_name: person.last_name,
    full_name: person.full_name,
    email: person.email,
    username: person.username,
    locale: person.locale,
    current_site_id: person.site?.id ?? null,
    roles: person.site ? await rolesOf(database, person.id, person.site.id) : [],
    permissions: [...permissionsOf(person, resources)].sort(),
    sites: sites.map(({ id, name, is_headquarters }) => ({ id, name, is_headquarters })),
  };
}
