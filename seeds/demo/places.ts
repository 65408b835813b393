/** Builds the sites and their trees of zones. */
import { DateTime } from 'luxon';
import { day, hour, minute } from './calendar.ts';
import type { Site, SiteName, Zone } from './model.ts';
import { administrator, staffOf } from './people.ts';
import { headquarters } from './site-headquarters.ts';
import { north } from './site-north.ts';
import type { Stock, ZonePlan } from './site-plan.ts';
import { south } from './site-south.ts';

/** The age of the service, up to a week less: existing equipment was entered within the first weeks. */
export const historyDays = 365;

export interface Place {
  readonly zone: Zone;
  readonly holds: readonly Stock[];
}

export function buildSites(today: number): Site[] {
  const start = firstMonday(today - historyDays * day) + 8 * hour;
  return [headquarters, north, south].map((plan, index) => ({
    id: index + 1,
    author: administrator,
    createdAt: start + index * 10 * minute,
    updatedAt: start + index * 10 * minute,
    plan,
    staff: staffOf(nameOf(plan.name)),
  }));
}

/** Services are not set up on weekends. */
function firstMonday(moment: number): number {
  const { weekday } = DateTime.fromMillis(moment, { zone: 'utc' });
  return moment + ((8 - weekday) % 7) * day;
}

function nameOf(name: string): SiteName {
  if (name === 'Headquarters' || name === 'Plant North' || name === 'Plant South') return name;
  throw new Error(`${name} is none of the demo's sites.`);
}

/** All zones of a site, each after its parent. A zone with children needs no equipment of its own. */
export function buildPlaces(site: Site): Place[] {
  const places: Place[] = [];
  const visit = (plans: readonly ZonePlan[], parent: Zone | null): void => {
    for (const { name, description, holds = [], zones = [] } of plans) {
      const createdAt = site.createdAt + (places.length + 1) * 3 * minute;
      const zone: Zone = {
        id: 0,
        author: administrator,
        createdAt,
        updatedAt: createdAt,
        site,
        name,
        description: description ?? null,
        parent,
        allowsMaterial: holds.length > 0 || zones.length === 0,
      };
      places.push({ zone, holds });
      visit(zones, zone);
    }
  };
  visit(site.plan.zones, null);
  return places;
}
