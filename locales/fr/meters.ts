/** Meters and their readings, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';
import { values } from './values.ts';

export const meters = {
  '{meter} above {limit}': '{meter} au-dessus de {limit}',
  '{meter} below {limit}': '{meter} au-dessous de {limit}',
  '{meter} above': '{meter} trop haut',
  '{meter} below': '{meter} trop bas',
  'Only a counter has this: leave it out.': 'Seul un compteur a ceci : n’indiquez pas ce champ.',
  'Only a gauge has this: leave it out.': 'Seule une mesure a ceci : n’indiquez pas ce champ.',
  'Must be below the upper limit.': 'Doit être inférieure à la limite haute.',
  'Must be less than what lies between the limits.': 'Doit être inférieure à l’écart entre les limites.',
  'How far inside a limit a value must be until it is back.':
    'De combien une valeur doit repasser une limite pour être de retour.',
  'Make it inactive instead: its readings stay.': 'Désactivez-le plutôt : ses relevés sont conservés.',
  Meter: 'Point de mesure',
  Limits: 'Limites',
  'Read the meter': 'Faire un relevé',
  trend: 'tendance',
  'What the meter showed, and what a counter gained, in each month, week or day.':
    'Ce que le point de mesure a affiché, et ce dont un compteur a avancé, par mois, semaine ou jour.',
  Readings: 'Relevés',
  'Use by month': 'Consommation par mois',
  'total − total of the reading before': 'total − total du relevé précédent',
  'Only a counter can be reset.': 'Seul un compteur peut être remis à zéro.',
  'A counter shows 0 or more.': 'Un compteur affiche 0 ou plus.',
  'Must lie between {low} ({since}) and {high} ({until}).':
    'Doit être comprise entre {low} ({since}) et {high} ({until}).',
  'Must not be below {low} ({since}): a counter never runs backwards.':
    'Ne doit pas être inférieure à {low} ({since}) : un compteur ne recule jamais.',
  'Must not be above {high} ({until}): a counter never runs backwards.':
    'Ne doit pas être supérieure à {high} ({until}) : un compteur ne recule jamais.',
  'The meter gains at most {most} {unit} from {since} until then: it cannot have gained more.':
    'Le compteur avance d’au plus {most} {unit} depuis le {since} : il ne peut pas avoir avancé davantage.',
  'The reading {value} of {read_at} follows, which would then be below {low}: void that one first.':
    'Le relevé {value} du {read_at} suit et serait alors inférieur à {low} : annulez d’abord celui-ci.',
  'There is a reading of this moment already.': 'Il y a déjà un relevé à cet instant.',
  void: 'annuler',
  'Takes a wrong reading out of everything but the list.':
    'Retire un relevé erroné de tout, sauf de la liste.',
  'A new counter began at 0: the value is what has run since.':
    'Un nouveau compteur est parti de 0 : la valeur est ce qui a tourné depuis.',
} satisfies Translations;

const sides = { above: 'au-dessus', below: 'au-dessous' };

export const meterWords = {
  meter: {
    title: { one: 'point de mesure', many: 'points de mesure' },
    fields: {
      name: 'nom',
      material_id: 'équipement',
      kind: 'nature',
      unit: 'unité',
      active: 'actif',
      max_per_day: 'maximum par jour',
      above: 'limite haute',
      below: 'limite basse',
      deadband: 'hystérésis',
      severity: 'gravité des incidents',
      last_value: 'dernière valeur',
      last_read_at: 'dernier relevé',
      reading_count: 'nombre de relevés',
      total: 'total',
      average_per_day: 'moyenne par jour',
      alarm: 'alarme',
      readings: 'relevés',
      last: 'dernière valeur',
      minimum: 'minimum',
      maximum: 'maximum',
      used: 'consommation',
    },
    headings: { last_read_at: 'Dernier relevé', reading_count: 'Relevés' },
    values: {
      kind: { counter: 'compteur', gauge: 'mesure' },
      severity: values.incident.severity,
      alarm: sides,
    },
  },
  'meter-reading': {
    title: { one: 'relevé', many: 'relevés' },
    fields: {
      name: 'nom',
      meter_id: 'point de mesure',
      value: 'valeur',
      read_at: 'date du relevé',
      is_reset: 'nouveau compteur',
      notes: 'notes',
      material_id: 'équipement',
      voided: 'annulé',
      void_note: 'motif',
      crossed: 'limite franchie',
      note: 'motif',
    },
    headings: { read_at: 'Relevé le' },
    values: { crossed: sides },
  },
} satisfies Catalogue;
