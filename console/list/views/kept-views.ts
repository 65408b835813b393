/** Saved views of the signed-in user, stored in the browser. */
import { keyOf } from '../../service/first/read-kept.ts';
import { useKept } from '../../service/kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { parseViews, type SavedView } from './saved.ts';

/** The key under which they are stored. */
export const viewsKey = ({ path }: Resource): string => keyOf('views', path);

export const useViews = (resource: Resource): readonly SavedView[] => parseViews(useKept(viewsKey(resource)));
