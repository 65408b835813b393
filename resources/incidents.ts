import {
  BelongsTo,
  Bool,
  defineResource,
  Enum,
  Instant,
  Nullable,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { inUse, judgeNewWork } from './equipment/in-use.ts';
import { lockFailedStep } from './procedures/judge-answer.ts';
import { checkCodes, noFailure } from './stops/coded.ts';
import { pareto } from './stops/pareto-report.ts';
import { leaveStops } from './stops/stop.ts';

const unresolved = say(
  'Only a resolved or closed incident has a time of resolution: leave it out, or change the status.',
);

const stopped = say('Stops of its material refer to this incident: take it out of them first.');

const code = (kind: 'mode' | 'mechanism' | 'cause') =>
  BelongsTo('failure-codes', { where: { kind, active: true } });

/** Problems with materials, and the maintenance that fixes them. */
export default defineResource({
  name: 'incident',
  path: 'incidents',
  table: 'incidents',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  commentable: true,
  attachable: true,
  fields: {
    name: Text(),
    material_id: BelongsTo('materials', { include: ['zone'], offer: inUse }),
    maintenance_id: Nullable(
      BelongsTo('maintenances', {
        include: ['status'],
        matching: ['material_id'],
        onDelete: 'unlink',
      }),
    ),
    description: Nullable(Text({ max: 5000, multiline: true })),
    severity: Enum(['low', 'medium', 'high', 'critical'], {
      default: 'low',
      tones: { high: 'warn', critical: 'bad' },
    }),
    status: Enum(['open', 'in_progress', 'resolved', 'closed'], {
      default: 'open',
      tones: { open: 'warn', in_progress: 'info', resolved: 'good', closed: 'mute' },
    }),
    started_at: Instant({ default: 'now', label: 'start', heading: 'Started' }),
    resolved_at: Nullable(Instant({ label: 'resolution', heading: 'Resolved' })),
    is_failure: Bool({ default: false, label: 'failure' }),
    failure_mode_id: Nullable(code('mode')),
    failure_mechanism_id: Nullable(code('mechanism')),
    failure_cause_id: Nullable(code('cause')),
    detection: Nullable(Enum(['operator', 'inspection', 'monitoring', 'test', 'demand', 'other'])),
    // The reading with which a meter crossed a limit.
    meter_id: ReadOnly(Nullable(BelongsTo('meters'))),
    meter_reading_id: ReadOnly(Nullable(BelongsTo('meter-readings'))),
    // The failed step of a maintenance.
    maintenance_step_id: ReadOnly(
      Nullable(BelongsTo('maintenance-steps', { onDelete: 'unlink', label: 'step' })),
    ),
  },
  filters: [
    'material_id',
    'maintenance_id',
    'severity',
    'status',
    'started_at',
    'resolved_at',
    'is_failure',
    'failure_mode_id',
    'failure_mechanism_id',
    'failure_cause_id',
    'detection',
    'meter_id',
    'meter_reading_id',
  ],
  filtersThrough: { zone_id: 'material_id.zone_id', equipment_class_id: 'material_id.equipment_class_id' },
  search: ['name', 'description', 'material_id.name'],
  sort: ['severity', 'status', 'started_at', 'created_at'],
  defaultSort: '-started_at',
  unique: [['maintenance_step_id']],
  states: {
    field: 'status',
    transitions: {
      open: ['in_progress', 'resolved'],
      in_progress: ['open', 'resolved'],
      resolved: ['in_progress', 'closed'],
      closed: ['in_progress'],
    },
  },
  stamps: [{ field: 'resolved_at', states: ['resolved', 'closed'], kept: true, cleared: unresolved }],
  only: [
    { fields: ['resolved_at'], beside: { status: ['resolved', 'closed'] }, message: unresolved },
    {
      fields: ['failure_mode_id', 'failure_mechanism_id', 'failure_cause_id'],
      beside: { is_failure: ['true'] },
      message: noFailure,
    },
  ],
  order: [{ lower: 'started_at', upper: 'resolved_at', blames: 'upper' }],
  rules: [
    { of: ['status', 'is_failure', 'failure_mode_id', 'failure_cause_id'], check: checkCodes },
    { of: ['material_id', 'meter_id', 'maintenance_step_id'], check: judgeNewWork },
    {
      of: ['material_id'],
      async check({ material_id }, { id, previous, rows, fail }) {
        if (!previous || previous.material_id === material_id) return;
        if (await rows('downtimes').has({ incident_id: id })) fail('material_id', stopped);
      },
    },
  ],
  reports: { pareto },
  hooks: {
    beforeLock: lockFailedStep,
    beforeDelete: (remove) => leaveStops(remove, 'incident_id', remove.row.id),
  },
  notices: {
    severe: {
      worsens: 'severity',
      from: 'high',
      while: { status: ['open', 'in_progress'] },
      to: { holders: 'update' },
      channel: 'mail',
      label: 'An incident is severe',
      says: '{name}: severity {severity}.',
    },
  },
  view: {
    icon: 'warning',
    offline: { create: true },
    group: 'Daily work',
    order: 20,
    shortcut: true,
    headline: ['material_id', 'severity', 'started_at', 'maintenance_id'],
    sections: [
      {
        title: 'Incident',
        fields: ['name', 'material_id', 'severity', 'status', 'description', 'started_at', 'resolved_at'],
      },
      {
        title: 'Failure',
        fields: ['is_failure', 'failure_mode_id', 'failure_mechanism_id', 'failure_cause_id', 'detection'],
        folded: true,
      },
    ],
    overview: [
      { list: { status: ['open', 'in_progress'] }, sort: '-severity', title: 'Open incidents' },
      { by: 'started_at.month', title: 'Incidents by month' },
    ],
    start: { list: { status: ['open', 'in_progress'] }, sort: '-severity' },
    quick: [
      {
        create: 'maintenances',
        with: { name: 'name', material_id: 'material_id', description: 'description' },
      },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    incidents: typeof import('./incidents.ts').default;
  }
}
