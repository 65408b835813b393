import { BelongsTo, defineResource, Enum, Instant, Nullable, say, Text } from '../engine/index.ts';

const unresolved = say(
  'Only a resolved or closed incident has a time of resolution: leave it out, or change the status.',
);

/** What goes wrong with materials, and the maintenance that mends it. */
export default defineResource({
  name: 'incident',
  path: 'incidents',
  table: 'incidents',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    material_id: BelongsTo('materials', { include: ['zone'] }),
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
  },
  filters: ['material_id', 'maintenance_id', 'severity', 'status', 'started_at', 'resolved_at'],
  filtersThrough: { zone_id: 'material_id.zone_id' },
  search: ['name', 'description', 'material_id.name'],
  sort: ['severity', 'status', 'started_at', 'created_at'],
  defaultSort: '-started_at',
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
  only: [{ fields: ['resolved_at'], beside: { status: ['resolved', 'closed'] }, message: unresolved }],
  order: [{ lower: 'started_at', upper: 'resolved_at', blames: 'upper' }],
  view: {
    icon: 'warning',
    group: 'Daily work',
    order: 20,
    overview: [
      { list: { status: ['open', 'in_progress'] }, sort: '-severity', title: 'Open incidents' },
      { by: 'started_at.month', title: 'Incidents by month' },
    ],
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
