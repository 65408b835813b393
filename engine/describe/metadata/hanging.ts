/** What a client is told of what hangs on rows. */
import { hungFields } from '../../definition/hung.ts';
import type { HungWord } from '../../kinds/wording.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import type { HungAddresses } from './answer-schema.ts';
import type { ResourceMetadata } from './resource-schema.ts';

/** What hangs on rows, by the word of its definition: whether the user may add to it. */
export function describeHanging(
  resource: Resource,
  actor: Actor,
): Pick<ResourceMetadata, HungWord | 'hangs'> {
  const { hung } = resource.definition;
  if (hung) return { hangs: hung.on };
  if (actor.permitted('view', resource) === 'none') return {};
  const told = resource.hanging().map((one) => {
    const adds = actor.permitted('create', one) !== 'none';
    return [one.definition.hung?.on, adds ? 'add' : 'view'];
  });
  return Object.fromEntries(told);
}

/** Where what hangs on rows is listed and added to, by the path of its resource. */
export function addressesOf(
  baseUrl: string,
  resources: readonly Resource[],
  actor: Actor,
): Record<string, HungAddresses> {
  const { resource, record } = hungFields;
  const seen = resources.filter((one) => one.hung && actor.permitted('viewAny', one) !== 'none');
  return Object.fromEntries(
    seen.map(({ path }) => {
      const url = `${baseUrl}/${path}?${resource}={resource}&${record}={id}`;
      return [path, { url, create_url: `${baseUrl}/{resource}/{id}/${path}` }];
    }),
  );
}
