/** Views that somebody has saved: an address of the list under a name, of which one may be how the list opens. */
import { normalized } from '../address.ts';

export interface SavedView {
  readonly name: string;
  /** The query of the address, without the page. */
  readonly query: string;
  /** Whether the list opens with it. */
  readonly first?: true;
}

/** They are kept in the browser, which has room for so many. */
export const mostViews = 50;
export const longestName = 60;
const longestQuery = 4000;

/** Views out of what was kept, whatever that is. */
export function parseViews(kept: unknown): SavedView[] {
  return Array.isArray(kept) ? kept.filter(isView).slice(0, mostViews) : [];
}

function isView(one: unknown): one is SavedView {
  return (
    typeof one === 'object' &&
    one !== null &&
    'name' in one &&
    'query' in one &&
    typeof one.name === 'string' &&
    typeof one.query === 'string' &&
    one.name.trim() !== '' &&
    one.query.length <= longestQuery
  );
}

/** With a view of what is shown; one of the same name is replaced and keeps its place. */
export function withView(views: readonly SavedView[], name: string, query: URLSearchParams): SavedView[] {
  const view: SavedView = { name: name.trim().slice(0, longestName), query: normalized(query) };
  const before = views.find((one) => one.name === view.name);
  if (!before) return [...views, view];
  return views.map((one) => (one === before ? { ...before, query: view.query } : one));
}

/** Whether there is room for one more of this name. */
export function hasRoom(views: readonly SavedView[], name: string, query: URLSearchParams): boolean {
  const isKnown = views.some((one) => one.name === name.trim());
  return (isKnown || views.length < mostViews) && normalized(query).length <= longestQuery;
}

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((one) => one.name !== name);

/** With one view as that with which the list opens; null for none. */
export function withFirst(views: readonly SavedView[], name: string | null): SavedView[] {
  return views.map(({ first: _before, ...view }) =>
    view.name === name ? { ...view, first: true as const } : view,
  );
}

export const firstOf = (views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ first }) => first === true);

/** Which of them is shown, if one is. */
export const shownOf = (views: readonly SavedView[], query: URLSearchParams): SavedView | undefined =>
  views.find((one) => one.query === normalized(query));
