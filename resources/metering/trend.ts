/** The readings of a meter per period: their number, and the gain of a counter. */
import { inSlices, queryMany, type ReportContext, showInstant, storeInstant } from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { startOfDay } from '../plans/local-time.ts';
import { minus } from './units.ts';

/** A reading, with the total run for a counter. */
interface Shown {
  readonly read_at: string;
  readonly value: number;
  readonly total: number | null;
}

/** From one moment to another, exclusive. ISO 8601 UTC */
interface Span {
  readonly from: string;
  readonly until: string;
}

/** The values of a span; null if unknown. */
interface Trend {
  readonly readings: number;
  readonly last: number | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly used: number | null;
}

/**
 * @param readings in order of time, including those before the first span, of which only the latest counts
 * @param spans in sequence
 */
export function trendOf(readings: readonly Shown[], spans: readonly Span[]): Promise<Trend[]> {
  let at = 0;
  return inSlices(spans, ({ from, until }) => {
    while ((readings[at]?.read_at ?? until) < from) at += 1;
    const first = at;
    while ((readings[at]?.read_at ?? until) < until) at += 1;
    const own = readings.slice(first, at);
    const values = own.map(({ value }) => value);
    const last = own.at(-1);
    // For the very first reading, only its total is known.
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

/** The trend of a meter in each period of its site's days; without periods in the whole window. */
export async function reportTrend({ rows, db, id, window, periods }: Looking) {
  const [meter] = await rows<{ id: number; site_id: number }>('meters').find({ id: id ?? 0 });
  const timezone = await timezoneOf({ rows }, meter?.site_id ?? 0);
  const begin = (day: string) => startOfDay(day, timezone);
  const readings = await readingsIn(db, id ?? 0, begin(window.from), begin(window.until));
  const asked = periods.length > 0 ? periods : [{ ...window, value: null }];
  const spans = await inSlices<Span, Span>(asked, ({ from, until }) => ({
    from: begin(from),
    until: begin(until),
  }));
  const told = await trendOf(readings, spans);
  return asked.flatMap(({ value }, at) => (told[at] ? [{ value, ...told[at] }] : []));
}

/** The readings of a time range, and the previous one. */
async function readingsIn(db: Looking['db'], meterId: number, from: string, until: string): Promise<Shown[]> {
  const own =
    'select read_at, value, total from meter_readings where meter_id = ? and voided = 0 and read_at';
  const within = {
    text: `${own} >= ? and read_at < ? order by read_at`,
    bindings: [storeInstant(from), storeInstant(until)],
  };
  const before = { text: `${own} < ? order by read_at desc limit 1`, bindings: [storeInstant(from)] };
  const found: Shown[] = [];
  for (const { text, bindings } of [before, within]) {
    const sql = { text, bindings: [meterId, ...bindings] };
    await queryMany(db, ['read_at', 'value', 'total'], sql, ([read_at, value, total]) => {
      found.push({
        read_at: showInstant(String(read_at)),
        value: Number(value) / 1000,
        total: total === null ? null : Number(total) / 1000,
      });
    });
  }
  return found;
}
