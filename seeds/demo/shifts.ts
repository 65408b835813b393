/** Random choices that maintenances, incidents and cleanings share. */

import type { Realization } from './catalogue/equipment.ts';
import type { Company, Maintenance, Material, Person } from './model.ts';
import type { Random } from './random.ts';
import { presentAt } from './roster.ts';

export type CompanyFinder = (name: string) => Company;

/** A member of the site's staff; the first of them, the technician, more often than the others. */
export function pickPerson(staff: readonly Person[], random: Random): Person {
  return random.chance(0.5) && staff[0] ? staff[0] : random.pick(staff);
}

/** The workers of a maintenance, by its realization: of the people present when it begins. */
export function pickWorkers(
  material: Material,
  startsAt: number,
  realization: Realization,
  provider: Company,
  random: Random,
): Pick<Maintenance, 'operators' | 'companies'> {
  const { site } = material.zone;
  const present = presentAt(site, startsAt);
  const staff = present.length > 0 ? present : site.staff;
  const pair = [pickPerson(staff, random), random.pick(staff)];
  const operators = random.chance(0.25) ? [...new Set(pair)] : pair.slice(0, 1);
  return {
    operators: realization === 'external' ? [] : operators,
    companies: realization === 'internal' ? [] : [provider],
  };
}
