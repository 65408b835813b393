/** Fills a database with a number of materials and their related rows, in constant memory. */
import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { startOfDay } from '../demo/calendar.ts';
import { createRandom } from '../demo/random.ts';
import { insertTables } from './insert.ts';
import { type Build, maintenanceTables, materialTables, stockTables } from './rows.ts';
import { createBulkSite, sizesFor } from './site.ts';

export interface BulkRequest {
  readonly materials: number;
  readonly sites: number;
  readonly now: Date;
}

export interface BulkResult {
  readonly sites: readonly string[];
  /** Number of rows written, by table. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Called after every batch with the progress, from 0 to 1, and the number of rows so far. */
export type OnProgress = (done: number, rows: number) => void;

/**
 * The batches of each table, and its share of the time for a whole site. A batch is one transaction: a killed run leaves complete
 * rows with everything that belongs to them.
 */
function stepsFor(materials: number) {
  const { maintenances, items } = sizesFor(materials);
  const step = (name: string, count: number, size: number, weight: number, build: Build) => ({
    ...{ name, count, size, weight, build },
  });
  return [
    step('materials', materials, 2000, 0.25, materialTables),
    step('maintenances', maintenances, 2000, 0.65, maintenanceTables),
    step('stock', items, 200, 0.1, stockTables),
  ];
}

/**
 * Adds the sites, one after the other. No other process may add rows to the same tables meanwhile: their ids are assigned here.
 * @throws the driver's error if a row cannot be written; earlier batches remain
 */
export async function fillBulk(
  knex: Knex,
  request: BulkRequest,
  onProgress: OnProgress,
): Promise<BulkResult> {
  const names: string[] = [];
  const rows = new Map<string, number>();
  let written = 0;
  const { sites } = request;
  const upTo = (place: number) => Math.floor((place * request.materials) / sites);
  for (let place = 0; place < sites; place += 1) {
    // As evenly as possible.
    const materials = upTo(place + 1) - upTo(place);
    const site = await knex.transaction((trx) => createBulkSite(trx, materials, startOfDay(request.now)));
    names.push(site.name);
    let before = place;
    for (const { name, count, size, weight, build } of stepsFor(materials)) {
      for (let from = 0; from < count; from += size) {
        const to = Math.min(from + size, count);
        const tables = build(site, from, to, createRandom(`bulk ${name} ${place} ${from}`));
        await knex.transaction((trx) => insertTables(trx, tables));
        for (const [table, batch] of tables) {
          rows.set(table, (rows.get(table) ?? 0) + batch.length);
          written += batch.length;
        }
        onProgress((before + (weight * to) / count) / sites, written);
        // SQLite's driver never waits: without this a signal would only be handled at the very end.
        await setImmediate();
      }
      before += weight;
    }
  }
  return { sites: names, rows };
}
