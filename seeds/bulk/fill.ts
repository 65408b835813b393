/** Fills a database with a number of materials and their related rows, in constant memory. */
import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { startOfDay } from '../demo/calendar.ts';
import { createRandom, type Random } from '../demo/random.ts';
import { maintenanceTables, materialTables } from './equipment-rows.ts';
import { insertTables, type Tables } from './insert.ts';
import { type BulkSite, share, sizesFor } from './plan.ts';
import { createBulkSite } from './site.ts';
import { stockTables } from './stock-rows.ts';

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

/** A batch, which is one transaction: a killed run leaves complete rows with everything that belongs to them. */
interface Step {
  readonly name: string;
  readonly count: number;
  readonly size: number;
  /** Its share of the time for a whole site. */
  readonly weight: number;
  build(site: BulkSite, from: number, to: number, random: Random): Tables;
}

function stepsFor(materials: number): Step[] {
  const { maintenances, items } = sizesFor(materials);
  return [
    { name: 'materials', count: materials, size: 2000, weight: 0.25, build: materialTables },
    { name: 'maintenances', count: maintenances, size: 2000, weight: 0.65, build: maintenanceTables },
    { name: 'stock', count: items, size: 200, weight: 0.1, build: stockTables },
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
  const shares = share(request.materials, request.sites);
  for (const [place, materials] of shares.entries()) {
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
        onProgress((before + (weight * to) / count) / shares.length, written);
        // SQLite's driver never waits: without this a signal would only be handled at the very end.
        await setImmediate();
      }
      before += weight;
    }
  }
  return { sites: names, rows };
}
