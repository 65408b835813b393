/** The rows that a figure of a report counts, as filters of lists. */
import { isDay, nextPeriod } from '../parts/time/days.ts';
import { withQuery } from '../service/call.ts';
import { type Meta, may, type Resource } from '../service/metadata.ts';
import type { Asked } from './charted.ts';
import { dayRange, lastingRange } from './day-range.ts';

interface Leading {
  readonly asked: Asked;
  readonly resource: Resource | undefined;
  /** Whether there is a list of it to link to. */
  readonly isListed: boolean;
  /** Of the site, whose local days are used. */
  readonly timezone: string | null;
  /** When the report was answered, in milliseconds. */
  readonly at?: number | undefined;
}

/** The clock of the days that lists are linked by. */
interface DayClock {
  /** IANA; null for that of the browser. */
  readonly timezone: string | null;
  /** Sites with other clocks are counted, too: each by its own days. */
  readonly isMixed: boolean;
}

/**
 * The clock of the sites that a report counts, or that of the current site if they have several.
 *
 * @param sites ids; none for all that the user may see
 * @param seesOthers whether these are more than the current site
 */
export function dayClockOf(
  sites: readonly string[],
  { timezone, timezones = {} }: Pick<Meta, 'timezone' | 'timezones'>,
  seesOthers: boolean,
): DayClock {
  const all = seesOthers ? [timezone, ...Object.values(timezones)] : [timezone];
  const zones = new Set(sites.length > 0 ? sites.map((id) => timezones[id] ?? timezone) : all);
  const [only = timezone] = zones;
  return zones.size > 1 ? { timezone, isMixed: true } : { timezone: only, isMixed: false };
}

/** The group of an answer's rows; null without groups. */
export function groupedBy({ chart, report }: Asked): string | null {
  const asked = chart.input.by ?? report.parameters.find(({ name }) => name === 'by')?.default;
  return typeof asked === 'string' ? asked : null;
}

/** Periods have no rows of their own; other groups are filters of the list. */
export const isPeriod = (value: unknown, by: string | null): boolean =>
  (by === 'month' || by === 'week' || by === 'day') && typeof value === 'string' && isDay(value);

/** The link to the rows behind a value: the single row, or the list filtered by its group and by what the report counts. */
export function linkTo(
  { asked, resource, isListed, timezone, at }: Leading,
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
    ...(within !== undefined && endedAt(at, dayRange(resource, within, [from, until], timezone))),
    [by]: String(value),
  });
}

/**
 * Ranges of moments, ended at the moment of the answer: what is dated later than that is not counted.
 * @param at in milliseconds, rounded down to a second
 */
function endedAt(
  at: number | undefined,
  ranges: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const end = at ? new Date(at + 999).toISOString() : null;
  const isLater = (name: string, value: string | null) =>
    end !== null && value !== null && /\[(?:lt|open)\]$/.test(name) && value.includes('T') && value > end;
  return Object.fromEntries(
    Object.entries(ranges).map(([name, value]) => [name, isLater(name, value) ? end : value]),
  );
}

type Values = Readonly<Record<string, readonly (string | boolean)[]>>;

/** Values of filters, as parameters of a list. */
export const chosen = (where: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(where).map(([name, values]) => [name, values.join()]));

/** A link from a figure. */
interface FigureLink {
  readonly to: string;
  /** Its text, beside the figure, if that is not the number of the rows. Otherwise the figure itself is the link. */
  readonly beside: string | null;
}

/**
 * The rows of another resource that a figure counts in a period.
 *
 * @param resourceAt returns a resource that the user may use
 * @returns undefined if the report declares none, they may not be listed, or their list lacks a filter of the page
 */
export function linkToPeriod(
  { asked, at, clock: { timezone, isMixed } }: Pick<Leading, 'asked' | 'at'> & { readonly clock: DayClock },
  figure: string,
  value: unknown,
  resourceAt: (path: string) => Resource | undefined,
): FigureLink | undefined {
  const { report, window, filters, id } = asked;
  const by = groupedBy(asked);
  const rows = report.behind?.periods?.[figure];
  const resource = rows && resourceAt(rows.resource);
  if (!rows || !resource || !may(resource, 'list') || !isPeriod(value, by)) return undefined;
  const from = String(value);
  const next = nextPeriod(from, by === 'month' || by === 'week' ? by : 'day');
  const asks = { ...(report.on === 'collection' && filters), ...chosen(rows.where) };
  const { filled } = rows;
  if (Object.keys(asks).some((name) => !resource.filters.some((one) => one.name === name))) return undefined;
  const days = [from, next < window.until ? next : window.until] as const;
  const { within, until, still, among = false } = rows;
  const ranges =
    until === undefined
      ? dayRange(resource, within, days, timezone)
      : lastingRange(resource, { within, until, still }, days, timezone);
  const to = withQuery(`/${resource.path}`, {
    ...asks,
    ...(filled !== undefined && { [`${filled}[not]`]: 'null' }),
    ...(rows.of !== undefined && { [rows.of]: String(id) }),
    ...endedAt(among ? undefined : at, ranges),
  });
  return { to, beside: among || isMixed ? resource.labels.many : null };
}
