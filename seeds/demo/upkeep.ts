/** The rows of working hours, closures, and cleaning rounds. */
import { roundDates } from '../../resources/cleaning-plan/round-dates.ts';
import type { Weekday } from '../../resources/plans/days.ts';
import { dayOf, hour, minute } from './calendar.ts';
import type { Material, Site, Zone } from './model.ts';
import { administrator } from './people.ts';
import { idsOf, type Lists, type Row, stamps } from './rows.ts';
import { closuresFrom, hoursOf, weekdayNames } from './working-hours.ts';
import type { World } from './world.ts';

interface RoundPlan {
  readonly name: string;
  readonly zone: Zone | null;
  readonly materials: readonly Material[];
  readonly type: 'daily' | 'weekly' | 'monthly';
  readonly frequency: 'day' | 'week' | 'month';
  readonly due_time: string;
  readonly weekdays: readonly Weekday[];
}

const kinds = [
  { label: 'Daily', type: 'daily', frequency: 'day', due_time: '06:30', weekdays: [] },
  { label: 'Weekly', type: 'weekly', frequency: 'week', due_time: '13:00', weekdays: ['mon', 'thu'] },
  { label: 'Monthly', type: 'monthly', frequency: 'month', due_time: '08:00', weekdays: [] },
] as const;

/** A round of each kind in the zones with the most equipment, and one of the most important machines. */
function roundsOf(site: Site, materials: readonly Material[]): RoundPlan[] {
  const own = materials.filter(({ zone, retiredAt }) => zone.site === site && retiredAt === null);
  const zones = [...new Set(own.map(({ zone }) => zone))];
  const sizeOf = (zone: Zone) => own.filter((material) => material.zone === zone).length;
  const fullest = zones.toSorted((one, other) => sizeOf(other) - sizeOf(one) || one.id - other.id);
  const inZones = kinds.flatMap(({ label, ...kind }, index): RoundPlan[] => {
    const zone = fullest[index];
    return zone ? [{ ...kind, name: `${label} round: ${zone.name}`, zone, materials: [] }] : [];
  });
  const critical = own.filter(({ criticality }) => criticality === 'critical').slice(0, 5);
  const friday = { type: 'weekly', frequency: 'week', due_time: '12:00', weekdays: ['fri'] } as const;
  const chosen = critical.length > 0 ? critical : own.slice(0, 5);
  return [...inZones, { ...friday, name: 'Before the weekend', zone: null, materials: chosen }];
}

export function upkeepRowsOf({ sites, materials }: World, today: number): Lists {
  const made = (site: Site, index: number) => ({
    ...stamps({
      id: index + 1,
      author: administrator,
      createdAt: site.createdAt + 2 * hour + index * minute,
    }),
    site_id: site.id,
  });
  const hours = sites.flatMap((site) => hoursOf(site).map((one) => ({ site, one })));
  const closures = sites.flatMap((site) => closuresFrom(today).map((one) => ({ site, one })));
  const rounds = sites.flatMap((site) => roundsOf(site, materials).map((one) => ({ site, one })));
  return [
    [
      'working-hours',
      hours.map(({ site, one: [weekday, from, until] }, index) => ({
        ...made(site, index),
        ...{ name: `${weekdayNames[weekday]} ${from}–${until}`, weekday, from, until },
      })),
    ],
    [
      'closures',
      closures.map(({ site, one }, index) => ({
        ...made(site, index),
        ...one,
      })),
    ],
    [
      'cleaning-rounds',
      rounds.map(({ site, one }, index) => ({ ...made(site, index), ...roundColumns(site, one, today) })),
    ],
  ];
}

function roundColumns(
  site: Site,
  { name, zone, materials, type, frequency, due_time, weekdays }: RoundPlan,
  today: number,
): Row {
  const weekday_list = weekdays.length > 0 ? weekdays.join() : null;
  const rule = {
    active: true,
    starts_on: dayOf(site.createdAt),
    due_time,
    frequency,
    every: 1,
    weekday_list,
  };
  const { next } = roundDates(rule, site.plan.timezone, new Date(today).toISOString());
  return {
    ...{ name, zone_id: zone?.id ?? null, material_ids: idsOf(materials), type, ...rule },
    weekdays: weekdays.length > 0 ? weekdays : null,
    next_due_at: next,
  };
}
