/** What a request is about, as its point says it. */
import type { HookContext } from '../../engine/index.ts';

/** The material of a point, and the zone that it is in now; or its zone alone. */
export async function placeOf(
  { rows }: Pick<HookContext, 'rows'>,
  pointId: number,
): Promise<{ readonly material_id: number | null; readonly zone_id: number | null }> {
  const [point] = await rows('request-points').find({ id: pointId });
  if (!point) throw new Error(`There is no request point ${pointId}.`);
  const { material_id, zone_id } = point;
  if (material_id === null) return { material_id, zone_id };
  const [material] = await rows('materials').find({ id: material_id });
  return { material_id, zone_id: material?.zone_id ?? null };
}
