/** Valid maintenances. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'Work that has begun has a start and somebody who does it; the resolution goes with `completed`.',
  // The steps and files of a maintenance are deleted with it; four other tables are read for the journal and unlinked.
  writeQueries: 24,
  async fit(body, { place, specimens, current, pinned }) {
    // Steps are open at first, so a body cannot complete a maintenance with steps.
    if (body.status === 'completed' && (body.procedure_id ?? current?.procedure_id ?? null) !== null) {
      if (!pinned.has('procedure_id')) body.procedure_id = null;
      else if (!pinned.has('status')) body.status = 'in_progress';
    }
    if (current?.status === 'completed' && body.status !== 'completed') body.resolved_at = null;
    if (body.status !== 'in_progress' && body.status !== 'completed') return;
    body.started_at ??= '2024-01-31T08:00:00.000Z';
    if (body.status === 'completed') body.resolved_at ??= body.started_at;
    for (const name of ['operator_ids', 'company_ids']) {
      const isNamed = Array.isArray(body[name]) && body[name].length > 0;
      if (!isNamed) body[name] = [await specimens.refer('maintenances', name, place, 0)];
    }
  },
});
