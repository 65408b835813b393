/** Changes of the list's address. */
import { changeQuery, go } from '../place/place.tsx';
import type { Resource } from '../service/metadata.ts';
import type { Mode } from './address.ts';
import { withoutStart } from './views/first-query.ts';

type Changes = Readonly<Record<string, string | null>>;

/**
 * Changes the query of the list. An address without a query is the initial view, which the user can choose; so the plain list of
 * all rows is stated explicitly.
 */
export function changeList(changes: Changes, replace = false): void {
  const names = new Set([...new URLSearchParams(location.search).keys()].filter((name) => name !== 'page'));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') names.delete(name);
    else names.add(name);
  }
  changeQuery(names.size === 0 ? { ...changes, view: 'list' } : changes, { replace });
}

/** Shows the rows in another way. The filters with which a list opens are not taken along: a board shows all states. */
export function showAs(resource: Resource, query: URLSearchParams, view: Mode): void {
  changeList(view === 'list' ? { view: null } : { ...withoutStart(resource, query), view });
}

/** Opens the list with another query; an empty one is the plain list. */
export function goToList({ path }: Resource, query: string, replace = false): void {
  go(`/${path}?${query === '' ? 'view=list' : query}`, { replace });
}
