/** Saved views of the signed-in user, stored in the browser. */
import { keyOf, readKept, useKept } from '../../service/kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { firstOf, parseViews, type SavedView } from './saved.ts';

/** The key under which they are stored. */
export const viewsKey = ({ path }: Resource): string => keyOf('views', path);

export const useViews = (resource: Resource): readonly SavedView[] => parseViews(useKept(viewsKey(resource)));

/** The query with which a list opens; null for all rows. */
export function firstQuery(resource: Resource): string | null {
  const query = firstOf(parseViews(readKept(viewsKey(resource))))?.query ?? '';
  return query === '' ? null : query;
}
