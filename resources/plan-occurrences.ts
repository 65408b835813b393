import {
  BelongsTo,
  Bool,
  Case,
  DateOnly,
  Decimal,
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
import { units } from './plan-work/fields.ts';
import { lockPlan } from './plan-work/lock.ts';
import { findDecided, postponeOccurrence, skipOccurrence } from './plan-work/occurrence-actions.ts';
import { skipReasons } from './plans/decide.ts';
import { punctualities } from './plans/window.ts';

const reason = () => Text({ max: 2000, multiline: true, label: 'reason' });

/** The dates of maintenance plans, each with its result. */
export default defineResource({
  name: 'plan-occurrence',
  path: 'plan-occurrences',
  table: 'plan_occurrences',
  scope: 'site',
  operations: ['list', 'view'],
  permissions: ['update'],
  display: '{maintenance_plan} · {material}',
  fields: {
    maintenance_plan_id: ReadOnly(BelongsTo('maintenance-plans')),
    material_id: ReadOnly(BelongsTo('materials', { include: ['zone'] })),
    sequence: ReadOnly(Integer({ minimum: 1, label: 'number' })),
    original_due_at: ReadOnly(Nullable(Instant({ label: 'original date' }))),
    due_at: ReadOnly(Nullable(Instant({ label: 'date', heading: 'Due' }))),
    window_from: ReadOnly(Nullable(Instant({ label: 'start of the window', heading: 'On time from' }))),
    window_until: ReadOnly(Nullable(Instant({ label: 'end of the window', heading: 'On time until' }))),
    due_units: ReadOnly(Nullable(Decimal({ ...units, label: 'due at units' }))),
    completed_units: ReadOnly(Nullable(Decimal({ ...units, label: 'completed at units' }))),
    estimated: ReadOnly(Bool({ default: false })),
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
      Nullable(Enum(skipReasons, { label: 'reason for skipping', heading: 'Skipped because' })),
    ),
    note: ReadOnly(Nullable(Text({ max: 2000, multiline: true }))),
    maintenance_id: ReadOnly(Nullable(BelongsTo('maintenances', { onDelete: 'unlink' }))),
    completed_at: ReadOnly(Nullable(Instant({ label: 'completion', heading: 'Completed' }))),
    punctuality: ReadOnly(
      Nullable(Enum(punctualities, { tones: { on_time: 'good', early: 'warn', late: 'warn' } })),
    ),
    // The stored status: `missed` depends on the present moment.
    state: Internal(Enum(['scheduled', 'open', 'done', 'skipped'])),
    // The day by the rule, from which later dates follow, and its number in the rule.
    rule_day: Internal(DateOnly()),
    rule_number: Internal(Integer()),
    // For a scheduled date: the reason why it will be skipped.
    foreseen: Internal(Nullable(Enum(['out_of_season', 'closed_day', 'overtaken']))),
    // By meter: its counter, and the tolerance around the due value.
    meter_id: Internal(Nullable(Integer())),
    tolerance_units: Internal(Nullable(Decimal(units))),
    // Its moment of generation, once it is recorded, and the end of its order.
    generated_at: Internal(Nullable(Instant())),
    ended_at: Internal(Nullable(Instant())),
  },
  filters: ['maintenance_plan_id', 'material_id', 'status', 'skip_reason', 'due_at', 'original_due_at'],
  search: ['maintenance_plan_id.name', 'material_id.name'],
  sort: ['due_at', 'sequence', 'created_at'],
  defaultSort: 'due_at',
  unique: [['maintenance_plan_id', 'sequence']],
  hooks: { beforeLock: (context) => lockPlan(context, 'plan-occurrences') },
  actions: {
    skip: {
      on: 'row',
      permission: 'update',
      guard: findDecided,
      summary: 'Skips this date and cancels its maintenance.',
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
      summary: 'Moves this date and its maintenance to a later time.',
      input: { due_at: Instant({ label: 'date', heading: 'Due' }), note: reason() },
      with: { due_at: 'due_at' },
      async run({ row, input, update, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        await postponeOccurrence(work, row, input.due_at);
        return update({ note: input.note });
      },
    },
  },
  notices: {
    missed: {
      at: 'window_until',
      while: { state: 'open' },
      // A counter's window passes with a reading, which may be entered later; the order may be created even later.
      passed: { due_units: { not: null } },
      to: { holders: 'maintenance-plan.update' },
      channel: 'page',
      label: 'A date of a plan is missed',
      says: '{name} was not done by {at}.',
    },
  },
  // An open occurrence is shown by its maintenance.
  feed: {
    from: 'due_at',
    where: { state: 'scheduled' },
    own: 'maintenance_plan_id.operator_ids',
    place: 'material_id',
    next: 'maintenance_plan_id',
    tentative: true,
  },
  view: {
    icon: 'calendar',
    group: 'Daily work',
    order: 16,
    columns: ['maintenance_plan_id', 'material_id', 'due_at', 'status', 'punctuality', 'maintenance_id'],
    headline: ['due_at', 'status', 'window_until', 'maintenance_id'],
    calendar: { from: 'due_at', move: 'postpone' },
    late: { at: 'window_until', while: { status: ['open', 'missed'] }, soon: 'P2D' },
    start: { list: { status: ['scheduled', 'open', 'missed'] }, sort: 'due_at' },
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'plan-occurrences': typeof import('./plan-occurrences.ts').default;
  }
}
