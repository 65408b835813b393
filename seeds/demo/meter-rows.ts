/** The rows of meters and their readings. */
import { averagedFrom, averagePerDay } from '../../resources/metering/counter.ts';
import { type Meter, numberByCreation, type Reading } from './model.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

/** After materials, and before plans and incidents. */
export function meterRowsOf({ meters }: World): Lists {
  const readings = numberByCreation(meters.flatMap((meter) => meter.readings));
  return [
    ['meters', meters.map(meterRow)],
    ['meter-readings', readings.map(readingRow)],
  ];
}

function readingRow(reading: Reading): Row {
  const { meter, value, is_reset, read_at, total, band, alarm, crossed, raised } = reading;
  const { material, entry } = meter;
  return {
    ...stamps(reading),
    ...{ site_id: material.zone.site.id, meter_id: meter.id, material_id: material.id },
    name: `${entry.name}: ${value} ${entry.unit}`,
    ...{ value, is_reset, read_at, band, alarm, crossed, raised },
    total: entry.perDay === null ? null : total,
    notes: is_reset ? 'Counter replaced.' : null,
  };
}

function meterRow({ entry, material, readings, ...meter }: Meter): Row {
  const { name, unit, perDay, limits } = entry;
  const latest = readings.at(-1);
  const first = latest && readings.find(({ read_at }) => read_at >= averagedFrom(latest));
  const isCounter = perDay !== null;
  return {
    ...stamps(meter),
    ...{ site_id: material.zone.site.id, name, material_id: material.id, unit, ...limits },
    ...{ kind: isCounter ? 'counter' : 'gauge', max_per_day: isCounter ? 24 : null },
    ...{ last_value: latest?.value ?? null, last_read_at: latest?.read_at ?? null },
    ...{ total: isCounter ? latest?.total : null, alarm: latest?.alarm ?? null },
    excursions: readings.filter(({ raised }) => raised).length,
    average_per_day: isCounter && first && latest ? averagePerDay(first, latest) : null,
  };
}
