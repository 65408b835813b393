/**
 * Updates `last_cleaning_at` and `next_cleaning_at` of materials. Both are derived, so the material's version does not change: a
 * cleaning must not make an open form stale.
 */
import type { HookContext } from '../../engine/index.ts';
import { lockBatches } from '../plan-work/batches.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { type CleaningPlan, nextCleaning } from './next-cleaning.ts';

type Context = Pick<HookContext, 'rows'>;

/** The fields of a material that depend on its cleanings. */
export interface CleanedMaterial extends CleaningPlan {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly next_cleaning_at: string | null;
}

/**
 * Updates a material after a cleaning was written or deleted. The material is locked before its cleanings are read: a second
 * transaction sees the cleaning of the first.
 */
export async function followCleanings(context: Context, materialId: number): Promise<void> {
  const materials = context.rows<CleanedMaterial>('materials');
  const material = await materials.of(materialId);
  const cleanings = context.rows<{ id: number; cleaned_at: string }>('cleanings');
  const [latest] = await cleanings.find({ material_id: materialId }, { order: '-cleaned_at', limit: 1 });
  const cleaned = { ...material, last_cleaning_at: latest?.cleaned_at ?? null };
  const timezone = await timezoneOf(context, material.site_id);
  await materials.change([material], {
    last_cleaning_at: cleaned.last_cleaning_at,
    next_cleaning_at: nextCleaning(cleaned, timezone),
  });
}

/** The number of materials per batch. */
const batch = 500;

/** Updates the materials of a site after a change of its time zone. */
export async function followTimezone({ rows }: Context, siteId: number, timezone: string): Promise<void> {
  const materials = rows<CleanedMaterial>('materials');
  const planned = { site_id: siteId, cleaning_every: { not: null } };
  for await (const found of lockBatches(materials, planned, batch)) {
    await materials.change(found, (material) => ({ next_cleaning_at: nextCleaning(material, timezone) }));
  }
}
