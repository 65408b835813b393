/** The groups of a report, and its grouped answer: rows with labels, in order. */
import type { Selection } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { once } from '../../memoize.ts';
import { languageOf, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Registry, Resource } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { none } from '../counts/answer.ts';
import { readRowGroups } from '../counts/groups.ts';
import { lastYear } from '../counts/periods.ts';
import { maxReportRows } from './fields.ts';
import type { ReportModel } from './model.ts';
import { type PeriodOfWindow, type ReportPeriod, reportPeriods, type Window } from './report.ts';
import { type KnownGroups, labelled, reportRows } from './rows.ts';

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
