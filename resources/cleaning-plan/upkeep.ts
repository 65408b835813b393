/**
 * Keeps what materials know of their cleanings: `last_cleaning_at` and `next_cleaning_at`. Both are derived, so
 * that the material's version stays: nobody's edit of it is stale because somebody cleaned it.
 */
import type { Knex } from 'knex';
import { showInstant, storeInstant } from '../../engine/index.ts';
import { type CleaningPlan, nextCleaning } from './next-cleaning.ts';

/** A material with its instants as they are stored. */
interface StoredMaterial extends CleaningPlan {
  readonly id: number;
  readonly site_id: number;
  readonly next_cleaning_at: string | null;
}

const columns = [
  'id',
  'site_id',
  'cleaning_every',
  'cleaning_unit',
  'last_cleaning_at',
  'next_cleaning_at',
  'created_at',
] as const;

/** The time zone of a site; with `hold` it stays so until the transaction ends. */
export async function timezoneOf(db: Knex, siteId: number, hold: boolean): Promise<string> {
  const site = db<{ id: number; timezone: string }>('sites').where({ id: siteId });
  const found = await (hold ? site.forShare() : site).first('timezone');
  if (!found) throw new Error(`There is no site ${siteId}.`);
  return found.timezone;
}

/**
 * Brings a material up to date with its cleanings, after one was written or deleted. The material is locked
 * before they are looked at: whoever comes second sees the cleaning of the first.
 */
export async function followCleanings(db: Knex, materialId: number): Promise<void> {
  const materials = () => db<StoredMaterial>('materials').where({ id: materialId });
  const material = await materials()
    .forUpdate()
    .first(...columns);
  if (!material) return;
  const latest = await db<{ material_id: number; cleaned_at: string }>('cleanings')
    .where({ material_id: materialId })
    .orderBy('cleaned_at', 'desc')
    .first('cleaned_at');
  const last = latest?.cleaned_at ?? null;
  const timezone = await timezoneOf(db, material.site_id, false);
  const next = storedNext({ ...material, last_cleaning_at: last }, timezone);
  if (last === material.last_cleaning_at && next === material.next_cleaning_at) return;
  await materials().update({ last_cleaning_at: last, next_cleaning_at: next });
}

/** How many materials are brought up to date by one statement. */
const batch = 500;

/** Brings the materials of a site up to date with its time zone. */
export async function followTimezone(db: Knex, siteId: number, timezone: string): Promise<void> {
  for (let after = 0; ; ) {
    const materials = await db<StoredMaterial>('materials')
      .where({ site_id: siteId })
      .where('id', '>', after)
      .whereNotNull('cleaning_every')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .select(...columns);
    const last = materials.at(-1);
    if (!last) return;
    const ids = materials.map(({ id }) => id);
    const whens = materials.map(() => 'when ? then ?').join(' ');
    const values = materials.flatMap((material) => [material.id, storedNext(material, timezone)]);
    await db('materials')
      .whereIn('id', ids)
      .update({ next_cleaning_at: db.raw(`case id ${whens} end`, values) });
    after = last.id;
  }
}

function storedNext(material: CleaningPlan, timezone: string): string | null {
  const { last_cleaning_at: last, created_at: created } = material;
  const shown = {
    ...material,
    last_cleaning_at: last && showInstant(last),
    created_at: showInstant(created),
  };
  const next = nextCleaning(shown, timezone);
  return next && storeInstant(next);
}
