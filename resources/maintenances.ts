import {
  BelongsTo,
  Computed,
  CountOf,
  defineResource,
  Enum,
  Immutable,
  Instant,
  ManyToMany,
  Minutes,
  Nullable,
  now,
  ReadOnly,
  SumOf,
  say,
  Text,
  Total,
} from '../engine/index.ts';
import { backlog } from './labour/backlog-report.ts';
import { followOrder, forgetOrder } from './plan-work/follow-order.ts';
import { lockPlan } from './plan-work/lock.ts';
import { staffLike } from './plan-work/order.ts';
import { leaveStops } from './stops/stop.ts';

const stillToDo = ['planned', 'in_progress'];
const begun = ['in_progress', 'completed'];
const reopened = say('A maintenance that is no longer completed has no time of resolution: leave it out.');
const postponed = say('Its due date comes from its plan: postpone the date of the plan instead.');
const noOperator = say('Add at least one operator: the work is done internally and has started.');
const noCompany = say('Add at least one company: the work is done externally and has started.');

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
    material_id: Immutable(BelongsTo('materials', { include: ['zone'] })),
    description: Nullable(Text({ max: 5000, multiline: true })),
    reason: Nullable(Text({ max: 5000, multiline: true })),
    type: Enum(['corrective', 'preventive', 'predictive', 'inspection', 'improvement'], {
      default: 'corrective',
    }),
    realization: Enum(['internal', 'external', 'both'], {
      default: 'internal',
    }),
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
    movement_count: CountOf('item-movements', 'maintenance_id', {
      label: 'number of movements',
      heading: 'Movements',
    }),
    parts_cost: SumOf('item-movements', 'maintenance_id', 'cost', {
      shows: 'money',
      label: 'cost of parts',
      heading: 'Parts cost',
    }),
    labour_minutes: SumOf('labour-entries', 'maintenance_id', 'minutes', {
      unit: 'minutes',
      heading: 'Labour',
    }),
    labour_cost: SumOf('labour-entries', 'maintenance_id', 'amount', { shows: 'money' }),
    service_cost: SumOf('service-costs', 'maintenance_id', 'amount', { shows: 'money' }),
    total_cost: Total(['parts_cost', 'labour_cost', 'service_cost'], { shows: 'money' }),
    // The plan that made it.
    maintenance_plan_id: ReadOnly(Nullable(BelongsTo('maintenance-plans'))),
    overdue: Computed(
      [
        { status: stillToDo, scheduled_at: { lt: now } },
        { status: stillToDo, scheduled_at: null, due_at: { lt: now } },
      ],
      { label: 'overdue mark', heading: 'Overdue', tones: { true: 'bad' } },
    ),
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
  // The first time is what a week by person adds up: what is planned.
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
      async run({ rows, row, input, create }) {
        if (!row) throw new Error('This action is on a row.');
        const { name, material_id, description, reason, type, realization, priority, estimated_minutes } =
          row;
        return create({
          ...{ name, material_id, description, reason, type, realization, priority, estimated_minutes },
          scheduled_at: input.scheduled_at ?? null,
          ...(await staffLike({ rows }, row)),
        });
      },
    },
  },
  reports: { backlog },
  stamps: [
    { field: 'started_at', states: ['in_progress'] },
    { field: 'resolved_at', states: ['completed'], kept: true, cleared: reopened },
  ],
  requiredWhen: [
    {
      field: 'operator_ids',
      beside: { status: begun, realization: ['internal', 'both'] },
      message: noOperator,
    },
    {
      field: 'company_ids',
      beside: { status: begun, realization: ['external', 'both'] },
      message: noCompany,
    },
  ],
  rules: [
    {
      of: ['due_at'],
      check({ due_at }, { previous, fail }) {
        if (previous && previous.maintenance_plan_id !== null && previous.due_at !== due_at)
          fail('due_at', postponed);
      },
    },
  ],
  order: [{ lower: 'started_at', upper: 'resolved_at', blames: 'upper' }],
  cascades: {
    write: ['create plan-occurrences', 'delete plan-occurrences', 'delete maintenances'],
    delete: ['create plan-occurrences', 'delete plan-occurrences'],
  },
  hooks: {
    beforeLock: (context) => lockPlan(context, 'maintenances'),
    afterWrite: (write) => followOrder(write, write.row, write.previous),
    async beforeDelete(remove) {
      const { row, rows } = remove;
      await forgetOrder(remove, row);
      // The foreign key would unlink them too, but leave their versions and their journal: nobody would know.
      const incidents = rows('incidents');
      await incidents.change(await incidents.find({ maintenance_id: row.id }, { lock: 'update' }), {
        maintenance_id: null,
      });
      await leaveStops(remove, 'maintenance_id', row.id);
    },
  },
  notices: {
    assigned: {
      joins: 'operator_ids',
      while: { status: stillToDo },
      to: 'operator_ids',
      channel: 'mail',
      label: 'A maintenance is given to you',
      says: '{name} is given to you.',
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
      at: ['scheduled_at', 'due_at'],
      while: { status: stillToDo },
      to: ['operator_ids', { holders: 'update' }],
      channel: 'mail',
      label: 'A maintenance is overdue',
      says: '{name} was due on {at}.',
    },
  },
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
    // The same as `overdue`, which lists are filtered by.
    late: { at: ['scheduled_at', 'due_at'], while: { status: ['planned', 'in_progress'] }, soon: 'P2D' },
    mine: 'operator_id',
    sections: [
      { title: 'Work', fields: ['name', 'material_id', 'type', 'priority', 'description', 'reason'] },
      { title: 'Schedule', fields: ['status', 'scheduled_at', 'started_at', 'resolved_at'] },
      { title: 'Who does it', fields: ['realization', 'operator_ids', 'company_ids'] },
    ],
    overview: [
      { list: { overdue: true }, sort: 'scheduled_at', title: 'Overdue maintenances' },
      { by: 'status' },
    ],
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
