/** Saved views of the signed-in user, stored in the browser. */
import { keyOf, readKept, useKept } from '../../service/kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { firstOf, parseViews, type SavedView } from './saved.ts';

/** The key under which they are stored. */
export const viewsKey = ({ path }: Resource): string => keyOf('views', path);

export const useViews = (resource: Resource): readonly SavedView[] => parseViews(useKept(viewsKey(resource)));

/** The query with which a list opens: the user's choice, or that of its metadata; null for all rows. */
export function firstQuery(resource: Resource): string | null {
  const own = firstOf(parseViews(readKept(viewsKey(resource))));
  const query = own?.query ?? startQuery(resource);
  return query === '' ? null : query;
}

/** The query with which a list opens if the user has chosen none; empty for all rows. */
export const startQuery = ({ view }: Resource): string => new URLSearchParams(view.start).toString();
