/** The metadata of attached rows. */
import { hungFields } from '../../definition/hung.ts';
import { type HungWord, hungWords } from '../../kinds/wording.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import type { HungAddresses } from './answer-schema.ts';
import type { ResourceMetadata } from './resource-schema.ts';

/** The kinds of attached rows, by the word of the definition: whether the user may add them. */
export function describeHanging(
  resource: Resource,
  actor: Actor,
): Pick<ResourceMetadata, HungWord | 'hangs'> {
  const { hung } = resource.definition;
  if (hung) return { hangs: hung.on };
  if (actor.permitted('view', resource) === 'none') return {};
  const told = hungWords.flatMap((word) => {
    const one = resource.hanging().find(({ definition }) => definition.hung?.on === word);
    return one ? [[word, actor.permitted('create', one) === 'none' ? 'view' : 'add']] : [];
  });
  return Object.fromEntries(told);
}

/** Where attached rows are listed and added, by the path of their resource. */
export function addressesOf(
  { baseUrl, files }: { readonly baseUrl: string; readonly files: { readonly limit: number } },
  resources: readonly Resource[],
  actor: Actor,
): Record<string, HungAddresses> {
  const { resource, record } = hungFields;
  const seen = resources.filter((one) => one.hung && actor.permitted('viewAny', one) !== 'none');
  return Object.fromEntries(
    seen.map(({ path, definition }) => {
      const url = `${baseUrl}/${path}?${resource}={resource}&${record}={id}`;
      const add = `${baseUrl}/{resource}/{id}/${path}`;
      if (!definition.hung?.files) return [path, { url, create_url: add }];
      return [path, { url, upload_url: add, max_bytes: files.limit }];
    }),
  );
}
