/** Valid cleaning rounds. */
import { defineSpecimen, type Place, type SpecimenMaker } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'A round is of a zone or of materials, and weekdays are those of a weekly one.',
  async fit(body, { pinned, specimens, place }) {
    const isNamed = Array.isArray(body.material_ids) && body.material_ids.length > 0;
    const hasZone = typeof body.zone_id === 'number';
    if (hasZone && isNamed) {
      const keepsZone =
        pinned.has('zone_id') || (!pinned.has('material_ids') && Number(body.every) % 2 === 1);
      if (keepsZone) body.material_ids = [];
      else body.zone_id = null;
    } else if (!hasZone && !isNamed) {
      if (pinned.has('material_ids')) throw new Error('A round without materials needs a zone.');
      body.material_ids = await someMaterials(place, 0, specimens);
    }
    if (Array.isArray(body.weekdays)) {
      if (pinned.has('frequency') && body.frequency !== 'week') body.weekdays = null;
      else body.frequency = 'week';
    }
  },
  required: ['material_ids'],
  values: { material_ids: someMaterials },
});

async function someMaterials(place: Place, variant: number, specimens: SpecimenMaker): Promise<number[]> {
  const refer = (turn: number) => specimens.refer('cleaning-rounds', 'material_ids', place, turn);
  return [...new Set([await refer(variant), await refer(variant + 1)])].sort((a, b) => a - b);
}
