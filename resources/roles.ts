import { CountThrough, defineResource, EnumSet, Failure, Nullable, say, Text } from '../engine/index.ts';
import { permissionValues } from './access/permission-values.ts';
import { checkRolePermissions } from './access/role-permissions.ts';

/** Sets of permissions, granted to users at sites. One role is the same everywhere. */
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
  hooks: {
    validate: (write) => checkRolePermissions(write),
    async beforeDelete({ db, row }) {
      const holders: number[] = await db('membership_roles')
        .join('memberships', 'memberships.id', 'membership_roles.membership_id')
        .where('membership_roles.role_id', row.id)
        .distinct()
        .pluck('memberships.user_id');
      if (holders.length === 0) return;
      const text = holders.length === 1 ? heldByOne : heldByMany;
      throw new Failure('conflict', { message: say(text, { count: holders.length }) });
    },
  },
  view: { icon: 'shield', group: 'Administration', order: 100 },
});

const heldByOne = say('It cannot be deleted while {count} user holds it.');
const heldByMany = say('It cannot be deleted while {count} users hold it.');
