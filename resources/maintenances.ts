import type { Knex } from 'knex';
import {
  BelongsTo,
  CountOf,
  defineResource,
  Fixed,
  Instant,
  ManyToMany,
  Nullable,
  now,
  OneOf,
  SumOf,
  Text,
  When,
} from '../engine/index.ts';

const begun = ['in_progress', 'completed'];
const reopened = {
  en: 'A maintenance that is no longer completed has no time of resolution: leave it out.',
  fr: 'Une maintenance qui n’est plus terminée n’a pas de date de résolution : ne l’envoyez pas.',
};
const noOperator = {
  en: 'Name at least one operator: the work is done internally and has begun.',
  fr: 'Indiquez au moins un intervenant : le travail est réalisé en interne et a commencé.',
};
const noCompany = {
  en: 'Name at least one company: the work is done externally and has begun.',
  fr: 'Indiquez au moins une entreprise : le travail est réalisé en externe et a commencé.',
};

/** Work on materials, by users of the site, by companies, or by both. */
export default defineResource({
  name: 'maintenance',
  path: 'maintenances',
  table: 'maintenances',
  title: { one: { en: 'maintenance', fr: 'maintenance' }, many: { en: 'maintenances', fr: 'maintenances' } },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    material_id: Fixed(
      BelongsTo('materials', { include: ['zone'], label: { en: 'material', fr: 'équipement' } }),
    ),
    description: Nullable(Text({ max: 5000, label: { en: 'description', fr: 'description' } })),
    reason: Nullable(Text({ max: 5000, label: { en: 'reason', fr: 'motif' } })),
    type: OneOf(['corrective', 'preventive', 'predictive', 'inspection', 'improvement'], {
      default: 'corrective',
      label: { en: 'type', fr: 'type' },
    }),
    realization: OneOf(['internal', 'external', 'both'], {
      default: 'internal',
      label: { en: 'realization', fr: 'réalisation' },
    }),
    status: OneOf(['planned', 'in_progress', 'completed', 'canceled'], {
      default: 'planned',
      label: { en: 'status', fr: 'état' },
    }),
    priority: OneOf(['low', 'medium', 'high', 'urgent'], {
      default: 'medium',
      label: { en: 'priority', fr: 'priorité' },
    }),
    scheduled_at: Nullable(Instant({ label: { en: 'scheduled time', fr: 'date prévue' } })),
    started_at: Nullable(Instant({ label: { en: 'start', fr: 'début' } })),
    resolved_at: Nullable(Instant({ label: { en: 'resolution', fr: 'résolution' } })),
    operator_ids: ManyToMany('users', {
      table: 'maintenance_operators',
      own: 'maintenance_id',
      other: 'user_id',
      label: { en: 'operators', fr: 'intervenants' },
    }),
    company_ids: ManyToMany('companies', {
      table: 'maintenance_companies',
      own: 'maintenance_id',
      other: 'company_id',
      where: { types: 'maintenance_provider' },
      label: { en: 'companies', fr: 'entreprises' },
    }),
    incident_count: CountOf('incidents', 'maintenance_id', {
      label: { en: 'number of incidents', fr: 'nombre d’incidents' },
    }),
    movement_count: CountOf('item-movements', 'maintenance_id', {
      label: { en: 'number of movements', fr: 'nombre de mouvements' },
    }),
    parts_cost: SumOf('item-movements', 'maintenance_id', 'cost', {
      shows: 'money',
      label: { en: 'cost of parts', fr: 'coût des pièces' },
    }),
    overdue: When(
      { status: ['planned', 'in_progress'], scheduled_at: { lt: now } },
      { label: { en: 'overdue mark', fr: 'retard' } },
    ),
  },
  filters: [
    'material_id',
    'status',
    'type',
    'realization',
    'priority',
    'overdue',
    'scheduled_at',
    'started_at',
    'resolved_at',
  ],
  filtersThrough: { zone_id: 'material_id.zone_id', operator_id: 'operator_ids', company_id: 'company_ids' },
  search: ['name', 'description', 'reason', 'material_id.name'],
  sort: ['scheduled_at', 'started_at', 'resolved_at', 'priority', 'status', 'type', 'created_at'],
  defaultSort: '-created_at',
  states: {
    field: 'status',
    transitions: {
      planned: ['in_progress', 'canceled'],
      in_progress: ['completed', 'planned', 'canceled'],
      completed: ['in_progress'],
      canceled: ['planned'],
    },
  },
  restrictDelete: ['item_movements.maintenance_id'],
  actions: {
    duplicate: {
      on: 'row',
      permission: 'create',
      summary: {
        en: 'Makes a planned copy, with the same work on the same material and nothing of how it went.',
        fr: 'Crée une copie planifiée : le même travail sur le même équipement, sans rien de son déroulement.',
      },
      input: {
        scheduled_at: Nullable(Instant({ label: { en: 'scheduled time', fr: 'date prévue' } })),
      },
      async run({ db, row, input, create }) {
        if (!row) throw new Error('This action is on a row.');
        const { name, material_id, description, reason, type, realization, priority } = row;
        return create({
          ...{ name, material_id, description, reason, type, realization, priority },
          scheduled_at: input.scheduled_at ?? null,
          // Who has left since, or has stopped doing such work, is not planned with any more.
          operator_ids: await stillMembers(db, row.site_id, row.operator_ids),
          company_ids: await stillProviders(db, row.company_ids),
        });
      },
    },
  },
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
  order: [{ lower: 'started_at', upper: 'resolved_at', blames: 'upper' }],
  hooks: {
    async removing({ row, rows }) {
      // The foreign key would unlink them too, but leave their versions and their journal: nobody would know.
      const incidents = rows('incidents');
      await incidents.change(await incidents.find({ maintenance_id: row.id }, 'update'), {
        maintenance_id: null,
      });
    },
  },
});

async function stillMembers(db: Knex, siteId: number, userIds: readonly number[]): Promise<number[]> {
  return db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .where({ 'memberships.site_id': siteId, 'users.live': 1 })
    .whereIn('users.id', [...userIds])
    .orderBy('users.id')
    .pluck('users.id');
}

async function stillProviders(db: Knex, companyIds: readonly number[]): Promise<number[]> {
  return db('company_types')
    .where({ type: 'maintenance_provider' })
    .whereIn('company_id', [...companyIds])
    .orderBy('company_id')
    .pluck('company_id');
}
