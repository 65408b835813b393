/** What plans of maintenance say, in French. */
import type { Translations } from '../../engine/message.ts';

export const plans = {
  'Must be a time as HH:MM, from 00:00 to 23:59.': 'Doit être une heure au format HH:MM, de 00:00 à 23:59.',
  'The plan cannot end before it starts.': 'Le plan ne peut pas se terminer avant de commencer.',
  'A floating plan is counted from when it was done last: leave this out.':
    'Un plan flottant est compté à partir de sa dernière réalisation : n’indiquez pas ce champ.',
  'Only a weekly plan has weekdays: leave this out.':
    'Seul un plan hebdomadaire a des jours de la semaine : n’indiquez pas ce champ.',
  'Name a weekday, or leave this out for the weekday on which the plan starts.':
    'Indiquez un jour de la semaine, ou rien pour celui où commence le plan.',
  'Only a monthly or yearly plan has a day of the month: leave this out.':
    'Seul un plan mensuel ou annuel a un jour du mois : n’indiquez pas ce champ.',
  'Must be a day from 1 to 31, or -1 for the last day of the month.':
    'Doit être un jour de 1 à 31, ou -1 pour le dernier jour du mois.',
  'A plan has a day of the month or a weekday of the month, not both: leave one out.':
    'Un plan a un jour du mois ou un jour de semaine du mois, pas les deux : retirez l’un des deux.',
  'Only a monthly plan has a weekday of the month: leave this out.':
    'Seul un plan mensuel a un jour de semaine du mois : n’indiquez pas ce champ.',
  'Must be a number from 1 to 4, or -1 for the last one of the month.':
    'Doit être un nombre de 1 à 4, ou -1 pour le dernier du mois.',
  'Name the weekday that is meant.': 'Indiquez le jour de la semaine voulu.',
  'Say which one of the month is meant: 1 to 4, or -1 for the last.':
    'Indiquez lequel du mois est voulu : 1 à 4, ou -1 pour le dernier.',
  'A season has a first and a last day: give both or neither.':
    'Une saison a un premier et un dernier jour : indiquez les deux ou aucun.',
  'Must be a day of the year as MM-DD.': 'Doit être un jour de l’année au format MM-JJ.',
} satisfies Translations;
