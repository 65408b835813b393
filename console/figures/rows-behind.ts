/** Where the rows are that a figure of a report counts: filters of lists. */
import { addDays, addMonths, isDay, weekOf } from '../parts/time/days.ts';
import { withQuery } from '../service/call.ts';
import { may, type Resource } from '../service/metadata.ts';
import type { Asked } from './charted.ts';
import { dayRange } from './day-range.ts';

interface Leading {
  readonly asked: Asked;
  readonly resource: Resource | undefined;
  /** Whether there is a list of it to lead to. */
  readonly isListed: boolean;
  /** Of the site, on whose clock days begin. */
  readonly timezone: string | null;
}

/** What the rows of an answer are told for each of; null where nothing groups them. */
export function groupedBy({ chart, report }: Asked): string | null {
  const asked = chart.input.by ?? report.parameters.find(({ name }) => name === 'by')?.default;
  return typeof asked === 'string' ? asked : null;
}

/** Parts of a window have no rows of their own: what groups rows is a filter of their list. */
export const isPeriod = (value: unknown, by: string | null): boolean =>
  (by === 'month' || by === 'week' || by === 'day') && typeof value === 'string' && isDay(value);

/** The rows behind a value: the one that it is of, or the list with the filter of what groups them, and with what the report counts of it. */
export function linkTo(
  { asked, resource, isListed, timezone }: Leading,
  by: string | null,
  value: unknown,
): string | undefined {
  if (!resource || !isListed || by === null || isPeriod(value, by)) return undefined;
  if (by === 'id') return value === null ? undefined : `/${resource.path}/${value}`;
  if (!resource.filters.some(({ name }) => name === by)) return undefined;
  const { where = {}, within } = asked.report.behind ?? {};
  const { from, until } = asked.window;
  return withQuery(`/${resource.path}`, {
    ...asked.filters,
    ...chosen(where),
    ...(within !== undefined && dayRange(resource, within, [from, until], timezone)),
    [by]: String(value),
  });
}

type Values = Readonly<Record<string, readonly (string | boolean)[]>>;

const chosen = (where: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(where).map(([name, values]) => [name, values.join()]));

/**
 * The rows that a figure counts in a period, which are those of another resource.
 *
 * @param resourceAt gives those that there are
 * @returns undefined where none are told, none may be listed, or their list knows no filter of the page
 */
export function linkToPeriod(
  { asked, timezone }: Pick<Leading, 'asked' | 'timezone'>,
  figure: string,
  value: unknown,
  resourceAt: (path: string) => Resource | undefined,
): string | undefined {
  const { report, window, filters, id } = asked;
  const by = groupedBy(asked);
  const rows = report.behind?.periods?.[figure];
  const resource = rows && resourceAt(rows.resource);
  if (!rows || !resource || !may(resource, 'list') || !isPeriod(value, by)) return undefined;
  const from = String(value);
  const end = { month: addMonths(from, 1), week: addDays(weekOf(from)[0] ?? from, 7), day: addDays(from, 1) };
  const next = end[by === 'month' || by === 'week' ? by : 'day'];
  const asks = { ...(report.on === 'collection' && filters), ...chosen(rows.where) };
  if (Object.keys(asks).some((name) => !resource.filters.some((one) => one.name === name))) return undefined;
  return withQuery(`/${resource.path}`, {
    ...asks,
    ...(rows.of !== undefined && { [rows.of]: String(id) }),
    ...dayRange(resource, rows.within, [from, next < window.until ? next : window.until], timezone),
  });
}
