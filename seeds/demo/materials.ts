/** Builds the equipment in the zones. */
import { DateTime } from 'luxon';
import { day, hour, minute, onClock } from './calendar.ts';
import { equipment } from './catalogue/kinds.ts';
import type { Material, Site } from './model.ts';
import { administrator } from './people.ts';
import { historyDays, type Place } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { nextAttendance } from './roster.ts';

const remarks = [
  'Spare drive kept in the workshop.',
  'Redundant: its twin takes over when this one stops.',
  'Overhauled by the manufacturer two years ago.',
  'Taken over from the former line.',
  'Isolate both supplies before opening.',
  'Drawings and wiring diagrams are in the cabinet.',
  'Access from the platform on the north side.',
  'Oil level can be read only while it stands still.',
];

/** @param today the start of the day of seeding */
export function buildMaterials(site: Site, places: readonly Place[], today: number): Material[] {
  const random = createRandom(`materials of ${site.plan.name}`);
  const serials = new Set<string>();
  const materials: Material[] = [];
  places.forEach(({ zone, holds }, index) => {
    const counts = new Map<string, number>();
    for (const [kind, count, label] of holds) {
      for (let piece = 0; piece < count; piece += 1) {
        const { tag } = equipment[kind];
        const number = (counts.get(tag) ?? 0) + 1;
        counts.set(tag, number);
        materials.push({
          zone,
          kind,
          equipment: equipment[kind],
          name: `${label ?? equipment[kind].label} ${tag}-${(index + 1) * 100 + number}`,
          ...buildHistory(site, materials.length, today, random),
          ...buildPlate(kind, serials, random),
        });
      }
    }
  });
  return materials.map((material) => settle(material, today, random));
}

type History = Pick<
  Material,
  'id' | 'author' | 'createdAt' | 'updatedAt' | 'inServiceSince' | 'lastCleaning'
>;

/** Most were entered when the service was set up; every twelfth was bought later. */
function buildHistory(site: Site, place: number, today: number, random: Random): History {
  const bought = random.chance(1 / 12);
  const entered = site.createdAt + 2 * day + place * 4 * minute;
  const delivered = onClock(
    today,
    random.int(25, historyDays - 60),
    random.int(8 * 60, 16 * 60),
    site.plan.timezone,
  );
  const { at: createdAt, person: author } = bought
    ? nextAttendance(site, delivered, random)
    : { at: entered, person: administrator };
  return {
    id: 0,
    author,
    createdAt,
    updatedAt: createdAt,
    inServiceSince: bought ? createdAt : createdAt - random.int(300, 6500) * day,
    lastCleaning: null,
  };
}

type Plate = Omit<Material, keyof History | 'zone' | 'kind' | 'equipment' | 'name'>;

function buildPlate(kind: Material['kind'], serials: Set<string>, random: Random): Plate {
  const { models, price, criticality, cleaning } = equipment[kind];
  const [manufacturer, model] = random.pick(models);
  const [cheapest, dearest] = price;
  return {
    description: random.chance(0.35) ? random.pick(remarks) : null,
    status: 'operational',
    criticality: random.pick(criticality),
    manufacturer,
    model,
    serialNumber: random.chance(0.94) ? newSerial(manufacturer, serials, random) : null,
    warrantyUntil: null,
    // Prices are rounded to ten euros.
    purchasePrice: random.chance(0.9) ? random.int(cheapest / 10, dearest / 10) * 1000 : null,
    cleaningPlan: random.chance(0.85) ? cleaning : null,
    retiredAt: null,
  };
}

function newSerial(manufacturer: string, serials: Set<string>, random: Random): string {
  const letters = manufacturer
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2)
    .toUpperCase();
  for (;;) {
    const serial = `${letters}${random.int(10, 25)}-${random.int(100_000, 999_999)}`;
    if (!serials.has(serial)) {
      serials.add(serial);
      return serial;
    }
  }
}

/** Gives each a warranty; a few are decommissioned or out of use. */
function settle(material: Material, today: number, random: Random): Material {
  const years = random.pick([2, 3, 5]);
  const warrantyUntil = DateTime.fromMillis(material.inServiceSince, { zone: 'utc' })
    .plus({ years })
    .toMillis();
  const known = { ...material, warrantyUntil: warrantyUntil > today - 3 * 365 * day ? warrantyUntil : null };
  const aged = material.inServiceSince < today - 9 * 365 * day;
  if (aged && random.chance(0.07)) {
    const retiredAt = today - random.int(30, 240) * day + 10 * hour;
    return { ...known, status: 'decommissioned', retiredAt, updatedAt: retiredAt, cleaningPlan: null };
  }
  const rests = ['pump', 'compressor', 'generator', 'forklift', 'motor'].includes(material.kind);
  return rests && random.chance(0.1) ? { ...known, status: 'standby' } : known;
}
