/** The fields of maintenances about their steps. */
import { CountOf } from '../../engine/index.ts';

export const stepCounts = {
  step_count: CountOf('maintenance-steps', 'maintenance_id', {
    label: 'steps',
  }),
  open_step_count: CountOf('maintenance-steps', 'maintenance_id', {
    where: { status: 'open' },
    label: 'open steps',
  }),
  failed_step_count: CountOf('maintenance-steps', 'maintenance_id', {
    where: { status: 'failed' },
    label: 'failed steps',
  }),
};
