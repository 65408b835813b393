/** How notifications are created. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'The service makes notifications, of facts that come about with time or by what others do.',
  async populate(place, specimens, db) {
    const { id: user_id } = (await specimens.clientAt(place).get('/user')).body.data;
    for (let number = 0; number < 6; number += 1) {
      const [resource, kind] = number % 2 === 0 ? ['incidents', 'severe'] : ['items', 'low_stock'];
      const { id: record_id, data } = await specimens.make(resource, place);
      const at = `2026-02-0${1 + number} 08:00:00.000`;
      const name = resource.slice(0, -1);
      await db('notifications').insert({
        ...{
          user_id,
          resource: name,
          kind: `${name}.${kind}`,
          record_id,
          site_id: data.site_id,
          edge: `${number}`,
        },
        ...{
          said: '{"values": {}}',
          read_at: number < 2 ? at : null,
          created_by_id: number < 4 ? user_id : null,
          created_at: at,
          updated_at: at,
        },
      });
    }
  },
});
