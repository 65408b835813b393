/** Valid request points. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'A point belongs to either a material or a zone.',
  required: ['material_id'],
  async populate(place, specimens) {
    const zone_id = await specimens.refer('request-points', 'zone_id', place, 0);
    for (let number = 0; number < 2; number += 1)
      await specimens.make('request-points', place, { pin: { zone_id } });
  },
  async fit(body, { pinned, current, place, specimens }) {
    if (current) return;
    const isPinned = (name: string) => pinned.has(name) && body[name] != null;
    if (isPinned('zone_id') && !isPinned('material_id')) {
      if (!pinned.has('material_id')) body.material_id = null;
      return;
    }
    if (!pinned.has('zone_id')) body.zone_id = null;
    if (pinned.has('material_id') && body.material_id === null && !pinned.has('zone_id'))
      body.zone_id = await specimens.refer('request-points', 'zone_id', place, 0);
    if (!pinned.has('material_id'))
      body.material_id ??= await specimens.refer('request-points', 'material_id', place, 0);
  },
});
