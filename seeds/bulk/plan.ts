/** The size of a bulk site, and the position of the row with a given number: all computed, nothing stored. */
import type { Equipment } from '../demo/catalogue/equipment.ts';
import { equipment } from '../demo/catalogue/kinds.ts';

const materialsPerBay = 200;
const baysPerHall = 20;
const maintenancesPerMaterial = 2;
const materialsPerItem = 25;
export const movementsPerItem = 10;

/** The content of a site. Numbers of rows; `first…` is the id of the first of them, the others follow without a gap. */
export interface BulkSite {
  readonly id: number;
  readonly name: string;
  readonly operatorId: number;
  readonly companyId: number;
  readonly materials: number;
  readonly firstZone: number;
  readonly firstMaterial: number;
  readonly firstMaintenance: number;
  readonly firstItem: number;
  readonly firstMovement: number;
  /** The start of the day of seeding, UTC, in milliseconds. */
  readonly today: number;
}

export interface Sizes {
  readonly bays: number;
  readonly halls: number;
  readonly maintenances: number;
  readonly items: number;
  readonly movements: number;
}

export function sizesFor(materials: number): Sizes {
  const bays = Math.ceil(materials / materialsPerBay);
  const items = Math.ceil(materials / materialsPerItem);
  return {
    bays,
    halls: Math.ceil(bays / baysPerHall),
    maintenances: materials * maintenancesPerMaterial,
    items,
    movements: items * movementsPerItem,
  };
}

/** Divides materials among sites as evenly as possible. */
export function share(materials: number, sites: number): number[] {
  return Array.from(
    { length: sites },
    (_, index) => Math.floor(((index + 1) * materials) / sites) - Math.floor((index * materials) / sites),
  );
}

const kinds = Object.values(equipment);

/** The kind of the material with this number. The step is prime, so that neighbours differ and every kind occurs. */
export function kindAt(index: number): Equipment {
  const kind = kinds[(index * 13) % kinds.length];
  if (!kind) throw new RangeError('There are no kinds of equipment.');
  return kind;
}

export function bayAt(index: number): number {
  return Math.floor(index / materialsPerBay);
}

export function hallOfBay(bay: number): number {
  return Math.floor(bay / baysPerHall);
}

/**
 * The material of the maintenance with this number. Maintenances are ordered by time and materials by name: as in a real plant,
 * the orders are independent.
 */
export function materialOf(index: number, materials: number): number {
  return (index * strideFor(materials)) % materials;
}

/** Near the golden ratio of the count, which spreads best, and coprime with it, so that none is left out. */
function strideFor(materials: number): number {
  let stride = Math.max(1, Math.round(materials * 0.618));
  while (divisor(stride, materials) !== 1) stride += 1;
  return stride;
}

function divisor(left: number, right: number): number {
  return right === 0 ? left : divisor(right, left % right);
}
