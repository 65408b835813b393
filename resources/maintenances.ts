import {
  BelongsTo,
  CountOf,
  defineResource,
  Enum,
  Immutable,
  Instant,
  ManyToMany,
  Minutes,
  Nullable,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { inUse, judgeNewWork } from './equipment/in-use.ts';
import { backlog } from './labour/backlog-report.ts';
import { stopClocks, stopField, stopOnly } from './labour/clocks.ts';
import { workCosts } from './labour/work-costs.ts';
import { realizations } from './plan-work/fields.ts';
import { followOrder, forgetOrder } from './plan-work/follow-order.ts';
import { lockPlan } from './plan-work/lock.ts';
import { notices, stillToDo } from './plan-work/notices.ts';
import { lateWork, overdueFields, settleOverdue } from './plan-work/overdue.ts';
import { likeBefore } from './plan-work/same-work.ts';
import { keepWorkers, staffed } from './plan-work/staffed.ts';
import { dropSteps, followProcedure, judgeProcedure } from './procedures/copy.ts';
import { stepCounts } from './procedures/counts.ts';
import { leaveStops } from './stops/stop.ts';

const reopened = say('A maintenance that is no longer completed has no time of resolution: leave it out.');
const postponed = say('Its due date comes from its plan: postpone the date of the plan instead.');

/** Work on materials, by users of the site, by companies, or by both. */
export default defineResource({
  name: 'maintenance',
  path: 'maintenances',
  table: 'maintenances',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  commentable: true,
  attachable: true,
  fields: {
    name: Text(),
    material_id: Immutable(BelongsTo('materials', { include: ['zone'], offer: inUse })),
    description: Nullable(Text({ max: 5000, multiline: true })),
    reason: Nullable(Text({ max: 5000, multiline: true })),
    type: Enum(['corrective', 'preventive', 'predictive', 'inspection', 'improvement'], {
      default: 'corrective',
    }),
    realization: Enum(realizations, { default: 'internal', label: 'staffing' }),
    status: Enum(['planned', 'in_progress', 'completed', 'canceled'], {
      default: 'planned',
      tones: { in_progress: 'info', completed: 'good', canceled: 'mute' },
    }),
    priority: Enum(['low', 'medium', 'high', 'urgent'], {
      default: 'medium',
      tones: { high: 'warn', urgent: 'bad' },
    }),
    scheduled_at: Nullable(Instant({ label: 'scheduled time', heading: 'Scheduled' })),
    due_at: Nullable(Instant({ label: 'due date', heading: 'Due' })),
    estimated_minutes: Nullable(Minutes({ minimum: 1, label: 'estimated duration' })),
    started_at: Nullable(Instant({ label: 'start', heading: 'Started' })),
    resolved_at: Nullable(Instant({ label: 'end', heading: 'Resolved' })),
    operator_ids: ManyToMany('users', {
      table: 'maintenance_operators',
      own: 'maintenance_id',
      other: 'user_id',
      viewers: 'maintenances',
    }),
    company_ids: ManyToMany('companies', {
      table: 'maintenance_companies',
      own: 'maintenance_id',
      other: 'company_id',
      where: { types: 'maintenance_provider' },
    }),
    incident_count: CountOf('incidents', 'maintenance_id', {
      label: 'number of incidents',
      heading: 'Incidents',
    }),
    ...workCosts,
    ...stopField,
    procedure_id: Nullable(BelongsTo('procedures', { offer: { active: true } })),
    ...stepCounts,
    // The plan that created it.
    maintenance_plan_id: ReadOnly(Nullable(BelongsTo('maintenance-plans'))),
    ...overdueFields,
  },
  filters: [
    'material_id',
    'status',
    'type',
    'realization',
    'priority',
    'overdue',
    'maintenance_plan_id',
    'scheduled_at',
    'due_at',
    'started_at',
    'resolved_at',
  ],
  filtersThrough: { zone_id: 'material_id.zone_id', operator_id: 'operator_ids', company_id: 'company_ids' },
  search: ['name', 'description', 'reason', 'material_id.name'],
  sort: [
    'scheduled_at',
    'due_at',
    'started_at',
    'resolved_at',
    'priority',
    'status',
    'type',
    'total_cost',
    'created_at',
  ],
  defaultSort: '-created_at',
  // A week by person adds up the first one: planned time.
  sums: ['parts_cost', 'estimated_minutes', 'labour_minutes', 'labour_cost', 'service_cost', 'total_cost'],
  states: {
    field: 'status',
    transitions: {
      planned: ['in_progress', 'canceled'],
      in_progress: ['completed', 'planned', 'canceled'],
      completed: ['in_progress'],
      canceled: ['planned'],
    },
  },
  actions: {
    duplicate: {
      on: 'row',
      permission: 'create',
      label: 'duplicate',
      summary: 'Plans the same work on the same material once more.',
      input: {
        scheduled_at: Nullable(Instant({ label: 'scheduled time', heading: 'Scheduled' })),
      },
      async run({ rows, db, row, input, create }) {
        if (!row) throw new Error('This action is on a row.');
        const { name, material_id, description, reason, type, realization, priority, estimated_minutes } =
          row;
        return create({
          ...{ name, material_id, description, reason, type, realization, priority, estimated_minutes },
          scheduled_at: input.scheduled_at ?? null,
          ...(await likeBefore({ rows, db }, row)),
        });
      },
    },
  },
  reports: { backlog },
  stamps: [
    { field: 'started_at', states: ['in_progress'] },
    { field: 'resolved_at', states: ['completed'], kept: true, cleared: reopened },
  ],
  only: [stopOnly],
  requiredWhen: staffed,
  rules: [
    {
      of: ['due_at'],
      check({ due_at }, { previous, fail }) {
        if (previous && previous.maintenance_plan_id !== null && previous.due_at !== due_at)
          fail('due_at', postponed);
      },
    },
    { of: ['status', 'procedure_id', 'maintenance_plan_id'], check: judgeProcedure },
    { of: ['material_id', 'maintenance_plan_id'], check: judgeNewWork },
    { of: ['status', 'realization', 'operator_ids'], check: keepWorkers },
  ],
  order: [{ lower: 'started_at', upper: 'resolved_at', blames: 'upper' }],
  cascades: {
    write: [
      ...(['create plan-occurrences', 'delete plan-occurrences', 'delete maintenances'] as const),
      ...(['create maintenance-steps', 'delete maintenance-steps'] as const),
    ],
    delete: ['create plan-occurrences', 'delete plan-occurrences', 'delete maintenance-steps'],
  },
  hooks: {
    beforeLock: (context) => lockPlan(context, 'maintenances'),
    async beforeValidate(write) {
      settleOverdue(write.row);
      await stopClocks(write);
    },
    async afterWrite(write) {
      await followOrder(write, write.row, write.previous);
      await followProcedure(write, write.row, write.previous);
    },
    async beforeDelete(remove) {
      const { row, rows } = remove;
      await forgetOrder(remove, row);
      // The foreign key would unlink them too, but without a new version and a journal entry.
      const incidents = rows('incidents');
      await incidents.change(await incidents.find({ maintenance_id: row.id }, { lock: 'update' }), {
        maintenance_id: null,
      });
      await leaveStops(remove, 'maintenance_id', row.id);
      await dropSteps(remove, row.id);
    },
  },
  notices,
  feed: {
    from: ['scheduled_at', 'due_at'],
    minutes: 'estimated_minutes',
    canceled: { status: 'canceled' },
    own: 'operator_ids',
    place: 'material_id',
  },
  view: {
    icon: 'wrench',
    group: 'Daily work',
    order: 10,
    shortcut: true,
    columns: ['name', 'status', 'material_id', 'priority', 'scheduled_at', 'operator_ids'],
    headline: ['material_id', 'scheduled_at', 'due_at', 'operator_ids'],
    late: lateWork,
    mine: 'operator_id',
    offline: {
      list: { status: ['planned', 'in_progress'] },
      own: 'operator_id',
      with: ['materials', 'maintenance-steps'],
      update: ['description', 'status'],
    },
    sections: [
      {
        title: 'Work',
        fields: ['name', 'material_id', 'type', 'priority', 'description', 'reason', 'procedure_id'],
      },
      { title: 'Schedule', fields: ['status', 'scheduled_at', 'started_at', 'resolved_at'] },
      { title: 'Who does it', fields: ['realization', 'operator_ids', 'company_ids'] },
    ],
    overview: [
      { list: { overdue: true }, sort: 'scheduled_at', title: 'Overdue maintenances' },
      { by: 'status' },
    ],
    start: { list: { status: [...stillToDo] }, sort: 'scheduled_at' },
    related: ['maintenance-steps'],
    quick: [
      { create: 'item-movements', with: { maintenance_id: 'id' }, set: { type: 'exit' }, title: 'Part used' },
      { create: 'labour-entries', with: { maintenance_id: 'id' }, title: 'Book time' },
      {
        create: 'labour-entries',
        with: { maintenance_id: 'id' },
        toggle: { on: 'clock-in', off: 'clock-out', mine: 'user_id' },
      },
      { create: 'service-costs', with: { maintenance_id: 'id' } },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    maintenances: typeof import('./maintenances.ts').default;
  }
}
