/** What of the page's address is asked of the service, and what is the console's own. */

/** What a list is shown as. `span`, `on` and `by` say what its calendar shows, `report` what is computed of its rows. */
const ownNames = new Set(['view', 'columns', 'span', 'on', 'by', 'report']);
/** Begins what such a report is asked with. */
const reportPrefix = 'with.';
/** What only a list has: a board, a calendar, a file and a count take all rows. */
const pageNames = new Set(['page', 'per_page', 'sort']);

export const modes = ['list', 'tree', 'board', 'calendar'] as const;
export type Mode = (typeof modes)[number];

export const pageSizes = [25, 50, 100];

type Parameters = Readonly<Record<string, string>>;

const without = (query: URLSearchParams, names: ReadonlySet<string>): Parameters =>
  Object.fromEntries(
    [...query].filter(([name]) => !ownNames.has(name) && !names.has(name) && !name.startsWith(reportPrefix)),
  );

/** What a list is asked with, as the service takes it. */
export const listQuery = (query: URLSearchParams): Parameters => without(query, new Set());

/** What says which rows: filters and search. */
export const rowsQuery = (query: URLSearchParams): Parameters => without(query, pageNames);

/** What says which rows, and in which order. */
export const orderedQuery = (query: URLSearchParams): Parameters =>
  without(query, new Set(['page', 'per_page']));

/** What passes: the same view is shown on another page, and with a report over it. */
const passing = new Set(['page', 'on', 'report']);

/** Takes a report, and what it was asked with, out of the address. */
export const withoutReport = (query: URLSearchParams): Record<string, null> =>
  Object.fromEntries(
    [...query.keys()]
      .filter((name) => name === 'report' || name.startsWith(reportPrefix))
      .map((name) => [name, null]),
  );

/** The console's own part that says how rows are shown; rows as a list where it says nothing that is known. */
export function modeOf(query: URLSearchParams): Mode {
  return modes.find((one) => one === query.get('view')) ?? 'list';
}

/** A query of which page and day do not count, to tell whether two are the same view; empty for the plain list. */
export function normalized(query: URLSearchParams): string {
  const kept = [...query].filter(
    ([name, value]) =>
      !passing.has(name) && !name.startsWith(reportPrefix) && !(name === 'view' && value === 'list'),
  );
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}
