/** The people that started work must name. */
import { say } from '../../engine/index.ts';

const begun = ['in_progress', 'completed'] as const;

export const staffed = [
  {
    field: 'operator_ids',
    beside: { status: begun, realization: ['internal', 'both'] },
    message: say('Add at least one operator: the work is done internally and has started.'),
  },
  {
    field: 'company_ids',
    beside: { status: begun, realization: ['external', 'both'] },
    message: say('Add at least one company: the work is done externally and has started.'),
  },
] as const;
