/** How requests are created. */
import { searchText } from '../engine/values.ts';
import { defineSpecimen, type Place, type SpecimenMaker } from '../package/testing/index.ts';

let made = 0;

/** Sends one, at a new point: so it never reaches the hourly limit of an address at a point. */
async function send(place: Place, specimens: SpecimenMaker): Promise<number> {
  const { data } = await specimens.make('request-points', place, {
    pin: { contact: 'optional', active: true },
  });
  made += 1;
  const body = { description: `Something is loose ${made}.`, name: 'Someone' };
  const client = specimens.clientAt(place);
  const sent = await client.post(`/public/request-points/${data.token}/requests`, body);
  const { reference } = sent.body.data;
  return (await client.get(`/work-requests?search=${reference}`)).body.data[0].id;
}

export default defineSpecimen({
  reason: 'People without an account send requests.',
  async populate(place, specimens, db) {
    const { id: created_by_id } = (await specimens.clientAt(place).get('/user')).body.data;
    for (let number = 0; number < 6; number += 1) {
      const { id: request_point_id, data } = await specimens.make('request-points', place);
      const material = await db('materials').where({ id: data.material_id }).first('zone_id');
      made += 1;
      const reference = `0000-0000-${String(made).padStart(4, '0')}`;
      const description = `The pump is loud ${made}.`;
      const at = `2026-02-0${1 + number} 08:00:00.000`;
      await db('work_requests').insert({
        ...{ reference, name: description, description, request_point_id, status: 'received' },
        ...{ site_id: data.site_id, material_id: data.material_id, zone_id: material?.zone_id },
        ...{ requester_name: 'Someone', created_by_id: number < 3 ? created_by_id : null },
        ...{ created_at: at, updated_at: at },
        search_text: searchText([description, description, reference]),
      });
    }
  },
  make: send,
});
