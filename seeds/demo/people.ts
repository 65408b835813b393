/** The demo's users, exactly those in the documentation. */
import type { Person, RoleName, SiteName } from './model.ts';

/** The public secret and codes for trying the second factor. */
export const demoTwoFactor = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  recoveryCodes: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `demo${number}-aaaaa`),
};

export function emailOf(person: Pick<Person, 'username'>): string {
  return `${person.username}@demo.test`;
}

export const administrator: Person = {
  id: 1,
  username: 'admin',
  firstName: 'Alice',
  lastName: 'Martin',
  phone: '+33 4 65 71 00 11',
  roles: [
    ['Headquarters', 'administrator'],
    ['Plant North', 'administrator'],
    ['Plant South', 'administrator'],
  ],
  startsAt: 'Headquarters',
  twoFactor: false,
};

export const people: readonly Person[] = [
  administrator,
  {
    id: 2,
    username: 'manager',
    firstName: 'Nikos',
    lastName: 'Georgiou',
    phone: '+44 113 496 0121',
    roles: [
      ['Plant North', 'manager'],
      ['Plant South', 'manager'],
    ],
    startsAt: 'Plant North',
    twoFactor: false,
  },
  {
    id: 3,
    username: 'technician',
    firstName: 'Tom',
    lastName: 'Barker',
    phone: '+44 113 496 0122',
    roles: [['Plant North', 'technician']],
    startsAt: 'Plant North',
    twoFactor: false,
  },
  {
    id: 4,
    username: 'viewer',
    firstName: 'Eleni',
    lastName: 'Papadaki',
    phone: '+30 2310 000 131',
    roles: [['Plant South', 'viewer']],
    startsAt: 'Plant South',
    twoFactor: false,
  },
  {
    id: 5,
    username: 'secure',
    firstName: 'Sarah',
    lastName: 'Whitfield',
    phone: '+44 113 496 0123',
    roles: [['Plant North', 'manager']],
    startsAt: 'Plant North',
    twoFactor: true,
  },
];

/** The people who do manual work at a site; if there are none, the administrator. */
export function staffOf(site: SiteName): Person[] {
  const holding = (role: RoleName) =>
    people.filter((person) => person.roles.some(([where, held]) => where === site && held === role));
  const hands = [...holding('technician'), ...holding('manager')];
  return hands.length > 0 ? hands : holding('administrator');
}
