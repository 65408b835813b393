/** Books readings: what follows from one that comes in, or is void, for its meter, its neighbours and their incidents. */
import { type HookContext, invalid } from '../../engine/index.ts';
import { cut } from '../names/cut.ts';
import { averagedFrom, averagePerDay, totalAt } from './counter.ts';
import { type Alarm, alarmAfter, type Band, bandOf, follow } from './excursions.ts';
import { moveIncident, raiseIncident } from './incidents.ts';
import { backwardsWithout } from './judge.ts';
import {
  counted,
  type MeterRow,
  metersOf,
  neighboursOf,
  type ReadingRow,
  readingsOf,
  type Work,
} from './rows.ts';
import { minus } from './units.ts';

/** A reading on its way in. */
interface Draft {
  readonly meter_id: number;
  readonly value: number;
  readonly read_at: string;
  readonly is_reset: boolean;
  name: string;
  material_id: number;
  total: number | null;
  band: Band | null;
  alarm: Alarm | null;
  crossed: Alarm | null;
}

/** Fills in what a reading has of its meter, and of the one before it. */
export async function completeReading(work: Work, draft: Draft): Promise<void> {
  const meter = await metersOf(work).of(draft.meter_id);
  draft.name = cut(`${meter.name}: ${draft.value} ${meter.unit}`);
  draft.material_id = meter.material_id;
  const { before } = await neighboursOf(work, draft);
  if (meter.kind === 'counter') {
    draft.total = totalAt(draft, counted(before));
    return;
  }
  const former = before?.alarm ?? null;
  draft.band = bandOf(draft.value, meter);
  draft.alarm = alarmAfter(former, draft.band);
  draft.crossed = draft.alarm !== former ? draft.alarm : null;
}

/** Has everything follow from a reading that has just been written. */
export async function followReading(work: Work, reading: ReadingRow): Promise<void> {
  const meter = await metersOf(work).of(reading.meter_id);
  const { before, after } = await neighboursOf(work, reading);
  if (meter.kind === 'counter') await moveTotals(work, reading, after);
  else await followAlarms(work, meter, before, reading, after);
  await followLatest(work, meter);
}

/** @throws Failure `validation_failed` for a reset that cannot be void */
export async function requireVoidable(
  work: Work,
  reading: ReadingRow & { readonly site_id: number },
): Promise<void> {
  if (!reading.is_reset) return;
  const { before, after } = await neighboursOf(work, reading);
  const problem = await backwardsWithout(work, before, after, reading.site_id);
  if (problem) throw invalid({ note: [problem] });
}

/** Of a reading that is void. What it has raised stays with it, unless that goes to what is left of its excursion. */
export const outOfEverything = { voided: true, total: null, band: null, alarm: null, crossed: null } as const;

/** Has everything follow from a reading that is void by now. @param reading as it was */
export async function followVoid(work: Work, reading: ReadingRow): Promise<void> {
  const meter = await metersOf(work).of(reading.meter_id);
  const { before, after } = await neighboursOf(work, reading);
  if (meter.kind === 'counter') await moveTotals(work, before, after);
  else await followAlarms(work, meter, before, null, after, reading);
  await followLatest(work, meter);
}

/** Locks the meter of a reading before the reading: who reads the meter meanwhile locks it first as well. */
export async function lockMeter({ id, ...work }: HookContext & { readonly id: number }): Promise<void> {
  const [reading] = await readingsOf(work).find({ id });
  if (reading) await metersOf(work).of(reading.meter_id);
}

/** A reset that comes in late, or is void, moves all totals behind it. @param from the last that stays */
async function moveTotals(work: Work, from: ReadingRow | null, next: ReadingRow | null): Promise<void> {
  if (!next) return;
  const by = minus(totalAt(next, counted(from)), next.total ?? 0);
  if (by === 0) return;
  const later = { meter_id: next.meter_id, voided: false, read_at: { gte: next.read_at } };
  await readingsOf(work).addAll(later, 'total', by);
}

/** Has alarms and incidents follow from a change between two readings. @param gone what was read there, and is void */
async function followAlarms(
  work: Work,
  meter: MeterRow,
  before: ReadingRow | null,
  reading: ReadingRow | null,
  after: ReadingRow | null,
  gone: ReadingRow | null = null,
): Promise<void> {
  const later = after ? await untilCalm(work, after) : [];
  const stretch = reading ? [reading, ...later] : later;
  const { readings, incidents } = follow(before?.alarm ?? null, stretch, gone?.raised ? gone.id : null);
  const now = new Map(readings.map((one) => [one.id, one]));
  await readingsOf(work).change(stretch, ({ id, ...was }) => {
    const { alarm, crossed, raised } = now.get(id) ?? was;
    return { alarm, crossed, raised };
  });
  const known = new Map([...stretch, ...(gone ? [gone] : [])].map((one) => [one.id, one]));
  for (const { at, from } of incidents) {
    const begin = known.get(at);
    if (!begin) continue;
    const former = from === null ? undefined : known.get(from);
    if (former && former === gone) await readingsOf(work).change([gone], { raised: false });
    if (former) await moveIncident(work, former, begin);
    else await raiseIncident(work, meter, begin, now.get(at)?.crossed ?? 'above');
  }
}

/** The readings from one on, up to the first with which any excursion ends. */
async function untilCalm(work: Work, from: ReadingRow): Promise<ReadingRow[]> {
  if (from.band === null) return [from];
  const readings = readingsOf(work);
  const own = { meter_id: from.meter_id, voided: false };
  const [calm] = await readings.find(
    { ...own, band: null, read_at: { gt: from.read_at } },
    { order: 'read_at', limit: 1 },
  );
  const read_at = { gte: from.read_at, ...(calm && { lte: calm.read_at }) };
  return readings.find({ ...own, read_at }, { order: 'read_at' });
}

/** Brings the meter up to date with its latest reading. */
async function followLatest(work: Work, meter: MeterRow): Promise<void> {
  const readings = readingsOf(work);
  const own = { meter_id: meter.id, voided: false };
  const [latest] = await readings.find(own, { order: '-read_at', limit: 1 });
  const values = { last_value: latest?.value ?? null, last_read_at: latest?.read_at ?? null };
  if (meter.kind === 'gauge') {
    await metersOf(work).change([meter], { ...values, alarm: latest?.alarm ?? null });
    return;
  }
  const last = counted(latest ?? null);
  const [first] = last
    ? await readings.find({ ...own, read_at: { gte: averagedFrom(last) } }, { order: 'read_at', limit: 1 })
    : [];
  const earliest = counted(first ?? null);
  await metersOf(work).change([meter], {
    ...values,
    total: last?.total ?? null,
    average_per_day: earliest && last && averagePerDay(earliest, last),
  });
}
