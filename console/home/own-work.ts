/** The user's own work, by date: today, late, next. */
import { latenessOf } from '../parts/late.ts';
import { dayOf } from '../parts/time/days.ts';
import { withQuery } from '../service/call.ts';
import { cardNames, fieldOf, may, neededFields, type Resource, type Row } from '../service/metadata.ts';

/** A row with its resource. */
export interface OwnRow {
  readonly resource: Resource;
  readonly row: Row;
}

export const times = ['today', 'late', 'next'] as const;
type WorkTime = (typeof times)[number];
type OwnWork = Readonly<Record<WorkTime, readonly OwnRow[]>>;

/** Resources with own work for the user. */
export const ownResources = (resources: readonly Resource[]): Resource[] =>
  resources.filter((one) => one.view.mine !== undefined && may(one, 'list'));

/** Filters of a list for the user's own rows that are not done. */
export function ownQuery({ view, filters }: Resource, user: number): Record<string, string> {
  const open = Object.entries(view.late?.while ?? {}).filter(([name]) =>
    filters.some((filter) => filter.name === name),
  );
  return {
    ...(view.mine !== undefined && { [view.mine]: String(user) }),
    ...Object.fromEntries(open.map(([name, values]) => [name, values.join(',')])),
  };
}

const mostRows = 100;

export function ownPath(resource: Resource, user: number): string {
  const [first = ''] = datesOf(resource);
  return withQuery(`/${resource.path}`, {
    ...ownQuery(resource, user),
    per_page: mostRows,
    sort: resource.sort.fields.some(({ name }) => name === first) ? first : undefined,
    fields: neededFields(resource, [...datesOf(resource), ...cardNames(resource)]),
  });
}

/** The fields with the date of the work: the first one that has a value. */
const datesOf = ({ view }: Resource): readonly string[] =>
  view.late?.at ?? (view.calendar ? [view.calendar.from] : []);

/** The field that determines the position of a row. */
export const dateOf = (resource: Resource, row: Row) =>
  fieldOf(resource, datesOf(resource).find((name) => typeof row[name] === 'string') ?? '');

/** The rows of several resources by date, the earliest first; rows without a date come last. */
export function workOf(all: readonly OwnRow[], timezone: string | null, now = Date.now()): OwnWork {
  const today = dayOf(now, timezone);
  const work: Record<WorkTime, OwnRow[]> = { today: [], late: [], next: [] };
  const dated = all.map((one) => ({
    one,
    at: String(one.row[dateOf(one.resource, one.row)?.name ?? ''] ?? '~'),
  }));
  for (const { one, at } of dated.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const day = at.includes('T') ? dayOf(at, timezone) : at;
    const isLate = day < today && latenessOf(one.resource, one.row, { timezone, now })?.is === 'late';
    work[isLate ? 'late' : day <= today ? 'today' : 'next'].push(one);
  }
  return work;
}

/** How many rows a list has in all. */
export interface WorkList {
  readonly resource: Resource;
  readonly total: number;
}

/**
 * How many rows there are of each time. Those of a list that were not read come after the others, so they are counted with its
 * last row.
 */
export function ownCounts(
  work: OwnWork,
  lists: readonly WorkList[],
  rows: readonly OwnRow[],
): Record<WorkTime, number> {
  const counts = { today: work.today.length, late: work.late.length, next: work.next.length };
  for (const { resource, total } of lists) {
    const read = rows.filter((one) => one.resource === resource);
    const time = times.find((one) => work[one].some((own) => own === read.at(-1)));
    if (time) counts[time] += Math.max(0, total - read.length);
  }
  return counts;
}
