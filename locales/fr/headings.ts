/** What stands over a column in French where that is not the label of the field: by resource and field. */
import type { ResourceWords } from '../../engine/definition/words.ts';

/** Of work, and of what went wrong. */
const times = { started_at: 'début', resolved_at: 'date de résolution' };

export const headings = {
  cleaning: { cleaned_at: 'date du nettoyage' },
  company: { item_count: 'articles', maintenance_count: 'maintenances' },
  incident: times,
  item: { entry_total: 'entrées', exit_total: 'sorties', movement_count: 'mouvements' },
  'item-movement': { moved_at: 'date du mouvement', reverses_id: 'annule' },
  maintenance: {
    ...times,
    scheduled_at: 'date prévue',
    due_at: 'échéance',
    incident_count: 'incidents',
    movement_count: 'mouvements',
    parts_cost: 'coût des pièces',
    labour_minutes: 'main-d’œuvre',
    overdue: 'en retard',
    overdue_at: 'en retard à partir du',
    count: 'maintenances',
  },
  material: {
    parent_id: 'parent',
    children_count: 'équipements',
    decommissioned_at: 'réformé le',
    in_service_date: 'mise en service',
    warranty_until: 'fin de garantie',
    cleaning_unit: 'unité de l’intervalle',
    maintenance_count: 'maintenances',
    incident_count: 'incidents',
    cleaning_count: 'nettoyages',
    meter_count: 'Points de mesure',
    downtime_count: 'arrêts',
    item_count: 'articles',
    materials: 'équipements',
    parts: 'composants',
  },
  role: { user_count: 'utilisateurs' },
  site: {
    is_headquarters: 'siège',
    zone_count: 'zones',
    user_count: 'utilisateurs',
  },
  user: { memberships: 'sites et rôles' },
  zone: {
    allow_material: 'accueille des équipements',
    children_count: 'sous-zones',
    material_count: 'équipements',
  },
} satisfies Readonly<Record<string, ResourceWords['headings']>>;
