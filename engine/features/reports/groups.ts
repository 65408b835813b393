/** The groups of a report, and its grouped answer: rows with labels, in order. */
import type { Selection } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { once } from '../../memoize.ts';
import { heading, type Language, languageOf, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Registry, Resource } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { inSlices, sortedInSlices } from '../../signal.ts';
import { type Key, labelColumn, none } from '../counts/answer.ts';
import { readRowGroups } from '../counts/groups.ts';
import { lastYear } from '../counts/periods.ts';
import { maxReportRows } from './fields.ts';
import type { ReportModel } from './model.ts';
import { type PeriodOfWindow, type ReportPeriod, reportPeriods, type Window } from './report.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface ReportedRows {
  readonly registry: Registry;
  readonly resource: Resource;
  readonly reading: ReadContext;
  /** The rows that the report is about. */
  readonly selection: Selection;
}

/** The groups of one request for a report. */
interface ReportGroups {
  readonly window: Window | null;
  readonly by: string | null;
  readonly periods: readonly PeriodOfWindow[];
  groups(terms?: { readonly each?: boolean }): Promise<ReadonlyMap<number, unknown>>;
  places(): Promise<ReadonlyMap<unknown, number>>;
  /** Converts the result of `run` to the answer. */
  told<R extends Parameters>(rows: readonly R[]): Promise<readonly Parameters[]>;
}

/**
 * @param given the parameters with their defaults
 * @throws Failure `validation_failed` on `by` for too many periods
 */
export function groupsOf(
  { registry, resource, reading, selection }: ReportedRows,
  { definition }: ReportModel,
  given: Parameters,
): ReportGroups {
  const window = definition.window ? { from: String(given.from), until: String(given.until) } : null;
  const by = definition.by && typeof given.by === 'string' ? given.by : null;
  const sort = typeof given.sort === 'string' ? given.sort : null;
  const limit = typeof given.limit === 'number' ? given.limit : null;
  const period = reportPeriods.find((one) => one === by) ?? null;
  const periods = window && period ? periodsOf(window, period) : [];
  if (limit === null && periods.length > maxReportRows)
    throw invalid({ by: [say(texts.tooManyRows, { limit: maxReportRows })] });
  const read = once(() => readRowGroups(reading, registry, resource, by && !period ? by : 'id', selection));
  const language = languageOf(reading.viewer.locale);
  const known = async () => (by === null ? null : period ? ofPeriod(period) : await read());
  const groups = async ({ each = false } = {}) => {
    const { values } = await read();
    if (!by || period) return new Map([...values.keys()].map((id) => [id, null]));
    if (each && limit === null && new Set(values.values()).size > maxReportRows)
      throw invalid({ by: [say(texts.tooManyRows, { limit: maxReportRows })] });
    return values;
  };
  return {
    ...{ window, by, periods, groups },
    places: async () => {
      const ofGroups = await known();
      const values = period ? periods.map(({ value }) => value) : new Set((await groups()).values());
      return ofGroups ? (await labelled(values, ofGroups, language)).places : new Map();
    },
    told: async (rows) => {
      const cut = { sort, limit, most: maxReportRows, ordered: definition.ordered === true };
      return reportRows(rows, await known(), cut, language);
    },
  };
}

function ofPeriod(part: (typeof reportPeriods)[number]): KnownGroups {
  return { key: { words: new Map(), part, named: false, nothing: none }, names: new Map() };
}

/** Every period of a window, cut to the window. @param until not included */
export function periodsOf({ from, until }: Window, period: ReportPeriod): PeriodOfWindow[] {
  const periods: PeriodOfWindow[] = [];
  for (let start = from; start < until; ) {
    const next = startAfter(start, period);
    const end = next !== null && next < until ? next : until;
    periods.push({ value: start, from: start, until: end });
    start = end;
  }
  return periods;
}

/** The first day of the next period; null after the year 9999. By arithmetic: ten years have thousands of days. */
function startAfter(day: string, period: ReportPeriod): string | null {
  const date = new Date(`${day}T00:00:00.000Z`);
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() + 1, 1);
  else date.setUTCDate(date.getUTCDate() + (period === 'day' ? 1 : 7 - ((date.getUTCDay() + 6) % 7)));
  return date.getUTCFullYear() > lastYear ? null : date.toISOString().slice(0, 10);
}

type ReportRow = Readonly<Record<string, unknown>>;

/** The metadata of the groups. */
interface KnownGroups {
  readonly key: Key;
  readonly names: ReadonlyMap<unknown, string | null>;
}

interface Cut {
  /** The figure to sort by, with `-` for descending; null for the order of the labels, or that of `run`. */
  readonly sort: string | null;
  readonly limit: number | null;
  /** The maximum number of rows. */
  readonly most: number;
  /** The rows are ordered already. */
  readonly ordered: boolean;
}

const together = say('total');

/**
 * @param groups null for all rows together
 * @throws Failure `validation_failed` on `by` for too many rows
 */
export async function reportRows(
  rows: readonly ReportRow[],
  groups: KnownGroups | null,
  { sort, limit, most, ordered }: Cut,
  language: Language,
): Promise<ReportRow[]> {
  if (!groups)
    return rows.map((row) => ({ ...row, value: null, label: heading(together, language) })).map(valueFirst);
  const told = limit ?? most;
  if (limit === null && rows.length > most) throw invalid({ by: [say(texts.tooManyRows, { limit: most })] });
  const kept = await rowsWithin(rows, sort, ordered, told);
  const values = kept.map(({ value }) => value);
  const { labels, places } = await labelled(values, groups, language);
  const own = new Map(values.map((value, place) => [value, place]));
  const placeOf = ({ value }: ReportRow) => (ordered ? own : places).get(value) ?? 0;
  const sorted = await sortedInSlices(
    kept,
    (one, other) => byFigure(one, other, sort) || placeOf(one) - placeOf(other),
  );
  return inSlices(sorted.slice(0, told), (row) => valueFirst({ ...row, label: labels.get(row.value) ?? '' }));
}

/** The rows that can be among the first ones, in their order: naming and comparing ten thousand labels takes a tenth of a second. */
async function rowsWithin(
  rows: readonly ReportRow[],
  sort: string | null,
  ordered: boolean,
  count: number,
): Promise<readonly ReportRow[]> {
  if (rows.length <= count) return rows;
  if (sort === null) return ordered ? rows.slice(0, count) : rows;
  const sorted = await sortedInSlices(rows, (one, other) => byFigure(one, other, sort));
  const last = sorted[count - 1];
  return last ? rows.filter((row) => byFigure(row, last, sort) <= 0) : rows;
}

/** The labels of the groups' values, and their positions in the order of these labels. */
async function labelled(values: Iterable<unknown>, { key, names }: KnownGroups, language: Language) {
  const named = await inSlices(values, (value) => ({ values: [value], names: [names.get(value) ?? null] }));
  return labelColumn(named, key, 0, language);
}

function valueFirst({ value, label, ...figures }: ReportRow): ReportRow {
  return { value, label, ...figures };
}

/** Null comes last, ascending and descending. */
function byFigure(one: ReportRow, other: ReportRow, sort: string | null): number {
  if (sort === null) return 0;
  const descending = sort.startsWith('-');
  const [a, b] = [one, other].map((row) => row[descending ? sort.slice(1) : sort]);
  if (typeof a !== 'number' || typeof b !== 'number')
    return Number(typeof a !== 'number') - Number(typeof b !== 'number');
  return descending ? b - a : a - b;
}
