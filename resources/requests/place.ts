/** The place of a request, from its point. */
import type { HookContext } from '../../engine/index.ts';

/** The material of a point and the present zone of that; or the zone of the point. */
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
