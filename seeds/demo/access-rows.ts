/** The rows of users and roles. */
import bcrypt from 'bcryptjs';
import { demoPassword } from '../../auth/index.ts';
import { minute } from './calendar.ts';
import { administrator, emailOf, people } from './people.ts';
import { roles } from './roles.ts';
import { type Row, stamps } from './rows.ts';

/** A fixed salt, so that the rows are always the same. The password is public, so this reveals nothing. */
const passwordSalt = '$2b$10$Millwright.demo.data.u';

export async function userRowsOf(start: number): Promise<Row[]> {
  const password_hash = await bcrypt.hash(demoPassword, passwordSalt);
  return people.map((person) => {
    const { id, username, firstName: first_name, lastName: last_name } = person;
    const author = person === administrator ? null : administrator;
    return {
      ...stamps({ id, author, createdAt: madeAt(start, id) }),
      ...{ username, email: emailOf(person), password_hash, locale: 'en' },
      ...{ first_name, last_name, full_name: `${first_name} ${last_name}`, office_phone: person.phone },
    };
  });
}

export function roleRowsOf(start: number): Row[] {
  return Object.entries(roles).map(([name, { description, permissions }], index) => ({
    ...stamps({ id: index + 1, author: administrator, createdAt: start + index * minute }),
    ...{ name, description, permissions },
  }));
}

/** When a user's account was created. */
export function madeAt(start: number, id: number): number {
  return start + (id - 1) * 20 * minute;
}
