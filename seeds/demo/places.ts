/** Builds the people, the sites with their zones, and the equipment that stands there. */
import { DateTime } from 'luxon';
import { day, dayOf, hour, minute, onClock } from './calendar.ts';
import type { Site, Zone } from './draft.ts';
import { type Company, counted, type Draft, type Material, made, type Person } from './draft.ts';
import { createRandom, type Random } from './random.ts';
import { nextAttendance } from './roster.ts';
import type { ZoneEntry } from './tables.ts';
import {
  companyEntries,
  people as entries,
  equipmentGroups,
  equipmentOf,
  siteEntries,
  texts,
} from './tables.ts';

/** The administrator made the others. */
export function buildPeople(start: number): Person[] {
  const all: Person[] = [];
  for (const { roles, startsAt, twoFactor, ...row } of entries) {
    const full_name = `${row.first_name} ${row.last_name}`;
    const stamps = made(all[0] ?? null, start + all.length * 20 * minute);
    all.push({ ...{ ...stamps, ...row, full_name, locale: 'en' }, of: { roles, startsAt, twoFactor } });
  }
  return all;
}

export function buildSites(people: readonly Person[], start: number): Site[] {
  const sites = siteEntries.map((entry, index): Site => {
    const holding = (role: string) =>
      people.filter(({ of }) => of.roles.some(([site, held]) => site === entry.row.name && held === role));
    const hands = [...holding('technician'), ...holding('manager')];
    const staff = hands.length > 0 ? hands : holding('administrator');
    return { ...made(people[0] ?? null, start + index * 10 * minute), ...entry.row, of: { entry, staff } };
  });
  return counted(sites);
}

export function buildCompanies(author: Person | null, start: number): Company[] {
  return counted(
    companyEntries.map(({ types, ...row }, index) => ({
      ...made(author, start + 2 * hour + index * 4 * minute),
      ...{ ...row, types: types.split(' ') },
    })),
  );
}

interface Place {
  readonly zone: Zone;
  readonly holds: NonNullable<ZoneEntry['holds']>;
}

/** All zones of a site, each after its parent. A zone with children needs no equipment of its own. */
export function buildPlaces(site: Site): Place[] {
  const places: Place[] = [];
  const visit = (zones: readonly ZoneEntry[], parent: Zone | null): void => {
    for (const { name, description = null, holds = [], zones: below = [] } of zones) {
      const allow_material = holds.length > 0 || below.length === 0;
      const stamps = made(site.created_by, site.created_at + (places.length + 1) * 3 * minute);
      const zone = { ...stamps, site, name, description, parent, allow_material };
      places.push({ zone, holds });
      visit(below, zone);
    }
  };
  visit(site.of.entry.zones, null);
  return places;
}

/** The kinds of which some stand by. */
const restingKinds = ['pump', 'compressor', 'generator', 'forklift', 'motor'];

/**
 * Most were entered when the service was set up; every twelfth was bought later. A few are decommissioned or out of use.
 *
 * @param today the start of the day of seeding
 */
export function buildMaterials(site: Site, places: readonly Place[], today: number): Material[] {
  const random = createRandom(`materials of ${site.name}`);
  const serials = new Set<string>();
  const materials: Material[] = [];
  const put = (zone: Zone, kind: string, name: string): void => {
    const own = equipmentOf(kind);
    const delivered = onClock(today - random.int(25, 305) * day, random.int(480, 960), site.timezone);
    const isBought = random.chance(1 / 12);
    const entered = {
      at: site.created_at + 2 * day + materials.length * 4 * minute,
      person: site.created_by,
    };
    const { at, person } = isBought ? nextAttendance(site, delivered, random) : entered;
    const since = isBought ? at : at - random.int(300, 6500) * day;
    const isRetired = since < today - 9 * 365 * day && random.chance(0.07);
    const retiredAt = isRetired ? today - random.int(30, 240) * day + 10 * hour : null;
    const rests = restingKinds.includes(kind) && random.chance(0.1);
    const [manufacturer, model] = random.pick(own.models);
    const [every, unit] = (!isRetired && random.chance(0.85) && own.cleaning) || [null, null];
    const years = random.pick([2, 3, 5]);
    const warranted = DateTime.fromMillis(since, { zone: 'utc' }).plus({ years }).toMillis();
    materials.push({
      ...{ ...made(person, at, retiredAt ?? at), site, name, zone, parent: null, manufacturer, model },
      ...{ description: random.chance(0.35) ? random.pick(texts.remarks) : null },
      ...{ serial_number: random.chance(0.94) ? newSerial(manufacturer, serials, random) : null },
      ...{ warranty_until: warranted > today - 3 * 365 * day ? dayOf(warranted) : null },
      status: isRetired ? 'decommissioned' : rests ? 'standby' : 'operational',
      criticality: random.pick(own.criticality),
      // Prices are rounded to ten euros.
      purchase_price: random.chance(0.9) ? random.int(own.price[0] / 10, own.price[1] / 10) * 1000 : null,
      ...{ decommissioned_at: retiredAt, cleaning_every: every, cleaning_unit: unit, last_cleaning_at: null },
      ...{ in_service_date: dayOf(since), of: { kind, equipment: own, since } },
    });
  };
  places.forEach(({ zone, holds }, index) => {
    const counts = new Map<string, number>();
    for (const [kind, count, label] of holds) {
      const own = equipmentOf(kind);
      for (let piece = 0; piece < count; piece += 1) {
        const number = (counts.get(own.tag) ?? 0) + 1;
        counts.set(own.tag, number);
        put(zone, kind, `${label ?? own.label} ${own.tag}-${(index + 1) * 100 + number}`);
      }
    }
  });
  return materials;
}

