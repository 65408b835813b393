/** Valid incidents. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'The resolution goes with the state.',
  fit(body, { pinned }) {
    if (pinned.has('resolved_at') && !pinned.has('status')) {
      body.status = body.resolved_at === null ? 'in_progress' : 'resolved';
    }
    if (body.status === 'resolved' || body.status === 'closed') {
      body.started_at ??= '2024-01-31T08:00:00.000Z';
      body.resolved_at ??= body.started_at;
    } else {
      body.resolved_at = null;
    }
  },
  // An incident from a meter, and one on a machine of a class.
  async populate(place, specimens) {
    const gauge = { kind: 'gauge', active: true, above: 80 };
    const { id: meter_id } = await specimens.make('meters', place, { pin: gauge });
    await specimens.make('meter-readings', place, { pin: { meter_id, value: 90 } });
    const { id: material_id } = await specimens.make('materials', place, { whole: true, variant: 1 });
    await specimens.make('incidents', place, { pin: { material_id } });
  },
});
