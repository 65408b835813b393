/** Checks which permissions may be added to a role, and removed from it. */
import { Failure, type HookContext, type Message, say } from '../../engine/index.ts';
import { authorityOf, firstLacking } from './holdings.ts';
import { keepAdministrator, lockHeadquarters } from './last-administrator.ts';

interface RoleWrite extends HookContext {
  readonly row: { readonly id: number | null; readonly permissions: readonly string[] };
  readonly previous: { readonly permissions: readonly string[] } | null;
  fail(field: string, message: Message): void;
}

/**
 * Refuses unknown names, and changes of permissions that the actor does not hold. A user who could add a permission that they
 * lack could give it to themselves; one who could remove it could strip users above them.
 *
 * @throws Failure 403, naming the permission; 409 if no user could manage users and roles any more
 */
export async function checkRolePermissions(write: RoleWrite): Promise<void> {
  const { db, row, previous, services, actor } = write;
  const before = previous?.permissions ?? [];
  if (!checkNames(write, before)) return;
  const was = services.heldPermissions(new Set(before), true);
  const will = services.heldPermissions(new Set(row.permissions), true);
  const changed = [...was, ...will].filter((name) => !was.has(name) || !will.has(name));
  if (changed.length === 0) return;
  // Before the actor's holdings, whose shared lock includes the sites: if two transactions both held it, neither could continue.
  const headquarters = await lockHeadquarters(db);
  const held = (await authorityOf(write))(actor.site?.id ?? 0);
  const permission = firstLacking(changed, held);
  if (permission) throw new Failure('forbidden', { message: say(lacking, { permission }) });
  if (!previous) return;
  await keepAdministrator(db, headquarters, (grants) => {
    const holders = new Set(grants.filter(({ role_id }) => role_id === row.id).map(({ user_id }) => user_id));
    const granted = [...holders].flatMap((user_id) =>
      row.permissions.map((name) => ({ user_id, role_id: Number(row.id), permission: name })),
    );
    return [...grants.filter(({ role_id }) => role_id !== row.id), ...granted];
  });
}

/** A name that the role already contains may stay: its resource may be added again. */
function checkNames({ row, services, fail }: RoleWrite, before: readonly string[]): boolean {
  const known = new Set(['*', ...services.permissionNames(), ...before]);
  const unknown = [...row.permissions.entries()].filter(([, name]) => !known.has(name));
  for (const [index, name] of unknown) fail(`permissions.${index}`, say(noPermission, { name }));
  return unknown.length === 0;
}

const noPermission = say(
  'There is no permission “{name}”. Use names such as material.view, or * for all of them.',
);
const lacking = say(
  'You lack the permission {permission}, so you can neither put it into a role nor take it out.',
);
