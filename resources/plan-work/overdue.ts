/** When work is overdue: after its time; work of a plan after the window of its date. */
import { Computed, Instant, Nullable, now, ReadOnly } from '../../engine/index.ts';
import { stillToDo } from './notices.ts';

export const overdueFields = {
  overdue_at: ReadOnly(
    Nullable(
      Instant({
        label: 'end of its window',
        heading: 'Overdue from',
      }),
    ),
  ),
  overdue: Computed(
    { status: stillToDo, overdue_at: { lt: now } },
    { label: 'overdue mark', heading: 'Overdue', tones: { true: 'bad' } },
  ),
};

/** The same as `overdue`, for clients. */
export const lateWork = {
  at: ['scheduled_at', 'due_at'],
  after: 'overdue_at',
  while: { status: stillToDo },
  soon: 'P2D',
} as const;

interface TimedWork {
  readonly maintenance_plan_id: number | null;
  readonly scheduled_at: string | null;
  readonly due_at: string | null;
  overdue_at: string | null;
}

/** Sets the moment of work that no plan made. Plans set it with the windows of their dates. */
export function settleOverdue(row: TimedWork): void {
  if (row.maintenance_plan_id === null) row.overdue_at = row.scheduled_at ?? row.due_at;
}
