/** Builds the whole demo: people, places, equipment, and a year of work. It uses no database. */

import { hour, minute } from './calendar.ts';
import { type CompanyEntry, companyEntries } from './catalogue/companies.ts';
import { buildCleanings } from './cleanings.ts';
import { buildBreakdowns, showState } from './faults.ts';
import { buildItems } from './items.ts';
import { buildMaterials } from './materials.ts';
import { buildMeters, excursionsOf } from './meters.ts';
import {
  type Cleaning,
  type Company,
  type Incident,
  type Item,
  type Maintenance,
  type MaintenancePlan,
  type Material,
  type Meter,
  type Movement,
  numberByCreation,
  type Occurrence,
  type Site,
  type Zone,
} from './model.ts';
import { buildMovements } from './movements.ts';
import { administrator } from './people.ts';
import { buildPlaces, buildSites } from './places.ts';
import { buildPlans } from './plans/build.ts';
import { buildOccurrences } from './plans/history.ts';
import { createRandom } from './random.ts';
import { buildServices } from './services.ts';
import type { CompanyFinder } from './shifts.ts';
import { buildWithdrawals } from './withdrawals.ts';
import { planSiteOf } from './working-hours.ts';

export interface World {
  /** When the service was set up. */
  readonly start: number;
  readonly sites: readonly Site[];
  readonly companies: readonly (Company & { readonly entry: CompanyEntry })[];
  readonly zones: readonly Zone[];
  readonly materials: readonly Material[];
  readonly meters: readonly Meter[];
  readonly plans: readonly MaintenancePlan[];
  readonly occurrences: readonly Occurrence[];
  readonly maintenances: readonly Maintenance[];
  readonly incidents: readonly Incident[];
  readonly cleanings: readonly Cleaning[];
  readonly items: readonly Item[];
  readonly movements: readonly Movement[];
}

/** @param today the start of the day of seeding, UTC, in milliseconds */
export function buildWorld(today: number): World {
  const sites = buildSites(today);
  const start = Math.min(...sites.map(({ createdAt }) => createdAt));
  const companies = companyEntries.map((entry, index) => {
    const createdAt = start + 2 * hour + index * 4 * minute;
    return { id: index + 1, author: administrator, createdAt, updatedAt: createdAt, name: entry.name, entry };
  });
  const findCompany = finderOf(companies);
  const places = sites.map((site) => buildPlaces(site));
  const zones = numberByCreation(places.flat().map(({ zone }) => zone));
  const standing = sites.map((site, index) => buildMaterials(site, places[index] ?? [], today));
  const materials = numberByCreation(standing.flat());
  const meters = numberByCreation(
    sites.flatMap((site, index) => buildMeters(site, standing[index] ?? [], today)),
  );
  const plans = numberByCreation(
    sites.flatMap((site, index) =>
      buildPlans(
        site,
        standing[index] ?? [],
        meters.filter(({ material }) => material.zone.site === site),
        today,
        findCompany,
      ),
    ),
  );
  const occurrences = numberByCreation(
    sites.flatMap((site) => {
      const own = plans.filter(({ material }) => material.zone.site === site);
      const calendar = planSiteOf(site, today);
      return own.flatMap((plan) => buildOccurrences(plan, calendar, today));
    }),
  );
  const planned = occurrences.flatMap(({ maintenance }) => maintenance ?? []);
  const work = buildWork(materials, plans, planned, excursionsOf(meters), today, findCompany);
  const items = numberByCreation(
    sites.flatMap((site, index) => buildItems(site, standing[index] ?? [], findCompany)),
  );
  const withdrawals = buildWithdrawals(items, work.maintenances, today);
  const movements = items.flatMap((item) => buildMovements(item, withdrawals, today));
  return {
    start,
    sites,
    companies,
    zones,
    materials,
    meters,
    plans,
    occurrences,
    ...work,
    items,
    movements: numberByCreation(movements),
  };
}

/**
 * @param generated the maintenances of plans
 * @param measured the incidents of meters
 */
function buildWork(
  materials: readonly Material[],
  plans: readonly MaintenancePlan[],
  generated: readonly Maintenance[],
  measured: readonly Incident[],
  today: number,
  findCompany: CompanyFinder,
): Pick<World, 'maintenances' | 'incidents' | 'cleanings'> {
  const random = createRandom('work');
  const maintenances = [...generated];
  const incidents = [...measured];
  const cleanings: Cleaning[] = [];
  for (const material of materials) {
    const own = plans.filter((plan) => plan.material === material).map(({ entry }) => entry.name);
    maintenances.push(...buildServices(material, new Set(own), today, findCompany, random));
    const breakdowns = buildBreakdowns(material, today, findCompany, random);
    maintenances.push(...breakdowns.flatMap(({ repair }) => repair ?? []));
    incidents.push(...breakdowns.map(({ incident }) => incident));
    showState(
      material,
      breakdowns.map(({ incident }) => incident),
    );
    cleanings.push(...buildCleanings(material, today, random));
  }
  return {
    maintenances: numberByCreation(maintenances),
    incidents: numberByCreation(incidents),
    cleanings: numberByCreation(cleanings),
  };
}

function finderOf(companies: readonly Company[]): CompanyFinder {
  const byName = new Map(companies.map((company) => [company.name, company]));
  return (name) => {
    const found = byName.get(name);
    if (!found) throw new Error(`The demo has no company ${name}.`);
    return found;
  };
}
