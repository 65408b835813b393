import { BelongsTo, defineResource, Instant, Nullable, OneOf, Text } from '../engine/index.ts';

const unresolved = {
  en: 'Only a resolved or closed incident has a time of resolution: leave it out, or change the status.',
  fr: 'Seul un incident résolu ou clos a une date de résolution : ne l’envoyez pas, ou changez l’état.',
};

/** What goes wrong with materials, and the maintenance that mends it. */
export default defineResource({
  name: 'incident',
  path: 'incidents',
  table: 'incidents',
  title: { one: { en: 'incident', fr: 'incident' }, many: { en: 'incidents', fr: 'incidents' } },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    material_id: BelongsTo('materials', { include: ['zone'], label: { en: 'material', fr: 'équipement' } }),
    maintenance_id: Nullable(
      BelongsTo('maintenances', {
        include: ['status'],
        matching: ['material_id'],
        label: { en: 'maintenance', fr: 'maintenance' },
      }),
    ),
    description: Nullable(Text({ max: 5000, label: { en: 'description', fr: 'description' } })),
    severity: OneOf(['low', 'medium', 'high', 'critical'], {
      default: 'low',
      label: { en: 'severity', fr: 'gravité' },
    }),
    status: OneOf(['open', 'in_progress', 'resolved', 'closed'], {
      default: 'open',
      label: { en: 'status', fr: 'état' },
    }),
    started_at: Instant({ default: 'now', label: { en: 'start', fr: 'début' } }),
    resolved_at: Nullable(Instant({ label: { en: 'resolution', fr: 'résolution' } })),
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
});
