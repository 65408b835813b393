/** The roles of a project's configuration: created once, and then managed by administrators. */
import type { Knex } from 'knex';
import { everything, permissionNames } from '../../auth/index.ts';
import { DefinitionError, type Finding } from '../../engine/check/subject.ts';
import { dialectOf, insert, query } from '../../engine/database/query.ts';
import type { SeedRoles } from '../../engine/features/seeds/feature.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { sortKey } from '../../engine/values.ts';
import type { Project } from './project.ts';

/** The permissions of each role, by its name. `patient.*` means all of the resource `patient`. */
type Roles = ReadonlyMap<string, readonly string[]>;

/** @throws DefinitionError for a permission that no definition has */
export function readRoles({ options, ending }: Project, registry: Registry): Roles {
  const resources = [...registry.values()];
  const known = permissionNames(resources);
  const findings: Finding[] = [];
  const expand = (role: string, permission: string): readonly string[] => {
    if (permission === everything || known.includes(permission)) return [permission];
    const [prefix = '', operation] = permission.split('.');
    const own = known.filter((name) => name.startsWith(`${prefix}.`));
    if (operation === '*' && own.length > 0) return own;
    findings.push({
      file: `millwright.config${ending}`,
      key: `roles.${role}`,
      problem: `there is no permission “${permission}”.`,
      remedy:
        own.length > 0
          ? `Use some of ${own.join(', ')}, or ${prefix}.* for all of them.`
          : `Resources are ${resources.map(({ name }) => name).join(', ')}: use their names as in ${known[0]}, or * for everything.`,
    });
    return [];
  };
  const roles = Object.entries(options.roles ?? {}).map(([role, permissions]) => {
    return [role, [...new Set(permissions.flatMap((one) => expand(role, one)))]] as const;
  });
  if (findings.length > 0) throw new DefinitionError(findings);
  return new Map(roles);
}

/** Roles of the database, for seeds. */
export function rolesIn(db: Knex): SeedRoles {
  const idOf = async (name: string): Promise<number> => {
    const found = await query(db, {
      text: 'select id from roles where name_key = ?',
      bindings: [sortKey(name)],
    });
    if (found[0]) return Number(found[0].id);
    const all = await query(db, { text: 'select name from roles order by name_key', bindings: [] });
    const names = all.map((row) => row.name).join(', ') || 'none';
    throw new Error(`There is no role “${name}”: there are ${names}. The configuration can name more.`);
  };
  return {
    id: idOf,
    give: async (userId, name, siteId) => {
      const roleId = await idOf(name);
      const bindings = [userId, siteId];
      const text = `select id from memberships where user_id = ? and site_id = ?${dialectOf(db).lock('update')}`;
      const [known] = await query(db, { text, bindings });
      const membershipId = known
        ? Number(known.id)
        : await insert(db, 'memberships', [{ user_id: userId, site_id: siteId }]);
      const pair = { membership_id: membershipId, role_id: roleId };
      const held = await query(db, {
        text: 'select role_id from membership_roles where membership_id = ? and role_id = ?',
        bindings: [membershipId, roleId],
      });
      if (held.length === 0) await insert(db, 'membership_roles', [pair]);
      // Their current site, until they choose another.
      await db('users')
        .where({ id: userId })
        .whereNull('current_site_id')
        .update({ current_site_id: siteId });
    },
  };
}
