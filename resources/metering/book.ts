/** Records readings: the effects of a new or a void reading on its meter, its neighbours and their incidents. */
import { type HookContext, invalid } from '../../engine/index.ts';
import { cut, type Wording } from '../names/worded.ts';
import { averagedFrom, averagePerDay, totalAt } from './counter.ts';
import { type Alarm, alarmAfter, type Band, bandOf, follow } from './excursions.ts';
import { moveIncident, raiseIncident } from './incidents.ts';
import { backwardsWithout, type Telling } from './judge.ts';
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

/** A new reading. */
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

/** Fills in the values of a reading that depend on its meter and the previous reading. */
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

/** Applies the effects of a newly written reading. */
export async function followReading(work: Work & Wording, reading: ReadingRow): Promise<void> {
  const meter = await metersOf(work).of(reading.meter_id);
  const { before, after } = await neighboursOf(work, reading);
  if (meter.kind === 'counter') await moveTotals(work, reading, after);
  else await followAlarms(work, meter, before, reading, after);
  await followLatest(work, meter);
}

/** @throws Failure `validation_failed` for a reset that cannot be voided */
export async function requireVoidable(
  work: Telling,
  reading: ReadingRow & { readonly site_id: number },
): Promise<void> {
  if (!reading.is_reset) return;
  const { before, after } = await neighboursOf(work, reading);
  const problem = await backwardsWithout(work, before, after, reading.site_id);
  if (problem) throw invalid({ note: [problem] });
}

/** The values of a void reading. Its incident stays with it, unless it moves to the rest of its excursion. */
export const outOfEverything = { voided: true, total: null, band: null, alarm: null, crossed: null } as const;

/** Applies the effects of a reading that was voided. @param reading before that */
export async function followVoid(work: Work & Wording, reading: ReadingRow): Promise<void> {
  const meter = await metersOf(work).of(reading.meter_id);
  const { before, after } = await neighboursOf(work, reading);
  if (meter.kind === 'counter') await moveTotals(work, before, after);
  else await followAlarms(work, meter, before, null, after, reading);
  await followLatest(work, meter);
}

/** Locks the meter of a reading before the reading: writers of new readings also lock it first. */
export async function lockMeter({ id, ...work }: HookContext & { readonly id: number }): Promise<void> {
  const [reading] = await readingsOf(work).find({ id });
  if (reading) await metersOf(work).of(reading.meter_id);
}

/** A reset that is added late, or voided, changes all later totals. @param from the last unchanged reading */
async function moveTotals(work: Work, from: ReadingRow | null, next: ReadingRow | null): Promise<void> {
  if (!next) return;
  const by = minus(totalAt(next, counted(from)), next.total ?? 0);
  if (by === 0) return;
  const later = { meter_id: next.meter_id, voided: false, read_at: { gte: next.read_at } };
  await readingsOf(work).addAll(later, 'total', by);
}

/** Updates alarms and incidents after a change between two readings. @param gone the reading that was voided */
async function followAlarms(
  work: Work & Wording,
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

/** The readings from one on, up to the first that ends any excursion. */
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

/** Updates the meter from its latest reading. */
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
