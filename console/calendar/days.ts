/** The days of a calendar, its rows, and their days. */

import { kindOf } from '../kinds/kinds.tsx';
import { addDays, addMonths, dayOf, isDay, weekOf, weeksOf } from '../parts/time/days.ts';
import { instantAt } from '../parts/time/moments.ts';
import { type Query, withQuery } from '../service/call.ts';
import { type Field, type Filter, neededFields, type Resource, type Row } from '../service/metadata.ts';

export type Dates = NonNullable<Resource['view']['calendar']>;

export const spans = ['month', 'week', 'day'] as const;
export type Span = (typeof spans)[number];

/** The shown days. */
export interface ShownDays {
  readonly span: Span;
  /** One of its days, `YYYY-MM-DD`. */
  readonly on: string;
  readonly days: readonly string[];
}

/** The maximum number of rows per request. */
const mostRows = 100;
/** The maximum number of requested pages: a month with more rows shows how many are left out. */
export const mostPages = 3;
/** The maximum number of days of a row: longer ones are of no use in a calendar of months. */
const longest = 31;

/** The span and the day in the address. Default: the present month. */
export function shownIn(query: URLSearchParams, today: string): ShownDays {
  const span = spans.find((one) => one === query.get('span')) ?? 'month';
  const on = query.get('on') ?? '';
  return shownOn(span, isDay(on) ? on : today);
}

function shownOn(span: Span, on: string): ShownDays {
  return { span, on, days: span === 'month' ? weeksOf(on).flat() : span === 'week' ? weekOf(on) : [on] };
}

/** A day of the next or the previous span. */
export function turned({ span, on }: ShownDays, step: 1 | -1): string {
  return span === 'month' ? addMonths(on, step) : addDays(on, span === 'week' ? 7 * step : step);
}

/**
 * The request for the rows of some days.
 * @param days consecutive days, in order
 * @param beside further fields that are shown
 */
export function calendarPath(
  resource: Resource,
  calendar: Dates,
  query: Query,
  days: readonly string[],
  timezone: string | null,
  beside: readonly string[] = [],
): string {
  const first = days[0] ?? '';
  const after = addDays(days.at(-1) ?? first, 1);
  const until = calendar.until;
  const point = (name: string, day: string) =>
    holdsDays(resource.filters, name) ? day : instantAt({ day, time: '00:00' }, timezone);
  const board = resource.view.board;
  return withQuery(`/${resource.path}`, {
    ...query,
    // Rows over several days may have begun earlier. Many rows have no end yet, so they cannot be filtered by it.
    [`${calendar.from}[gte]`]: point(calendar.from, until === null ? first : addDays(first, -longest)),
    [`${calendar.from}[lt]`]: point(calendar.from, after),
    sort: resource.sort.fields.some(({ name }) => name === calendar.from) ? `-${calendar.from}` : undefined,
    per_page: mostRows,
    fields: neededFields(resource, [
      calendar.from,
      ...(until === null ? [] : [until]),
      ...(board === null ? [] : [board]),
      ...beside,
    ]),
  });
}

/** Rows by day: under each day from their first to their last. */
export function rowsByDay(
  resource: Resource,
  calendar: Dates,
  rows: readonly Row[],
  zoneOf: (row: Row) => string | null,
): Map<string, Row[]> {
  const byDay = new Map<string, Row[]>();
  const dayIn = (row: Row, name: string): string | null => {
    const value = row[name];
    if (typeof value !== 'string') return null;
    return holdsDays(resource.fields, name) ? value : dayOf(value, zoneOf(row));
  };
  const inOrder = rows.toSorted((one, other) =>
    String(one[calendar.from]) < String(other[calendar.from]) ? -1 : 1,
  );
  for (const row of inOrder) {
    const from = dayIn(row, calendar.from);
    if (from === null) continue;
    const until = (calendar.until === null ? null : dayIn(row, calendar.until)) ?? from;
    for (const day of daysFrom(from, until)) byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  return byDay;
}

function daysFrom(from: string, until: string): string[] {
  const days = [from];
  for (let day = addDays(from, 1); day <= until && days.length < longest; day = addDays(day, 1))
    days.push(day);
  return days;
}

/** Whether the named field or filter contains days, not instants. */
export const holdsDays = (all: readonly (Field | Filter)[], name: string): boolean =>
  all.some((one) => one.name === name && kindOf(one).clock === 'day');
