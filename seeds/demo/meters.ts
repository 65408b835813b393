/** A year of meter readings: regular ones, a replaced counter, a gauge that exceeded its limits, and a gap of four weeks. */
import type { CountedReading } from '../../resources/metering/counter.ts';
import { averagedFrom, averagePerDay, totalAt } from '../../resources/metering/counter.ts';
import { bandOf, follow } from '../../resources/metering/excursions.ts';
import { day, isoOf, minute } from './calendar.ts';
import { type Incident, type Material, type Meter, made, type Reading, type Site } from './draft.ts';
import { createRandom, type Random } from './random.ts';
import { nextAttendance } from './roster.ts';
import { type MeterEntry, metersByKind } from './tables.ts';
import { failureOf } from './work.ts';

/** @param own the materials of the site */
export function buildMeters(site: Site, own: readonly Material[], today: number): Meter[] {
  const lasting = own.filter(
    ({ decommissioned_at, created_at, of }) => decommissioned_at === null && of.since < created_at,
  );
  return metersByKind.flatMap(({ kind, machines, meters }) =>
    lasting
      .filter(({ of }) => of.kind === kind)
      .slice(0, machines)
      .flatMap((material, place) => meters.map((entry) => buildMeter(site, material, entry, place, today))),
  );
}

const noLimits = { above: null, below: null, deadband: 0 };

function buildMeter(site: Site, material: Material, entry: MeterEntry, place: number, today: number): Meter {
  const { name, unit, perDay, limits = noLimits } = entry;
  const stamps = made(material.created_by, material.created_at + 10 * minute);
  const readings: Reading[] = [];
  const isCounter = perDay !== undefined;
  const meter = {
    ...{ ...stamps, site, material, name, unit, ...limits, kind: isCounter ? 'counter' : 'gauge' },
    ...{ max_per_day: isCounter ? 24 : null, of: { entry, readings } },
  };
  const random = createRandom(`${name} of ${material.name} at ${site.name}`);
  const isTroubled = entry.unusual !== undefined && place === 0;
  for (let wished = stamps.created_at + day; ; ) {
    const { at, person } = nextAttendance(site, wished + random.int(0, 300) * minute, random);
    if (at + 10 * minute >= today) break;
    const before = readings.at(-1) ?? null;
    const given = { ...valueAt(at, before, entry, place, readings.length, random), read_at: isoOf(at) };
    const total = isCounter ? totalAt(given, before as CountedReading | null) : null;
    readings.push({
      ...made(person, at + random.int(1, 9) * minute),
      ...{ site, meter, material, name: `${name}: ${given.value} ${unit}`, ...given, total },
      ...{ notes: given.is_reset ? 'Counter replaced.' : null },
      ...{ band: isCounter ? null : bandOf(given.value, limits), alarm: null, crossed: null, raised: false },
    } as Reading);
    const isAway = readings.length === entry.awayAfter && place === 0;
    wished += (isAway ? 28 : isTroubled ? 3 : 7) * day;
  }
  for (const [at, { alarm, crossed, raised }] of follow(null, readings).readings.entries()) {
    Object.assign(readings[at] ?? {}, { alarm, crossed, raised });
  }
  return Object.assign(meter, standingOf(meter, isCounter));
}

/** The columns of a meter that follow from its readings. */
function standingOf({ of: { readings } }: Meter, isCounter: boolean) {
  const latest = readings.at(-1);
  return {
    ...{ last_value: latest?.value ?? null, last_read_at: latest?.read_at ?? null },
    ...{ total: latest?.total ?? null, alarm: latest?.alarm ?? null },
    excursions: readings.filter(({ raised }) => raised).length,
    average_per_day: isCounter ? averageOf(readings as readonly CountedReading[]) : null,
  };
}

/** The gain of a counter per day, lately. */
export function averageOf(readings: readonly CountedReading[]): number | null {
  const latest = readings.at(-1);
  const first = latest && readings.find(({ read_at }) => read_at >= averagedFrom(latest));
  return first && latest ? averagePerDay(first, latest) : null;
}

/** @param place the number of the machine among those with this meter. @param count the number of readings so far */
function valueAt(
  at: number,
  before: Reading | null,
  { perDay, usual = 0, unusual = usual, replacedAt }: MeterEntry,
  place: number,
  count: number,
  random: Random,
): { readonly value: number; readonly is_reset: boolean } {
  if (perDay === undefined) {
    // In some weeks of the year a valve sticks.
    const is = place === 0 && (count + 1) % 40 >= 36 ? unusual : usual;
    return { value: tenths(is * (0.985 + random.next() * 0.03)), is_reset: false };
  }
  if (before === null) return { value: random.int(800, 9000), is_reset: false };
  const gain = (perDay * (at - Date.parse(before.read_at)) * (0.8 + random.next() * 0.35)) / day;
  const is_reset = place === 0 && count + 1 === replacedAt;
  return { value: tenths(is_reset ? gain : before.value + gain), is_reset };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The incidents of excursions, each resolved with the first reading that is back. */
export function excursionsOf(meters: readonly Meter[]): Incident[] {
  const random = createRandom('excursions');
  return meters.flatMap(({ site, material, of: { entry, readings } }) =>
    readings.flatMap((reading, at): Incident[] => {
      const { crossed, created_by, created_at, read_at, meter } = reading;
      const back = readings.slice(at).find(({ alarm }) => alarm === null);
      if (crossed === null || !back) return [];
      const name = `${entry.name} ${crossed} ${entry.limits?.[crossed]} ${entry.unit}`;
      const incident = {
        ...{ ...made(created_by, created_at, back.created_at), site, material, maintenance: null, name },
        ...({ severity: 'high', status: 'closed', started_at: Date.parse(read_at) } as const),
        ...{ resolved_at: Date.parse(back.read_at), meter, meter_reading: reading },
      };
      return [{ ...incident, ...failureOf({ incident: name, severity: 'high' }, random) }];
    }),
  );
}
