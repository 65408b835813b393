/** Meters and their readings, as the rules of this folder use them. */
import type { HookContext } from '../../engine/index.ts';
import type { CounterReading } from './counter.ts';
import type { Alarm, GaugeReading, Limits } from './excursions.ts';

/** What is needed to read and change rows. */
export type Work = Pick<HookContext, 'rows'>;

export interface MeterRow extends Limits {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly material_id: number;
  readonly kind: 'counter' | 'gauge';
  readonly unit: string;
  readonly max_per_day: number | null;
  readonly severity: string;
  readonly last_value: number | null;
  readonly last_read_at: string | null;
  readonly total: number | null;
  readonly average_per_day: number | null;
  readonly alarm: Alarm | null;
  /** The number of incidents from it. */
  readonly excursions: number;
}

/** A reading: a counter has `total`, a gauge has `band`, `alarm`, `crossed` and `raised`. */
export interface ReadingRow extends CounterReading, GaugeReading {
  readonly meter_id: number;
  readonly voided: boolean;
  readonly total: number | null;
}

export function metersOf({ rows }: Work) {
  return rows<MeterRow>('meters');
}

export function readingsOf({ rows }: Work) {
  return rows<ReadingRow>('meter-readings');
}

/** The neighbours in time of a reading of the same meter; null if there is none. */
export async function neighboursOf(
  work: Work,
  { meter_id, read_at }: Pick<ReadingRow, 'meter_id' | 'read_at'>,
): Promise<{ readonly before: ReadingRow | null; readonly after: ReadingRow | null }> {
  const readings = readingsOf(work);
  const own = { meter_id, voided: false };
  const earlier = { ...own, read_at: { lt: read_at } };
  const [before = null] = await readings.find(earlier, { order: '-read_at', limit: 1 });
  const later = { ...own, read_at: { gt: read_at } };
  const [after = null] = await readings.find(later, { order: 'read_at', limit: 1 });
  return { before, after };
}

/** A reading of a counter, which has a total. */
export function counted(reading: ReadingRow | null): (ReadingRow & { readonly total: number }) | null {
  return reading === null ? null : { ...reading, total: reading.total ?? reading.value };
}