function newSerial(manufacturer: string, serials: Set<string>, random: Random): string {
  const bare = manufacturer.normalize('NFD').replace(/[^A-Za-z]/g, '');
  for (;;) {
    const serial = `${bare.slice(0, 2).toUpperCase()}${random.int(10, 25)}-${random.int(100_000, 999_999)}`;
    if (!serials.has(serial)) {
      serials.add(serial);
      return serial;
    }
  }
}

/** The class of lines, the groups of equipment, and below them its kinds. */
export function buildClasses(author: Person | null, start: number): (Draft & { readonly name: string })[] {
  const stamps = (at: number) => made(author, start + 3 * hour + at * minute);
  const line = { ...stamps(0), name: 'Line', code: 'LINE', parent: null };
  const groups = Object.keys(equipmentGroups).map((name, at) => ({
    ...{ ...stamps(at + 1), name, code: null, parent: null },
  }));
  const kinds = Object.values(equipmentGroups).flatMap((own, at) =>
    Object.values(own).map(({ label, tag }) => ({ name: label, code: tag, parent: groups[at] })),
  );
  const below = kinds.map((kind, at) => ({ ...stamps(groups.length + at + 1), ...kind }));
  return counted([line, ...groups, ...below]);
}

/** The minimum number of machines of a line. */
const fewest = 6;

/** The rows of materials: lines, then their machines, then the motors and drives on these. A line has no price of its own. */
export function buildTree(
  zones: readonly Zone[],
  materials: readonly Material[],
  classes: readonly (Draft & { readonly name: string })[],
): object[] {
  const classOf = (label: string) => classes.find(({ name }) => name === label);
  const lines: object[] = [];
  const machines: object[] = [];
  const parts: object[] = [];
  for (const zone of zones) {
    const { site, name } = zone;
    const standing = materials.filter((material) => material.zone === zone);
    const since = Math.min(...standing.map(({ of }) => of.since));
    const stamps = {
      ...made(site.created_by, zone.created_at + day),
      id: materials.length + lines.length + 1,
    };
    const isLine = standing.length >= fewest;
    const line = { ...stamps, site, name, zone, equipment_class: classOf('Line'), criticality: 'critical' };
    if (isLine) lines.push({ ...line, status: 'operational', in_service_date: dayOf(since) });
    const carriers = standing.filter(({ of: { kind } }) => kind === 'conveyor' || kind === 'pump');
    for (const [index, material] of standing.entries()) {
      const { kind, equipment: own } = material.of;
      const machine = ['motor', 'drive'].includes(kind) ? carriers[index % carriers.length] : undefined;
      material.parent = machine ?? (isLine ? line : null);
      (machine ? parts : machines).push({
        ...material,
        code: `EQ-${String(material.id).padStart(4, '0')}`,
        equipment_class: classOf(own.label),
        replacement_value: replacementOf(material),
      });
    }
  }
  return [...lines, ...machines, ...parts];
}

/** The present replacement value, rounded to a hundred euros; unknown without a purchase price. */
function replacementOf({ id, purchase_price }: Material): number | null {
  if (purchase_price === null || id % 5 === 0) return null;
  return Math.round((purchase_price * (120 + (id % 7) * 5)) / 1_000_000) * 10_000;
}
