/** Notices about maintenances. */

/** The states of work that is not done. */
export const stillToDo = ['planned', 'in_progress'] as const;

export const notices = {
  assigned: {
    joins: 'operator_ids',
    while: { status: stillToDo },
    to: 'operator_ids',
    channel: 'mail',
    label: 'A maintenance is given to you',
    says: [
      '{name} is given to you. Scheduled for {scheduled_at}.',
      '{name} is given to you. Due on {due_at}.',
      '{name} is given to you.',
    ],
  },
  due_soon: {
    at: ['scheduled_at', 'due_at'],
    before: ['7 days', '1 day'],
    while: { status: 'planned' },
    to: 'operator_ids',
    channel: 'page',
    label: 'A maintenance is due soon',
    says: '{name} is due on {at}.',
  },
  overdue: {
    at: 'overdue_at',
    while: { status: stillToDo },
    // The window of a counter passes with a reading, which may be entered later.
    passed: { maintenance_plan_id: { not: null }, created_at: { lt: { field: 'overdue_at' } } },
    to: ['operator_ids', { holders: 'update' }],
    channel: 'mail',
    label: 'A maintenance is overdue',
    says: ['{name} was due on {scheduled_at}.', '{name} was due on {due_at}.', '{name} was due on {at}.'],
  },
} as const;
