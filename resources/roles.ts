import {
  CountThrough,
  defineResource,
  EnumSet,
  Failure,
  type GuardContext,
  Nullable,
  type Refusals,
  say,
  Text,
} from '../engine/index.ts';
import { holdPeople, leaveWork, mayWork } from './access/leave-work.ts';
import { permissionValues } from './access/permission-values.ts';
import { checkRolePermissions } from './access/role-permissions.ts';

/** Sets of permissions, granted to users at sites. A role is the same at every site. */
export default defineResource({
  name: 'role',
  path: 'roles',
  table: 'roles',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['create', 'update', 'delete'],
  fields: {
    name: Text(),
    description: Nullable(Text({ max: 1000, multiline: true })),
    permissions: EnumSet({
      table: 'role_permissions',
      own: 'role_id',
      column: 'permission',
      default: [],
      offered: permissionValues,
    }),
    user_count: CountThrough('membership_roles', 'role_id', {
      distinct: 'user_id',
      through: { table: 'memberships', column: 'membership_id' },
      site: 'site_id',
      label: 'number of users',
      heading: 'Users',
    }),
  },
  search: ['name', 'description'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  guards: { delete: findHeld },
  hooks: {
    beforeLock: ({ id, sent, ...work }) => holdPeople(work, id, sent.permissions),
    validate: (write) => checkRolePermissions(write),
    async afterWrite(write) {
      const { row, previous } = write;
      if (previous && mayWork(previous.permissions) && !mayWork(row.permissions))
        await leaveWork(write, { role: row.id });
    },
  },
  view: { icon: 'shield', group: 'Administration', order: 100 },
});

/** Roles that users hold; each user counts once. */
async function findHeld(ids: readonly number[], { db }: GuardContext): Promise<Refusals> {
  const held: readonly { role_id: number; count: number }[] = await db('membership_roles')
    .join('memberships', 'memberships.id', 'membership_roles.membership_id')
    .whereIn('membership_roles.role_id', [...ids])
    .groupBy('membership_roles.role_id')
    .select('membership_roles.role_id')
    .countDistinct({ count: 'memberships.user_id' });
  return new Map(
    held.map(({ role_id, count }) => {
      const text = Number(count) === 1 ? heldByOne : heldByMany;
      return [role_id, new Failure('conflict', { message: say(text, { count: Number(count) }) })];
    }),
  );
}

const heldByOne = say('It cannot be deleted while {count} user has it.');
const heldByMany = say('It cannot be deleted while {count} users have it.');

declare module '../engine/index.ts' {
  interface Resources {
    roles: typeof import('./roles.ts').default;
  }
}
