/** The incidents of excursions: each has one, which no later reading removes. */
import { say } from '../../engine/index.ts';
import { cut, type Wording, worded } from '../names/worded.ts';
import type { Alarm } from './excursions.ts';
import { type MeterRow, metersOf, type ReadingRow, type Work } from './rows.ts';

interface IncidentRow {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly material_id: number;
  readonly severity: string;
  readonly started_at: string;
  readonly resolved_at: string | null;
  readonly meter_id: number | null;
  readonly meter_reading_id: number | null;
}

const beyondLimit = { above: say('{meter} above {limit}'), below: say('{meter} below {limit}') };
const beyond = { above: say('{meter} above'), below: say('{meter} below') };

/** Creates the incident of an excursion, and counts it. @param meter locked */
export async function raiseIncident(
  work: Work & Wording,
  meter: MeterRow,
  { id, value, read_at }: ReadingRow,
  crossed: Alarm,
): Promise<void> {
  const { site_id, material_id, severity, unit } = meter;
  const { rows } = work;
  const limit = meter[crossed];
  // An excursion that is found late may have exceeded a former limit: the present one says nothing of it.
  const exceeds = limit !== null && (crossed === 'above' ? value > limit : value < limit);
  const told = exceeds ? beyondLimit[crossed] : beyond[crossed];
  const name = worded(work, say(told, { meter: meter.name, limit: `${limit} ${unit}` }));
  await rows<IncidentRow>('incidents').create({
    ...{ site_id, material_id, severity, name: cut(name), started_at: read_at },
    ...{ meter_id: meter.id, meter_reading_id: id },
  });
  await metersOf(work).add(meter, 'excursions', 1);
}

/** Moves the incident of an excursion to another first reading, if it still exists. Texts that users have written stay. */
export async function moveIncident({ rows }: Work, from: ReadingRow, to: ReadingRow): Promise<void> {
  const incidents = rows<IncidentRow>('incidents');
  const found = await incidents.find({ meter_reading_id: from.id }, { lock: 'update' });
  await incidents.change(found, ({ started_at, resolved_at }) => ({
    meter_reading_id: to.id,
    ...(started_at === from.read_at && (resolved_at === null || to.read_at <= resolved_at)
      ? { started_at: to.read_at }
      : {}),
  }));
}
