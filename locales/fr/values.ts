/** What the values of enumerations are called in French, by resource and field. They agree with what they describe. */
import type { ResourceWords } from '../../engine/definition/words.ts';

/** Of a severity or a criticality, both feminine. */
const degrees = { low: 'faible', medium: 'moyenne', high: 'élevée', critical: 'critique' };

export const values = {
  cleaning: {
    type: {
      daily: 'quotidien',
      weekly: 'hebdomadaire',
      bimonthly: 'bimensuel',
      monthly: 'mensuel',
      quarterly: 'trimestriel',
      biannual: 'semestriel',
      annual: 'annuel',
      casual: 'ponctuel',
    },
  },
  company: {
    types: { item_provider: 'fournisseur d’articles', maintenance_provider: 'prestataire de maintenance' },
  },
  incident: {
    severity: degrees,
    measure: { failures: 'nombre de défaillances', down_hours: 'temps d’arrêt' },
    detection: {
      operator: 'opérateur',
      inspection: 'inspection',
      monitoring: 'surveillance',
      test: 'essai',
      demand: 'sollicitation',
      other: 'autre',
    },
    status: { open: 'ouvert', in_progress: 'en cours', resolved: 'résolu', closed: 'clos' },
  },
  item: {
    stock_status: { empty: 'en rupture', critical: 'critique', warning: 'à surveiller', ok: 'suffisant' },
  },
  'item-movement': {
    type: { entry: 'entrée', exit: 'sortie' },
  },
  maintenance: {
    type: {
      corrective: 'corrective',
      preventive: 'préventive',
      predictive: 'prévisionnelle',
      inspection: 'inspection',
      improvement: 'amélioration',
    },
    realization: { internal: 'interne', external: 'externe', both: 'interne et externe' },
    status: { planned: 'planifiée', in_progress: 'en cours', completed: 'terminée', canceled: 'annulée' },
    priority: { low: 'basse', medium: 'moyenne', high: 'haute', urgent: 'urgente' },
  },
  material: {
    status: {
      operational: 'opérationnel',
      degraded: 'dégradé',
      standby: 'en attente',
      down: 'en panne',
      decommissioned: 'réformé',
    },
    criticality: degrees,
    cleaning_unit: { day: 'jour', week: 'semaine', month: 'mois' },
  },
} satisfies Readonly<Record<string, ResourceWords['values']>>;
