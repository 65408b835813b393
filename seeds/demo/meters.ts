/** A year of meter readings: regular ones, a replaced counter, a gauge that exceeded its limits, and a gap of four weeks. */
import { totalAt } from '../../resources/metering/counter.ts';
import { bandOf, follow } from '../../resources/metering/excursions.ts';
import { day, isoOf, minute } from './calendar.ts';
import { type MeterEntry, metersByKind, pressure, temperature } from './catalogue/meters.ts';
import type { Incident, Material, Meter, Reading, Site } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { nextAttendance } from './roster.ts';

/** @param own the materials of the site */
export function buildMeters(site: Site, own: readonly Material[], today: number): Meter[] {
  const lasting = own.filter(
    ({ retiredAt, inServiceSince, createdAt }) => retiredAt === null && inServiceSince < createdAt,
  );
  return metersByKind.flatMap(([kind, count, entries]) =>
    lasting
      .filter((material) => material.kind === kind)
      .slice(0, count)
      .flatMap((material, place) => entries.map((entry) => buildMeter(site, material, entry, place, today))),
  );
}

function buildMeter(site: Site, material: Material, entry: MeterEntry, place: number, today: number): Meter {
  const random = createRandom(`${entry.name} of ${material.name} at ${site.plan.name}`);
  const { author, createdAt: since } = material;
  const createdAt = since + 10 * minute;
  const isTroubled = entry === pressure && place === 0;
  // The sensor was away for repair: the picture has a gap there.
  const awayAfter = entry === temperature && place === 0 ? 20 : null;
  const pause = () => (readings.length === awayAfter ? 28 : isTroubled ? 3 : 7) * day;
  const values = valuesOf(entry, isTroubled, place === 0 && material.kind === 'compressor', random);
  const meter: Meter = { id: 0, author, createdAt, updatedAt: createdAt, entry, material, readings: [] };
  const readings: Reading[] = [];
  for (let wished = createdAt + day; ; wished += pause()) {
    const { at, person } = nextAttendance(site, wished + random.int(0, 300) * minute, random);
    if (at + 10 * minute >= today) break;
    const before = readings.at(-1) ?? null;
    const days = before ? (at - Date.parse(before.read_at)) / day : 1;
    const { value, is_reset } = values(days, before?.value ?? null);
    const reading = { value, is_reset, read_at: isoOf(at) };
    const total = totalAt(reading, before);
    const band = entry.perDay === null ? bandOf(value, entry.limits) : null;
    const written = at + random.int(1, 9) * minute;
    readings.push({
      ...{ id: readings.length, author: person, createdAt: written, updatedAt: written, meter },
      ...{ ...reading, total, band, alarm: null, crossed: null, raised: false },
    });
  }
  const course = follow(null, readings).readings;
  meter.readings = readings.map((one, at) => ({ ...one, ...course[at], id: 0 }));
  return meter;
}

/** The next value after one, so many days ago. */
function valuesOf(
  { perDay, shows: [usual, unusual] }: MeterEntry,
  isTroubled: boolean,
  isReplaced: boolean,
  random: Random,
) {
  let count = 0;
  return (days: number, before: number | null): { value: number; is_reset: boolean } => {
    count += 1;
    if (perDay === null) {
      // In some weeks of the year a valve sticks.
      const is = isTroubled && count % 40 >= 36 ? unusual : usual;
      return { value: tenths(is * (0.985 + random.next() * 0.03)), is_reset: false };
    }
    const gain = perDay * days * (0.8 + random.next() * 0.35);
    if (before === null) return { value: random.int(800, 9000), is_reset: false };
    const is_reset = isReplaced && count === 30;
    return { value: tenths(is_reset ? gain : before + gain), is_reset };
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The incidents of excursions, each resolved with the first reading that is back. */
export function excursionsOf(meters: readonly Meter[]): Incident[] {
  return meters.flatMap(({ entry, material, readings }) =>
    readings.flatMap((reading, at): Incident[] => {
      const { crossed, author, createdAt, read_at } = reading;
      const back = readings.slice(at).find(({ alarm }) => alarm === null);
      if (crossed === null || !back) return [];
      const name = `${entry.name} ${crossed} ${entry.limits[crossed]} ${entry.unit}`;
      const resolvedAt = Date.parse(back.read_at);
      return [
        {
          ...{ id: 0, author, createdAt, updatedAt: back.createdAt, material, maintenance: null, name },
          ...{
            description: null,
            severity: 'high',
            status: 'closed',
            startedAt: Date.parse(read_at),
            resolvedAt,
          },
          reading,
        },
      ];
    }),
  );
}
