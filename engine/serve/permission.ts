/** Checks that a user has a permission for some rows at all; plans and transactions check it for the rows themselves. */
import { Failure } from '../failure.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import { grantedOf, type Permission } from '../policy.ts';
import type { Request } from '../request/request.ts';

/** Requires one of these permissions, for some rows. @throws Failure `forbidden`, naming the first */
export function requireAny(
  { actor, resource }: Pick<Request, 'actor' | 'resource'>,
  wanted: readonly Permission[],
): void {
  if (wanted.some((operation) => actor.permitted(operation, resource) !== 'none')) return;
  const first = wanted.find((operation) => resource.operations.includes(operation)) ?? wanted[0];
  const reserved = first !== undefined && resource.headquartersOnly.includes(first);
  const message =
    reserved && !actor.site?.is_headquarters
      ? say(texts.headquarters)
      : say(texts.permission, { permission: lacking(resource, first) });
  throw new Failure('forbidden', { message });
}

/**
 * Attached rows: viewing needs the permission to view a row that they can be attached to. Operations of the author only need the
 * permission to create.
 */
function lacking(resource: Resource, operation: Permission | undefined): string {
  const granted = grantedOf(resource);
  const [holder] = resource.hangOn();
  if (!holder || operation === undefined || granted.includes(operation))
    return `${resource.name}.${operation}`;
  return operation === 'update' ? `${resource.name}.create` : `${holder.name}.view`;
}
