/** Separates the service's query from the console's own parts of the page's address. */

/** The console's view of a list. `span`, `on` and `by` belong to its calendar, `report` to a report on its rows. */
const ownNames = new Set(['view', 'columns', 'span', 'on', 'by', 'report']);
/** The prefix of a report's parameters. */
const reportPrefix = 'with.';
/** Parameters of lists only: calendars and counts contain all rows. */
const pageNames = new Set(['page', 'per_page', 'sort']);

export const modes = ['list', 'tree', 'board', 'calendar'] as const;
export type Mode = (typeof modes)[number];

export const pageSizes = [25, 50, 100];

type Parameters = Readonly<Record<string, string>>;

const without = (query: URLSearchParams, names: ReadonlySet<string>): Parameters =>
  Object.fromEntries(
    [...query].filter(([name]) => !ownNames.has(name) && !names.has(name) && !name.startsWith(reportPrefix)),
  );

/** The query of a list for the service. */
export const listQuery = (query: URLSearchParams): Parameters => without(query, new Set());

/** The query that selects rows: filters and search. */
export const rowsQuery = (query: URLSearchParams): Parameters => without(query, pageNames);

/** The query that selects and sorts rows. */
export const orderedQuery = (query: URLSearchParams): Parameters =>
  without(query, new Set(['page', 'per_page']));

/** Temporary parts: another page or an open report is still the same view. */
const passing = new Set(['page', 'on', 'report']);

/** Removes a report and its parameters from the address. */
export const withoutReport = (query: URLSearchParams): Record<string, null> =>
  Object.fromEntries(
    [...query.keys()]
      .filter((name) => name === 'report' || name.startsWith(reportPrefix))
      .map((name) => [name, null]),
  );

/** The console's view of rows; the list, if it is unknown or missing. */
export function modeOf(query: URLSearchParams): Mode {
  return modes.find((one) => one === query.get('view')) ?? 'list';
}

/** A query without page and day, to compare views; empty for the plain list. */
export function normalized(query: URLSearchParams): string {
  const kept = [...query].filter(
    ([name, value]) =>
      !passing.has(name) && !name.startsWith(reportPrefix) && !(name === 'view' && value === 'list'),
  );
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}
