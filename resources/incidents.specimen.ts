/** Right incidents. */
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
});
