/** The service's answer for a home page, and the charts made from it. */

import type { Category } from '../figures/charted.ts';
import { dayRange } from '../figures/day-range.ts';
import { kindOf } from '../kinds/kinds.tsx';
import { formatDay, type Reader } from '../parts/format.ts';
import { nextPeriod } from '../parts/time/days.ts';
import { withQuery } from '../service/call.ts';
import { type Field, fieldOf, type Page, type Resource, wordOf } from '../service/metadata.ts';

/** A bar or a column: the number of rows, and their link. */
interface Bar extends Category {
  readonly count: number;
  readonly to: string;
}

interface Part {
  readonly resource: string;
  readonly title: string;
  /** Filters and sort of its list. */
  readonly query: Readonly<Record<string, string>>;
}

interface Count {
  /** The counted value, null for none; the first day of a period. */
  readonly value: string | number | boolean | null;
  readonly label: string;
  readonly count: number;
}

export interface ChartPart extends Part {
  readonly by: string;
  readonly answer: { readonly data: readonly Count[] };
}

export interface RowsPart extends Part {
  readonly by?: never;
  /** The filter for the user's own rows. */
  readonly mine?: string;
  readonly answer: Page;
}

export type OverviewPart = ChartPart | RowsPart;

/** The parts of a resource that charts use. */
type Charted = Pick<Resource, 'path' | 'fields' | 'filters'>;

const periods = ['day', 'week', 'month', 'year'] as const;
type Period = (typeof periods)[number];

/** The key of a chart: a field, and a period for dates. */
export function countedBy(by: string): { readonly field: string; readonly period: Period | undefined } {
  const [field = '', period] = by.split('.');
  return { field, period: periods.find((one) => one === period) };
}

/** Bars of values: all values of an enumeration, including those without rows. */
export function valueBars(resource: Charted, { by, query, answer }: ChartPart): Bar[] {
  const field = fieldOf(resource, by);
  const counted = new Map(answer.data.map((one) => [one.value, one]));
  const values =
    field?.values && kindOf(field).isClosed ? field.values.map(({ value }) => value) : [...counted.keys()];
  return values.map((value) => ({
    key: String(value),
    label: labelOf(field, counted.get(value), value),
    count: counted.get(value)?.count ?? 0,
    tone: field && wordOf(field, value)?.tone,
    to: withQuery(`/${resource.path}`, { ...query, [by]: String(value) }),
  }));
}

function labelOf(field: Field | undefined, count: Count | undefined, value: Count['value']): string {
  return count?.label ?? (field && wordOf(field, value)?.label) ?? String(value);
}

/** The maximum number of columns of a chart over time: the newest. */
const mostPeriods = 60;

/** The reader and the time. */
interface Looking extends Reader {
  /** `YYYY-MM-DD`, at the site. */
  readonly today: string;
}

/** Columns of periods, including empty ones. */
export function periodBars(resource: Charted, part: ChartPart, { locale, timezone, today }: Looking): Bar[] {
  const { by, query, answer } = part;
  const { field, period = 'month' } = countedBy(by);
  const counted = new Map(
    answer.data.flatMap(({ value, count }) => (typeof value === 'string' ? [[value, count]] : [])),
  );
  const first = [...counted.keys()].sort()[0];
  if (first === undefined) return [];
  const days: string[] = [];
  for (let day = first; day <= today; day = nextPeriod(day, period)) days.push(day);
  return days.slice(-mostPeriods).map((day) => ({
    key: day,
    label: formatDay(day, locale, labelsOf[period]),
    count: counted.get(day) ?? 0,
    tone: undefined,
    to: withQuery(`/${resource.path}`, {
      ...query,
      ...dayRange(resource, field, [day, nextPeriod(day, period)], timezone),
    }),
  }));
}

const labelsOf: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};
