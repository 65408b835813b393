import {
  BelongsTo,
  Case,
  DateOnly,
  defineResource,
  Enum,
  Instant,
  Integer,
  Internal,
  Nullable,
  now,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { lockPlan } from './plan-work/lock.ts';
import { findDecided, postponeOccurrence, skipOccurrence } from './plan-work/occurrence-actions.ts';
import { skipReasons } from './plans/decide.ts';
import { punctualities } from './plans/window.ts';

const reason = () => Text({ max: 2000, multiline: true, label: 'reason' });

/** The dates of maintenance plans, each with what became of it. */
export default defineResource({
  name: 'plan-occurrence',
  path: 'plan-occurrences',
  table: 'plan_occurrences',
  scope: 'site',
  operations: ['list', 'view'],
  permissions: ['update'],
  display: 'sequence',
  fields: {
    maintenance_plan_id: ReadOnly(BelongsTo('maintenance-plans')),
    material_id: ReadOnly(BelongsTo('materials', { include: ['zone'] })),
    sequence: ReadOnly(Integer({ minimum: 1, label: 'number' })),
    original_due_at: ReadOnly(Instant({ label: 'original date' })),
    due_at: ReadOnly(Instant({ label: 'date', heading: 'Due' })),
    window_from: ReadOnly(Instant({ label: 'start of the window', heading: 'On time from' })),
    window_until: ReadOnly(Instant({ label: 'end of the window', heading: 'On time until' })),
    status: Case(
      [
        ['scheduled', { state: 'scheduled' }],
        ['missed', { state: 'open', window_until: { lt: now } }],
        ['open', { state: 'open' }],
        ['done', { state: 'done' }],
      ],
      'skipped',
      { tones: { open: 'info', missed: 'bad', done: 'good', skipped: 'mute' } },
    ),
    skip_reason: ReadOnly(
      Nullable(Enum(skipReasons, { label: 'reason for skipping', heading: 'Skipped for' })),
    ),
    note: ReadOnly(Nullable(Text({ max: 2000, multiline: true }))),
    maintenance_id: ReadOnly(Nullable(BelongsTo('maintenances', { onDelete: 'unlink' }))),
    completed_at: ReadOnly(Nullable(Instant({ label: 'completion', heading: 'Completed' }))),
    punctuality: ReadOnly(
      Nullable(Enum(punctualities, { tones: { on_time: 'good', early: 'warn', late: 'warn' } })),
    ),
    // What is stored of the status: that one is missed follows from the present moment.
    state: Internal(Enum(['scheduled', 'open', 'done', 'skipped'])),
    // The rule's own day, from which the dates after it follow, and which date of the rule it is.
    rule_day: Internal(DateOnly()),
    rule_number: Internal(Integer()),
    // Of one that is scheduled, what takes its date.
    foreseen: Internal(Nullable(Enum(['out_of_season', 'closed_day']))),
    // Its moment of generation, once it is recorded, and when its order ended.
    generated_at: Internal(Nullable(Instant())),
    ended_at: Internal(Nullable(Instant())),
  },
  filters: ['maintenance_plan_id', 'material_id', 'status', 'skip_reason', 'due_at', 'original_due_at'],
  sort: ['due_at', 'sequence', 'created_at'],
  defaultSort: 'due_at',
  unique: [['maintenance_plan_id', 'sequence']],
  hooks: { beforeLock: (context) => lockPlan(context, 'plan-occurrences') },
  actions: {
    skip: {
      on: 'row',
      permission: 'update',
      guard: findDecided,
      summary: 'Leaves out a date that is still to be done, and cancels its maintenance.',
      input: { note: reason() },
      async run({ row, input, update, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        await skipOccurrence(work, row);
        return update({ note: input.note });
      },
    },
    postpone: {
      on: 'row',
      permission: 'update',
      guard: findDecided,
      summary: 'Puts a date that is still to be done off to a later moment, with its maintenance.',
      input: { due_at: Instant({ label: 'date', heading: 'Due' }), note: reason() },
      async run({ row, input, update, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        await postponeOccurrence(work, row, input.due_at);
        return update({ note: input.note });
      },
    },
  },
  view: {
    icon: 'calendar',
    group: 'Daily work',
    order: 16,
    columns: ['maintenance_plan_id', 'material_id', 'due_at', 'status', 'punctuality', 'maintenance_id'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'plan-occurrences': typeof import('./plan-occurrences.ts').default;
  }
}
