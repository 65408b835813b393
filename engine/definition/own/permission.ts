/** The permissions that operations and own actions need. */
import { valueUnder } from '../../json-object.ts';
import type { Permission } from '../../policy.ts';

/** One of the definition's `permissions`. */
export type OwnPermission = string & Record<never, never>;

export type DefinitionOperation = 'list' | 'view' | 'create' | 'update' | 'delete';

/** The permission that each operation needs. */
const permissions: Readonly<Partial<Record<string, Permission>>> = {
  list: 'viewAny',
  view: 'view',
  create: 'create',
  update: 'update',
  delete: 'delete',
};

/** The permission that an operation needs; an own permission stands for itself. */
export function permissionOf(operation: DefinitionOperation | OwnPermission): Permission {
  return valueUnder(permissions, operation) ?? operation;
}
