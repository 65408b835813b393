/** Valid stops. */
import { defineSpecimen } from '../package/testing/index.ts';

const day = 86_400_000;
const usual = '2024-01-31T08:00:00.000Z';

export default defineSpecimen({
  reason: 'A stop ends after it began, and one of a kind lasts on a material.',
  fit(body, { pinned }) {
    if (body.ended_at === null && pinned.has('ended_at')) return;
    if (pinned.has('ended_at') && !pinned.has('started_at'))
      body.started_at = new Date(Date.parse(String(body.ended_at)) - day).toISOString();
    body.started_at ??= usual;
    if (!pinned.has('ended_at'))
      body.ended_at = new Date(Date.parse(String(body.started_at)) + day).toISOString();
  },
  values: {
    material_id: async (place, _variant, specimens) => (await specimens.make('materials', place)).id,
  },
});
