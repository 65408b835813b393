/** Builds the whole demo: people, places, equipment, and a year of work. It uses no database. */
import { startBefore } from './calendar.ts';
import { buildDates } from './dates.ts';
import { type Cleaning, type Draft, numbered, ownOf, type Site } from './draft.ts';
import { buildMeters, excursionsOf } from './meters.ts';
import * as places from './places.ts';
import { buildPlans, buildProcedures, procedureOf } from './plans.ts';
import { createRandom } from './random.ts';
import { planSiteOf } from './roster.ts';
import { buildItems, buildMovements, buildWithdrawals } from './stock.ts';
import { finderOf } from './tables.ts';
import { buildCleanings, buildIncidents, buildServices, type Setting, showState } from './work.ts';

export type World = ReturnType<typeof buildWorld>;

/** @param today the start of the day of seeding, UTC, in milliseconds */
export function buildWorld(today: number) {
  const start = startBefore(today);
  const people = places.buildPeople(start);
  const [author = null] = people;
  const sites = places.buildSites(people, start);
  const plants = sites.filter(({ is_headquarters }) => !is_headquarters);
  const atEach = <R extends Draft>(build: (site: Site) => readonly R[]) => numbered(sites.flatMap(build));
  const companies = places.buildCompanies(author, start);
  const findCompany = finderOf('company', new Map(companies.map((company) => [company.name, company])));
  const stands = sites.map((site) => ({ site, holds: places.buildPlaces(site) }));
  const zones = numbered(stands.flatMap(({ holds }) => holds.map(({ zone }) => zone)));
  const materials = numbered(stands.flatMap(({ site, holds }) => places.buildMaterials(site, holds, today)));
  const meters = atEach((site) => buildMeters(site, ownOf(site, materials), today));
  const readings = numbered(meters.flatMap(({ of }) => of.readings));
  const procedures = buildProcedures(plants, start);
  const plans = atEach((site) =>
    buildPlans(site, people, ownOf(site, materials), ownOf(site, meters), today, findCompany),
  );
  for (const plan of plans) plan.procedure = procedureOf(plan, procedures);
  const occurrences = atEach((site) => {
    const calendar = planSiteOf(site, today);
    return ownOf(site, plans).flatMap((plan) => buildDates(plan, calendar, today));
  });
  const random = createRandom('work');
  const work = occurrences.flatMap(({ maintenance }) => maintenance ?? []);
  const faults = excursionsOf(meters);
  const cleaned: Cleaning[] = [];
  for (const material of materials) {
    const setting: Setting = { material, today, findCompany, random };
    const planned = plans.filter((plan) => plan.material === material).map(({ name }) => name);
    work.push(...buildServices(setting, planned));
    const own = buildIncidents(setting);
    work.push(...own.flatMap(({ maintenance }) => maintenance ?? []));
    faults.push(...own);
    showState(material, own);
    cleaned.push(...buildCleanings(setting));
  }
  const [maintenances, incidents, cleanings] = [numbered(work), numbered(faults), numbered(cleaned)];
  const items = atEach((site) => buildItems(site, ownOf(site, materials), findCompany));
  const withdrawals = buildWithdrawals(items, maintenances, today);
  const movements = numbered(items.flatMap((item) => buildMovements(item, withdrawals, today)));
  return {
    ...{ today, start, author, people, sites, plants, companies, zones, materials, meters, readings },
    ...{ procedures, plans, occurrences, maintenances, incidents, cleanings, items, movements },
  };
}
