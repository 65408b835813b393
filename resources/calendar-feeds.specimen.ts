/** Valid calendars. */
import { type Body, defineSpecimen } from '../package/testing/index.ts';

/** Less than the limit per person. */
const kept = 12;

export default defineSpecimen({
  reason: 'A person has twenty at the most: the oldest make room.',
  async fit(_body, { current, place, specimens }) {
    if (current) return;
    const client = specimens.clientAt(place);
    const { body } = await client.get('/calendar-feeds?per_page=100&sort=-created_at,-id');
    const old: Body[] = body.data.slice(kept);
    for (const { id } of old) await client.delete(`/calendar-feeds/${id}`);
  },
});
