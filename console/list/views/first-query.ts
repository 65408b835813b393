/** The view with which a list opens, if its user has chosen one. */
import { keyOfUser, readKept } from '../../service/first/read-kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { normalized } from '../address.ts';
import { firstOf, parseViews } from './saved.ts';

/** The query with which a list opens for a user: their choice, or that of its metadata; null for all rows. */
export function firstQuery(resource: Resource, user: number): string | null {
  const own = firstOf(parseViews(readKept(keyOfUser(user, 'views', resource.path))));
  const query = own?.query ?? startQuery(resource);
  return query === '' ? null : query;
}

/** The query with which a list opens if the user has chosen none; empty for all rows. */
export const startQuery = ({ view }: Resource): string => new URLSearchParams(view.start).toString();

/** Whether a list is shown as its metadata has it open. */
export const isStart = ({ view }: Resource, query: URLSearchParams): boolean =>
  view.start !== undefined && normalized(query) === normalized(new URLSearchParams(view.start));

/** Removes from an address what its user has not set: the filters and the order with which the list opens. */
export const withoutStart = (
  { view: { start = {} } }: Resource,
  query: URLSearchParams,
): Record<string, null> =>
  Object.fromEntries(
    Object.entries(start).flatMap(([name, value]) => (query.get(name) === value ? [[name, null]] : [])),
  );
