/** The rows of users, roles and memberships, and of the second factor that one user has on. */
import bcrypt from 'bcryptjs';
import { demoPassword, hashRecoveryCode, sealSecret } from '../../auth/index.ts';
import { hour, minute, stored } from './calendar.ts';
import { administrator, demoTwoFactor, emailOf, people } from './people.ts';
import { roles } from './roles.ts';
import { keyed, type Row, search, stamps, type Tables } from './rows.ts';
import type { World } from './world.ts';

/** A fixed salt, so that the rows are the same each time. The password is no secret, so it keeps none. */
const passwordSalt = '$2b$10$Millwright.demo.data.u';

const roleNames = Object.keys(roles);

/** Users come before sites, which name their author; memberships after both. */
export async function accessRowsOf(
  { start, sites }: World,
  appKeys: readonly Buffer[],
): Promise<{ readonly users: Tables; readonly memberships: Tables }> {
  const passwordHash = await bcrypt.hash(demoPassword, passwordSalt);
  const siteIds = new Map(sites.map(({ id, plan }) => [plan.name, id]));
  const grants = people.flatMap((person) => person.roles.map(([site, role]) => ({ person, site, role })));
  return {
    users: [
      [
        'users',
        people.map((person) => {
          const createdAt = start + (person.id - 1) * 20 * minute;
          const author = person === administrator ? null : administrator;
          return {
            ...stamps({ id: person.id, author, createdAt }),
            ...userColumns(person, appKeys),
            password_hash: passwordHash,
            current_site_id: siteIds.get(person.startsAt) ?? null,
            two_factor_confirmed_at: person.twoFactor ? stored(createdAt + 2 * hour) : null,
          };
        }),
      ],
      [
        'two_factor_recovery_codes',
        people.filter(({ twoFactor }) => twoFactor).flatMap((person) => recoveryRows(person.id, appKeys)),
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

function userColumns(person: (typeof people)[number], appKeys: readonly Buffer[]): Row {
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
    // Sealed for this user alone, by the words with which auth/ opens it.
    two_factor_secret: person.twoFactor
      ? sealSecret(appKeys, demoTwoFactor.secret, `user ${person.id}`)
      : null,
    ...search(firstName, lastName, username, email),
  };
}

function recoveryRows(userId: number, appKeys: readonly Buffer[]): Row[] {
  return demoTwoFactor.recoveryCodes.map((code, index) => ({
    id: index + 1,
    user_id: userId,
    code_hash: hashRecoveryCode(appKeys, userId, code),
  }));
}
