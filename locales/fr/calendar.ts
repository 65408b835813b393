/** What working hours, closures and rounds of cleaning are called and say, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';
import { values } from './values.ts';

export const weekdays = {
  mon: 'lundi',
  tue: 'mardi',
  wed: 'mercredi',
  thu: 'jeudi',
  fri: 'vendredi',
  sat: 'samedi',
  sun: 'dimanche',
};

export const calendar = {
  'Hours begin at this time of the weekday already.':
    'Des horaires commencent déjà à cette heure ce jour-là.',
  'Where it is not after the beginning, it is on the next day.':
    'Si elle n’est pas après le début, elle est le lendemain.',
  'The site is closed on this day already.': 'Le site est déjà fermé ce jour-là.',
  'A round is of a zone or of materials, not of both: leave one out.':
    'Une tournée porte sur une zone ou sur des équipements, pas sur les deux : retirez l’un des deux.',
  'Name the materials that are cleaned, or a zone.': 'Indiquez les équipements à nettoyer, ou une zone.',
  'Not of this round: {materials}.': 'Hors de cette tournée : {materials}.',
  'Not of this round: {materials} and {count} more.':
    'Hors de cette tournée : {materials} et {count} autres.',
  'time of the cleaning': 'date du nettoyage',
  done: 'valider',
  'Books a cleaning for each of some materials of the round, all of them or none.':
    'Enregistre un nettoyage pour chacun des équipements indiqués de la tournée, tous ou aucun.',
  'The round is of all that stands in it, not in zones below. Leave it out to name materials.':
    'La tournée porte sur tout ce qui s’y trouve, sans les sous-zones. N’indiquez rien pour choisir des équipements.',
  'Those that are named. Lists by a material find the rounds that name it; those of its zone are found by the zone.':
    'Ceux qui sont nommés. Le filtre par équipement trouve les tournées qui le nomment ; celles de sa zone se trouvent par la zone.',
  'Of the cleanings that the round is made of, and that count for it.':
    'Celui des nettoyages dont la tournée est faite, et qui comptent pour elle.',
  'Of a weekly round. Left out, it is the weekday of the first day.':
    'D’une tournée hebdomadaire. Sans indication, c’est le jour de la semaine du premier jour.',
  'Left out, it is now.': 'Sans indication, c’est maintenant.',
  Cleaning: 'Nettoyage',
} satisfies Translations;

export const frequencies = { day: 'jour', week: 'semaine', month: 'mois', year: 'année' };

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
