/** Saved views: named addresses of the list, one of which may be the initial view. */
import { normalized } from '../address.ts';

export interface SavedView {
  readonly name: string;
  /** The query of the address, without the page. */
  readonly query: string;
  /** Whether it is the initial view. */
  readonly first?: true;
}

/** The browser's storage has room for this many. */
export const mostViews = 50;
export const longestName = 60;
const longestQuery = 4000;

/** Parses stored views, of any content. */
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

/** Adds the present view; one with the same name is replaced in place. */
export function withView(views: readonly SavedView[], name: string, query: URLSearchParams): SavedView[] {
  const view: SavedView = { name: name.trim().slice(0, longestName), query: normalized(query) };
  const before = views.find((one) => one.name === view.name);
  if (!before) return [...views, view];
  return views.map((one) => (one === before ? { ...before, query: view.query } : one));
}

/** Whether there is room for another one with this name. */
export function hasRoom(views: readonly SavedView[], name: string, query: URLSearchParams): boolean {
  const isKnown = views.some((one) => one.name === name.trim());
  return (isKnown || views.length < mostViews) && normalized(query).length <= longestQuery;
}

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((one) => one.name !== name);

/** Makes one view the initial one; null for none. */
export function withFirst(views: readonly SavedView[], name: string | null): SavedView[] {
  return views.map(({ first: _before, ...view }) =>
    view.name === name ? { ...view, first: true as const } : view,
  );
}

export const firstOf = (views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ first }) => first === true);

/** The view that is shown, if any. */
export const shownOf = (views: readonly SavedView[], query: URLSearchParams): SavedView | undefined =>
  views.find((one) => one.query === normalized(query));
