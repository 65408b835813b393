/**
 * French words for what a definition does not say in French itself: values of enumerations, and fields and titles
 * without a text of their own. In lower case, as in the middle of a sentence; values agree with what they describe.
 */
import type { Catalogue } from '../engine/definition/words.ts';

/** Of a severity or a criticality, both feminine. */
const degrees = { low: 'faible', medium: 'moyenne', high: 'élevée', critical: 'critique' };

export const fr: Catalogue = {
  cleaning: {
    values: {
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
  },
  company: {
    values: {
      types: { item_provider: 'fournisseur d’articles', maintenance_provider: 'prestataire de maintenance' },
    },
  },
  incident: {
    values: {
      severity: degrees,
      status: { open: 'ouvert', in_progress: 'en cours', resolved: 'résolu', closed: 'clos' },
    },
  },
  item: {
    values: {
      stock_status: { empty: 'vide', critical: 'critique', warning: 'à surveiller', ok: 'suffisant' },
    },
  },
  'item-movement': {
    values: { type: { entry: 'entrée', exit: 'sortie' } },
  },
  maintenance: {
    values: {
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
  },
  material: {
    values: {
      status: {
        operational: 'opérationnel',
        degraded: 'dégradé',
        standby: 'en attente',
        down: 'en panne',
        decommissioned: 'hors service',
      },
      criticality: degrees,
      cleaning_unit: { day: 'jour', week: 'semaine', month: 'mois' },
    },
  },
  user: {
    fields: { name: 'nom' },
  },
};
