/** Views of the person who is signed in, as the browser keeps them. */
import { keyOf, readKept, useKept } from '../../service/kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { firstOf, parseViews, type SavedView } from './saved.ts';

/** The name under which they are kept. */
export const viewsKey = ({ path }: Resource): string => keyOf('views', path);

export const useViews = (resource: Resource): readonly SavedView[] => parseViews(useKept(viewsKey(resource)));

/** The query with which a list opens; null where it opens with all rows. */
export function firstQuery(resource: Resource): string | null {
  const query = firstOf(parseViews(readKept(viewsKey(resource))))?.query ?? '';
  return query === '' ? null : query;
}
