/** Which rows a month shows, and on which of its days. */

import { kindOf } from '../kinds/kinds.tsx';
import { addDays, dayOf, isMonth } from '../parts/time/days.ts';
import { instantAt } from '../parts/time/moments.ts';
import { type Query, withQuery } from '../service/call.ts';
import { type Field, type Filter, neededFields, type Resource, type Row } from '../service/metadata.ts';

type Calendar = NonNullable<Resource['view']['calendar']>;

/** Rows that one request brings. */
const mostRows = 100;
/** Pages that are asked for: a month with more rows says how many are left out. */
const calendarPages = [1, 2, 3] as const;
/** Days that one row may fill: nothing that takes longer tells anything on a calendar of months. */
const longest = 31;

/** The first day of the month that the address names, of the present one where it names none. */
export function monthOf(text: string | null, today: string): string {
  return `${text !== null && isMonth(text) ? text : today.slice(0, 7)}-01`;
}

/**
 * Asks for the rows of some days.
 * @param days in their order, without a gap
 */
export function calendarPath(
  resource: Resource,
  calendar: Calendar,
  query: Query,
  days: readonly string[],
  timezone: string | null,
  page: (typeof calendarPages)[number] = 1,
): string {
  const first = days[0] ?? '';
  const after = addDays(days.at(-1) ?? first, 1);
  const until = calendar.until;
  const isDay = (name: string) => holdsDays(resource.filters, name);
  const point = (name: string, day: string) =>
    isDay(name) ? day : instantAt({ day, time: '00:00' }, timezone);
  const board = resource.view.board;
  return withQuery(`/${resource.path}`, {
    ...query,
    // What takes days may have begun before; many rows have no end yet, so that they cannot be asked for by it.
    [`${calendar.from}[gte]`]: point(calendar.from, until === null ? first : addDays(first, -longest)),
    [`${calendar.from}[lt]`]: point(calendar.from, after),
    sort: resource.sort.fields.some(({ name }) => name === calendar.from) ? `-${calendar.from}` : undefined,
    per_page: mostRows,
    page: page === 1 ? undefined : page,
    fields: neededFields(resource, [
      calendar.from,
      ...(until === null ? [] : [until]),
      ...(board === null ? [] : [board]),
    ]),
  });
}

/** Rows under each day on which they begin, and under those until they end. */
export function rowsByDay(
  resource: Resource,
  calendar: Calendar,
  rows: readonly Row[],
  timezone: string | null,
): Map<string, Row[]> {
  const byDay = new Map<string, Row[]>();
  const dayIn = (row: Row, name: string): string | null => {
    const value = row[name];
    if (typeof value !== 'string') return null;
    return holdsDays(resource.fields, name) ? value : dayOf(value, timezone);
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

/** Whether what a name stands for is a day, and no instant. */
const holdsDays = (all: readonly (Field | Filter)[], name: string): boolean =>
  all.some((one) => one.name === name && kindOf(one).clock === 'day');
