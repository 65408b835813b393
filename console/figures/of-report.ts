/** Charts of reports, from their metadata and their answer. */

import { kindOf } from '../kinds/kinds.tsx';
import { formatDay, formatMinutes, formatMoney, formatNumber, formatShare } from '../parts/format.ts';
import { withQuery } from '../service/call.ts';
import {
  type Field,
  type Filter,
  fieldOf,
  type Resource,
  type Row,
  reportPath,
  type Value,
} from '../service/metadata.ts';
import type { Asked, Chart, Charted } from './charted.ts';
import { groupedBy, isPeriod, linkTo } from './rows-behind.ts';

/** Whether a chart is drawn for a row. */
export const isDrawnOf = ({ when = {} }: Chart, row: Row): boolean =>
  Object.entries(when).every(([name, values]) => values.some((value) => value === row[name]));

/** A row of a report's answer: its group, and its figures. */
export type Group = Readonly<Record<string, unknown>>;

/** The request of a chart: its own parameters, the days if the report has a window, and filters. */
export function pathOf({ report, chart, window: { from, until }, filters, id }: Asked): string {
  const takes = (name: string) => report.parameters.some((one) => one.name === name);
  const asked = Object.entries(chart.input).map(([name, value]) => [name, String(value)]);
  return withQuery(reportPath(report, id), {
    ...(takes('from') && { from, until }),
    ...Object.fromEntries(asked),
    ...(report.on === 'collection' && filters),
  });
}

interface Drawing {
  readonly asked: Asked;
  readonly rows: readonly Group[];
  /** The row of the report: its values are drawn as horizontal lines, and it may have the unit. */
  readonly row?: Row | undefined;
  readonly resource: Resource | undefined;
  /** Whether there is a list to link to. */
  readonly isListed: boolean;
  readonly words: { readonly target: string; readonly minutes: string };
  /** The unit of a number of a row; empty if it has none. */
  unitOf(field: Field, row: Row, count: number): string;
  readonly locale: string;
  readonly currency: string | null;
  /** Of the site, whose local days are used. */
  readonly timezone: string | null;
  /** When the report was answered, in milliseconds. */
  readonly at?: number | undefined;
}

/** The chart of an answer. */
export function chartedOf(drawing: Drawing): Charted {
  const { asked, rows, row, resource, words, locale } = drawing;
  const { chart, report } = asked;
  const { y, draw, target, lines = [] } = chart;
  const figures = y.flatMap((name) => report.fields.find((field) => field.name === name) ?? []);
  const [first] = figures;
  const by = groupedBy(asked);
  const years = new Set(rows.map(({ value }) => String(value).slice(0, 4)));
  const levels = lines.flatMap((name) => {
    const value = row?.[name];
    const label = resource && fieldOf(resource, name)?.label;
    return typeof value === 'number' ? [{ label: label ?? name, value }] : [];
  });
  return {
    draw,
    categories: rows.map(({ value, label }) => ({
      key: String(value),
      label: isPeriod(value, by)
        ? formatDay(String(value), locale, dayOptions(by, years.size > 1))
        : String(label ?? ''),
      to: linkTo(drawing, by, value),
    })),
    series: figures.map((field) => ({
      label: field.label,
      values: rows.map((one) => numberIn(one[field.name])),
      tell: (value) => tellNumber(field, value, drawing),
    })),
    lines: [...(target === undefined ? [] : [{ label: words.target, value: target }]), ...levels],
    whole: first !== undefined && kindOf(first).amount === 'whole',
    tell: (value) => (first ? tellNumber(first, value, drawing) : String(value)),
  };
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The name of the categories: a month, a place. */
export function groupLabel(asked: Asked): string {
  const field = asked.report.parameters.find(({ name }) => name === 'by');
  const by = groupedBy(asked);
  const known: Value | undefined = field?.values?.find(({ value }) => value === by);
  return known?.label ?? field?.label ?? '';
}

const dayOptions = (by: string | null, hasYears: boolean): Intl.DateTimeFormatOptions => ({
  month: 'short',
  ...(by !== 'month' && { day: 'numeric' as const }),
  ...(hasYears && by === 'month' && { year: '2-digit' as const }),
});

/** A number in an axis or a chart, shortened, with its unit; the table shows it completely. */
function tellNumber(
  field: Field,
  value: number,
  { locale, currency, words, unitOf, row = { id: 0 } }: Drawing,
): string {
  const { ratio, unit, limits } = field;
  if (ratio) return formatShare(value, locale);
  if (unit !== undefined && unit === currency) return formatMoney(value, locale, currency);
  if (unit === words.minutes) return formatMinutes(Math.round(value), locale);
  const decimals = limits?.decimals === undefined ? undefined : Math.min(limits.decimals, 1);
  const number = formatNumber(Number(value.toFixed(decimals ?? 3)), locale);
  const counted = unitOf(field, row, value);
  return counted === '' ? number : `${number}\u00a0${counted}`;
}

/** The columns of a chart's table: the drawn figures, then the others. Their bounds are shown beside them. */
export function columnsOf({ chart: { y }, report }: Pick<Asked, 'chart' | 'report'>): Field[] {
  const beside = new Set(Object.values(report.bounds ?? {}).flat());
  const places = new Map(y.map((name, at) => [name, at]));
  const place = ({ name }: Field) => places.get(name) ?? y.length;
  return report.fields.filter(({ name }) => !beside.has(name)).toSorted((a, b) => place(a) - place(b));
}

/**
 * The filters that limit all resources to a place: filters with the same name for rows of a tree.
 * @param isPlace whether the rows at a path are places
 */
export function placeFilters(
  resources: readonly Resource[],
  isPlace: (filter: Filter, path: string) => boolean,
): Filter[] {
  const [first, ...others] = resources;
  return (first?.filters ?? []).filter(
    (filter) =>
      filter.reference !== undefined &&
      isPlace(filter, filter.reference.resource) &&
      others.every(({ filters }) =>
        filters.some(
          ({ name, reference }) => name === filter.name && reference?.resource === filter.reference?.resource,
        ),
      ),
  );
}
