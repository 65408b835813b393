/** What a meter showed in each period: how often it was read, and what a counter gained. */
import { query, type ReportContext, showInstant, storeInstant } from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { startOfDay } from '../plans/local-time.ts';
import { minus } from './units.ts';

/** A reading, and what had run by then where it is that of a counter. */
interface Shown {
  readonly read_at: string;
  readonly value: number;
  readonly total: number | null;
}

/** From one moment to another, which is not included. ISO 8601 UTC */
interface Span {
  readonly from: string;
  readonly until: string;
}

/** What is told of a span; null where nothing is known. */
interface Trend {
  readonly readings: number;
  readonly last: number | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly used: number | null;
}

/**
 * @param readings in the order of time, those before the first span included, of which only the latest counts
 * @param spans one after the other
 */
export function trendOf(readings: readonly Shown[], spans: readonly Span[]): Trend[] {
  let at = 0;
  return spans.map(({ from, until }) => {
    while ((readings[at]?.read_at ?? until) < from) at += 1;
    const first = at;
    while ((readings[at]?.read_at ?? until) < until) at += 1;
    const own = readings.slice(first, at);
    const values = own.map(({ value }) => value);
    const last = own.at(-1);
    // Of the very first reading nothing is known but what had run by then.
    const since = readings[first - 1] ?? own[0];
    const isKnown = last !== undefined && since !== undefined && last !== since;
    return {
      readings: own.length,
      last: last?.value ?? null,
      minimum: own.length > 0 ? values.reduce((one, other) => Math.min(one, other)) : null,
      maximum: own.length > 0 ? values.reduce((one, other) => Math.max(one, other)) : null,
      used: isKnown && last.total !== null ? minus(last.total, since.total ?? 0) : null,
    };
  });
}

type Looking = Pick<ReportContext, 'rows' | 'db' | 'id'> & {
  readonly window: { readonly from: string; readonly until: string };
  readonly periods: readonly (Span & { readonly value: string })[];
};

/** The trend of a meter, in each period of days of its site. */
export async function reportTrend({ rows, db, id, window, periods }: Looking) {
  const [meter] = await rows<{ id: number; site_id: number }>('meters').find({ id: id ?? 0 });
  const timezone = await timezoneOf({ rows }, meter?.site_id ?? 0);
  const begin = (day: string) => startOfDay(day, timezone);
  const readings = await readingsIn(db, id ?? 0, begin(window.from), begin(window.until));
  const spans = periods.map(({ from, until }) => ({ from: begin(from), until: begin(until) }));
  const told = trendOf(readings, spans);
  return periods.flatMap(({ value }, at) => (told[at] ? [{ value, ...told[at] }] : []));
}

/** Those of some time, and the one before it. */
async function readingsIn(db: Looking['db'], meterId: number, from: string, until: string): Promise<Shown[]> {
  const own =
    'select read_at, value, total from meter_readings where meter_id = ? and voided = 0 and read_at';
  const within = {
    text: `${own} >= ? and read_at < ? order by read_at`,
    bindings: [storeInstant(from), storeInstant(until)],
  };
  const before = { text: `${own} < ? order by read_at desc limit 1`, bindings: [storeInstant(from)] };
  const found = [];
  for (const { text, bindings } of [before, within])
    found.push(...(await query(db, { text, bindings: [meterId, ...bindings] })));
  return found.map(({ read_at, value, total }) => ({
    read_at: showInstant(String(read_at)),
    value: Number(value) / 1000,
    total: total === null ? null : Number(total) / 1000,
  }));
}
