/** What working hours, closures and rounds of cleaning are called and say, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

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
} satisfies Translations;

export const calendarWords = {
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
