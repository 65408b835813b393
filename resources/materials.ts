import {
  BelongsTo,
  CountOf,
  Day,
  defineResource,
  Instant,
  Integer,
  Money,
  Nullable,
  OneOf,
  PairCount,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { cleaningUnits, nextCleaning } from './cleaning-plan/next-cleaning.ts';
import { timezoneOf } from './cleaning-plan/upkeep.ts';

const statuses = ['operational', 'degraded', 'standby', 'down', 'decommissioned'] as const;

const halfPlan = {
  en: 'A cleaning plan needs both an interval and its unit: send both, or null for both.',
  fr: 'Un plan de nettoyage demande un intervalle et son unité : envoyez les deux, ou null pour les deux.',
};

/** Pieces of equipment. */
export default defineResource({
  name: 'material',
  path: 'materials',
  table: 'materials',
  title: { one: { en: 'material', fr: 'équipement' }, many: { en: 'materials', fr: 'équipements' } },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    zone_id: BelongsTo('zones', { where: { allow_material: true }, label: { en: 'zone', fr: 'zone' } }),
    description: Nullable(Text({ max: 1000, label: { en: 'description', fr: 'description' } })),
    status: OneOf(statuses, { default: 'operational', label: { en: 'status', fr: 'état' } }),
    criticality: OneOf(['low', 'medium', 'high', 'critical'], {
      default: 'medium',
      label: { en: 'criticality', fr: 'criticité' },
    }),
    manufacturer: Nullable(Text({ label: { en: 'manufacturer', fr: 'fabricant' } })),
    model: Nullable(Text({ label: { en: 'model', fr: 'modèle' } })),
    serial_number: Nullable(Text({ max: 100, label: { en: 'serial number', fr: 'numéro de série' } })),
    in_service_date: Nullable(
      Day({ label: { en: 'date of entry into service', fr: 'date de mise en service' } }),
    ),
    warranty_until: Nullable(Day({ label: { en: 'end of the warranty', fr: 'fin de garantie' } })),
    purchase_price: Nullable(Money({ label: { en: 'purchase price', fr: 'prix d’achat' } })),
    cleaning_every: Nullable(
      Integer({
        minimum: 1,
        maximum: 365,
        label: { en: 'cleaning interval', fr: 'intervalle de nettoyage' },
      }),
    ),
    cleaning_unit: Nullable(
      OneOf(cleaningUnits, {
        label: { en: 'unit of the cleaning interval', fr: 'unité de l’intervalle de nettoyage' },
      }),
    ),
    last_cleaning_at: ReadOnly(
      Nullable(Instant({ label: { en: 'last cleaning', fr: 'dernier nettoyage' } })),
    ),
    next_cleaning_at: ReadOnly(
      Nullable(Instant({ label: { en: 'next cleaning', fr: 'prochain nettoyage' } })),
    ),
    maintenance_count: CountOf('maintenances', 'material_id', {
      label: { en: 'number of maintenances', fr: 'nombre de maintenances' },
    }),
    incident_count: CountOf('incidents', 'material_id', {
      label: { en: 'number of incidents', fr: 'nombre d’incidents' },
    }),
    cleaning_count: CountOf('cleanings', 'material_id', {
      label: { en: 'number of cleanings', fr: 'nombre de nettoyages' },
    }),
    item_count: PairCount('item_materials', 'material_id', {
      label: { en: 'number of items', fr: 'nombre d’articles' },
    }),
  },
  filters: ['zone_id', 'status', 'criticality', 'warranty_until', 'next_cleaning_at'],
  filtersThrough: { item_id: 'items.material_ids' },
  search: ['name', 'serial_number', 'manufacturer', 'model', 'description'],
  sort: ['name', 'status', 'criticality', 'created_at', 'last_cleaning_at'],
  defaultSort: 'name',
  unique: [
    ['zone_id', 'name'],
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
  restrictDelete: ['maintenances.material_id', 'incidents.material_id', 'cleanings.material_id'],
  deleteAdvice: {
    en: 'Decommission it instead: its history stays.',
    fr: 'Mettez-le plutôt hors service (« decommissioned ») : son historique est conservé.',
  },
  requiredWhen: [
    { field: 'cleaning_every', beside: { cleaning_unit: { not: null } }, message: halfPlan },
    { field: 'cleaning_unit', beside: { cleaning_every: { not: null } }, message: halfPlan },
  ],
  hooks: {
    async prepare({ db, row, previous, now }) {
      const { cleaning_every: every, cleaning_unit: unit } = row;
      if (previous && previous.cleaning_every === every && previous.cleaning_unit === unit) return;
      if (every === null) {
        row.next_cleaning_at = null;
        return;
      }
      // A change of the time zone reaches the plans that are there, and waits for those that change: one that is new, also
      // on a material that had none, must not miss it.
      const isNew = previous === null || previous.cleaning_every === null;
      const timezone = await timezoneOf(db, row.site_id, isNew);
      row.next_cleaning_at = nextCleaning({ ...row, created_at: previous?.created_at ?? now }, timezone);
    },
  },
});
