import {
  BelongsTo,
  CountOf,
  CountThrough,
  DateOnly,
  defineResource,
  Enum,
  FirstOf,
  Instant,
  Integer,
  Maintained,
  Money,
  Nullable,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { cleaningUnits, nextCleaning } from './cleaning-plan/next-cleaning.ts';
import { following, followParts } from './equipment/parts.ts';
import { costs } from './labour/cost-report.ts';
import { timezoneOf } from './plan-work/site.ts';
import { reliability } from './reliability/report.ts';
import { followStatus } from './stops/follow-status.ts';

const statuses = ['operational', 'degraded', 'standby', 'down', 'decommissioned'] as const;

const halfPlan = say('A cleaning plan needs both an interval and its unit: send both, or null for both.');

/** Pieces of equipment. */
export default defineResource({
  name: 'material',
  path: 'materials',
  table: 'materials',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  commentable: true,
  attachable: true,
  fields: {
    name: Text(),
    // Not `exclusive: 'changed'`: all new materials of a zone would wait for each other (docs/hosts.md).
    zone_id: BelongsTo('zones', { where: { allow_material: true } }),
    parent_id: Nullable(BelongsTo('materials', { tree: true, label: 'parent material', heading: 'Part of' })),
    equipment_class_id: Nullable(BelongsTo('equipment-classes')),
    description: Nullable(Text({ max: 1000, multiline: true })),
    status: Enum(statuses, {
      default: 'operational',
      tones: { operational: 'good', degraded: 'warn', down: 'bad', decommissioned: 'mute' },
    }),
    criticality: Enum(['low', 'medium', 'high', 'critical'], {
      default: 'medium',
      tones: { high: 'warn', critical: 'bad' },
    }),
    manufacturer: Nullable(Text()),
    model: Nullable(Text()),
    code: Nullable(Text({ max: 64, caseless: true })),
    serial_number: Nullable(Text({ max: 100 })),
    scan_url: FirstOf(
      ...(['request-points', 'material_id', 'url', '/console/materials/{id}?site={site_id}'] as const),
      { where: { active: true }, label: 'QR code' },
    ),
    in_service_date: Nullable(DateOnly({ label: 'date of entry into service', heading: 'In service since' })),
    warranty_until: Nullable(DateOnly({ label: 'end of the warranty', heading: 'Warranty until' })),
    purchase_price: Nullable(Money()),
    replacement_value: Nullable(Money()),
    decommissioned_at: ReadOnly(Nullable(Instant({ label: 'decommissioning', heading: 'Decommissioned' }))),
    cleaning_every: Nullable(
      Integer({
        minimum: 1,
        maximum: 365,
        label: 'cleaning interval',
        unitField: 'cleaning_unit',
        interval: true,
        help: 'Fill in the interval and its unit, or neither.',
      }),
    ),
    cleaning_unit: Nullable(
      Enum(cleaningUnits, { label: 'unit of the cleaning interval', heading: 'Interval unit' }),
    ),
    last_cleaning_at: Maintained(Nullable(Instant({ label: 'last cleaning' }))),
    next_cleaning_at: Maintained(Nullable(Instant({ label: 'next cleaning' }))),
    children_count: CountOf('materials', 'parent_id', { label: 'number of parts', heading: 'Parts' }),
    maintenance_count: CountOf('maintenances', 'material_id', {
      label: 'number of maintenances',
      heading: 'Maintenances',
    }),
    incident_count: CountOf('incidents', 'material_id', {
      label: 'number of incidents',
      heading: 'Incidents',
    }),
    cleaning_count: CountOf('cleanings', 'material_id', {
      label: 'number of cleanings',
      heading: 'Cleanings',
    }),
    meter_count: CountOf('meters', 'material_id', { label: 'number of meters', heading: 'Meters' }),
    downtime_count: CountOf('downtimes', 'material_id', { label: 'number of stops', heading: 'Stops' }),
    item_count: CountThrough('item_materials', 'material_id', { label: 'number of items', heading: 'Items' }),
  },
  filters: [
    'zone_id',
    'parent_id',
    'equipment_class_id',
    'status',
    'criticality',
    'warranty_until',
    'next_cleaning_at',
  ],
  filtersThrough: { item_id: 'items.material_ids' },
  search: ['name', 'code', 'serial_number', 'manufacturer', 'model', 'description'],
  scan: ['code', 'serial_number'],
  sort: ['name', 'status', 'criticality', 'created_at', 'last_cleaning_at'],
  defaultSort: 'name',
  sums: ['purchase_price'],
  unique: [
    ['zone_id', 'name'],
    ['site_id', 'code'],
    ['site_id', 'serial_number'],
  ],
  states: {
    field: 'status',
    transitions: {
      operational: ['degraded', 'standby', 'down', 'decommissioned'],
      degraded: ['operational', 'standby', 'down', 'decommissioned'],
      standby: ['operational', 'degraded', 'down', 'decommissioned'],
      down: ['operational', 'degraded', 'standby', 'decommissioned'],
      decommissioned: ['standby'],
    },
  },
  deleteAdvice: 'Decommission it instead: its history stays.',
  requiredWhen: [
    { field: 'cleaning_every', beside: { cleaning_unit: { not: null } }, message: halfPlan },
    { field: 'cleaning_unit', beside: { cleaning_every: { not: null } }, message: halfPlan },
  ],
  cascades: { write: ['create downtimes'] },
  reports: { reliability, costs, following },
  hooks: {
    async afterWrite(write) {
      await followStatus(write, write.row, write.previous);
      await followParts(write, write.row, write.previous);
    },
    async beforeValidate({ rows, row, previous, now }) {
      row.decommissioned_at = row.status === 'decommissioned' ? (row.decommissioned_at ?? now) : null;
      const { cleaning_every: every, cleaning_unit: unit } = row;
      if (previous && previous.cleaning_every === every && previous.cleaning_unit === unit) return;
      if (every === null) {
        row.next_cleaning_at = null;
        return;
      }
      // A change of the time zone updates existing plans, and waits for those that are being written. A new one must not miss it,
      // nor a material that had no plan before.
      const isNew = previous === null || previous.cleaning_every === null;
      const timezone = await timezoneOf({ rows }, row.site_id, isNew ? 'share' : undefined);
      row.next_cleaning_at = nextCleaning({ ...row, created_at: previous?.created_at ?? now }, timezone);
    },
  },
  view: {
    icon: 'gear',
    group: 'Equipment',
    order: 40,
    label: ['name', 'code', 'zone_id'],
    leads: 'scan_url',
    columns: ['name', 'status', 'zone_id', 'criticality', 'next_cleaning_at'],
    headline: ['zone_id', 'criticality', 'next_cleaning_at'],
    late: {
      at: 'next_cleaning_at',
      while: { status: ['operational', 'degraded', 'standby', 'down'] },
      soon: 'P2D',
    },
    sections: [
      { title: 'Identity', fields: ['name', 'zone_id', 'parent_id', 'status', 'criticality', 'description'] },
      {
        title: 'Make',
        fields: ['equipment_class_id', 'manufacturer', 'model', 'serial_number', 'code', 'scan_url'],
      },
      {
        title: 'Cleaning plan',
        fields: ['cleaning_every', 'cleaning_unit', 'last_cleaning_at', 'next_cleaning_at'],
      },
      {
        title: 'Purchase',
        fields: [
          'in_service_date',
          'warranty_until',
          'purchase_price',
          'replacement_value',
          'decommissioned_at',
        ],
        folded: true,
      },
    ],
    // First what a user in front of a machine needs.
    related: [
      ...(['incidents', 'maintenances', 'downtimes', 'cleanings', 'meters', 'items'] as const),
      ...(['item-movements', 'materials'] as const),
    ],
    quick: [
      { create: 'incidents', with: { material_id: 'id' } },
      { create: 'downtimes', with: { material_id: 'id' }, title: 'Report a stop' },
      { create: 'maintenances', with: { material_id: 'id' } },
      { create: 'cleanings', with: { material_id: 'id' } },
      { create: 'meter-readings', with: { material_id: 'id' }, title: 'Read the meter' },
    ],
    calendar: 'next_cleaning_at',
    overview: [
      { list: { status: ['down', 'degraded'] }, sort: '-criticality', title: 'Materials that need work' },
      { by: 'status' },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    materials: typeof import('./materials.ts').default;
  }
}
