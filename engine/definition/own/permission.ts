/** The permissions that operations and own actions ask for. */
import type { Permission } from '../../policy.ts';

/** A name out of the definition's `permissions`. */
export type OwnPermission = string & Record<never, never>;

export type DefinitionOperation = 'list' | 'view' | 'create' | 'update' | 'delete';

/** The permission that each operation asks for. */
const permissions: Readonly<Partial<Record<string, Permission>>> = {
  list: 'viewAny',
  view: 'view',
  create: 'create',
  update: 'update',
  delete: 'delete',
};

/** The permission that an operation asks for; a name of the definition's own is one. */
export function permissionOf(operation: DefinitionOperation | OwnPermission): Permission {
  return permissions[operation] ?? operation;
}
