/** The rows of users, roles and memberships. */
import bcrypt from 'bcryptjs';
import { demoPassword } from '../../auth/index.ts';
import { minute } from './calendar.ts';
import { administrator, emailOf, people } from './people.ts';
import { roles } from './roles.ts';
import { keyed, type Row, search, stamps, type Tables } from './rows.ts';
import type { World } from './world.ts';

/** A fixed salt, so that the rows are the same each time. The password is no secret, so it keeps none. */
const passwordSalt = '$2b$10$Millwright.demo.data.u';

const roleNames = Object.keys(roles);

/** Users come before sites, which name their author; memberships after both. */
export async function accessRowsOf({
  start,
  sites,
}: World): Promise<{ readonly users: Tables; readonly memberships: Tables }> {
  const passwordHash = await bcrypt.hash(demoPassword, passwordSalt);
  const siteIds = new Map(sites.map(({ id, plan }) => [plan.name, id]));
  const grants = people.flatMap((person) => person.roles.map(([site, role]) => ({ person, site, role })));
  return {
    users: [
      [
        'users',
        people.map((person) => {
          const createdAt = madeAt(start, person.id);
          const author = person === administrator ? null : administrator;
          return {
            ...stamps({ id: person.id, author, createdAt }),
            ...userColumns(person),
            password_hash: passwordHash,
            current_site_id: siteIds.get(person.startsAt) ?? null,
          };
        }),
      ],
    ],
    memberships: [
      [
        'roles',
        Object.entries(roles).map(([name, { description }], index) => ({
          ...stamps({ id: index + 1, author: administrator, createdAt: start + index * minute }),
          ...keyed('name', name),
          description,
          ...search(name, description),
        })),
      ],
      [
        'role_permissions',
        Object.values(roles).flatMap(({ permissions }, index) =>
          permissions.map((permission) => ({ role_id: index + 1, permission })),
        ),
      ],
      [
        'memberships',
        grants.map(({ person, site }, index) => ({
          id: index + 1,
          user_id: person.id,
          site_id: siteIds.get(site) ?? null,
        })),
      ],
      [
        'membership_roles',
        grants.map(({ role }, index) => ({
          membership_id: index + 1,
          role_id: roleNames.indexOf(role) + 1,
        })),
      ],
    ],
  };
}

function userColumns(person: (typeof people)[number]): Row {
  const { username, firstName, lastName } = person;
  const email = emailOf(person);
  return {
    ...keyed('username', username),
    ...keyed('email', email),
    ...keyed('first_name', firstName),
    ...keyed('last_name', lastName),
    full_name: `${firstName} ${lastName}`,
    locale: 'en',
    office_phone: person.phone,
    ...search(firstName, lastName, username, email),
  };
}

/** When somebody's account was made. */
export function madeAt(start: number, id: number): number {
  return start + (id - 1) * 20 * minute;
}
