/** What working hours, closures and rounds of cleaning are called and say, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';
import { values } from './values.ts';

const weekdays = {
  mon: 'lundi',
  tue: 'mardi',
  wed: 'mercredi',
  thu: 'jeudi',
  fri: 'vendredi',
  sat: 'samedi',
  sun: 'dimanche',
};

export const calendar = {
  'Other hours already start at this time on this weekday.':
    'Des horaires commencent déjà à cette heure ce jour-là.',
  'If it is not after the start, it means the next day.':
    'Si elle n’est pas après le début, c’est le lendemain.',
  'The site is already closed on this day.': 'Le site est déjà fermé ce jour-là.',
  'A round has either a zone or materials: leave one of them empty.':
    'Une tournée a une zone ou des équipements : laissez l’un des deux vide.',
  'Choose the materials to be cleaned, or a zone.': 'Choisissez les équipements à nettoyer, ou une zone.',
  'Not of this round: {materials}.': 'Ne font pas partie de cette tournée : {materials}.',
  'Not of this round: {materials} and {count} more.':
    'Ne font pas partie de cette tournée : {materials} et {count} autres.',
  'time of the cleaning': 'date du nettoyage',
  done: 'valider',
  'Records a cleaning for each of these materials. If one is refused, none is recorded.':
    'Enregistre un nettoyage pour chacun de ces équipements. Si l’un est refusé, aucun n’est enregistré.',
  'The round covers everything in this zone, but not in zones below it. Leave it empty to choose materials.':
    'La tournée couvre tout ce qui se trouve dans cette zone, sans les sous-zones. Laissez vide pour choisir des équipements.',
  'For a round of chosen materials. Filters by material find only such rounds, not those of its zone.':
    'Pour une tournée d’équipements choisis. Le filtre par équipement ne trouve que ces tournées, pas celles de sa zone.',
  'The type of cleaning that this round consists of. Only cleanings of this type count for it.':
    'Le type de nettoyage de cette tournée. Seuls les nettoyages de ce type comptent pour elle.',
  'For weekly rounds. If empty, it is the weekday of the first day.':
    'Pour une tournée hebdomadaire. Si vide : le jour de la semaine du premier jour.',
  'If empty, it is now.': 'Si vide : maintenant.',
  Cleaning: 'Nettoyage',
} satisfies Translations;

const frequencies = { day: 'jour', week: 'semaine', month: 'mois', year: 'année' };

export const calendarWords = {
  'cleaning-round': {
    title: { one: 'tournée de nettoyage', many: 'tournées de nettoyage' },
    fields: {
      name: 'nom',
      zone_id: 'zone',
      material_ids: 'équipements',
      type: 'type',
      active: 'active',
      starts_on: 'premier jour',
      due_time: 'heure',
      frequency: 'fréquence',
      every: 'intervalle',
      weekdays: 'jours de la semaine',
      next_due_at: 'prochaine date',
      due_material_ids: 'équipements à nettoyer',
      cleaned_at: 'date du nettoyage',
      cleaning_ids: 'nettoyages',
    },
    headings: { starts_on: 'commence le', due_material_ids: 'à nettoyer', cleaned_at: 'nettoyé le' },
    values: { type: values.cleaning.type, frequency: frequencies, weekdays },
  },
  closure: {
    title: { one: 'fermeture', many: 'fermetures' },
    fields: { day: 'jour', name: 'nom' },
  },
  'working-hour': {
    title: { one: 'horaires de travail', many: 'horaires de travail' },
    fields: { name: 'nom', weekday: 'jour de la semaine', from: 'début', until: 'fin' },
    headings: { from: 'de', until: 'à' },
    values: { weekday: weekdays },
  },
} satisfies Catalogue;
