/** What plans of maintenance say, in French. */
import type { Translations } from '../../engine/message.ts';

export const plans = {
  'Must be a time as HH:MM, from 00:00 to 23:59.': 'Doit être une heure au format HH:MM, de 00:00 à 23:59.',
  'The plan cannot end before it starts.': 'Le plan ne peut pas se terminer avant de commencer.',
  'A floating plan is counted from when it was done last: leave this out.':
    'Un plan flottant est compté à partir de sa dernière réalisation : n’indiquez pas ce champ.',
  'Only a weekly schedule has weekdays: leave this out.':
    'Seul un calendrier hebdomadaire a des jours de la semaine : n’indiquez pas ce champ.',
  'Name a weekday, or leave this out for that of the first day.':
    'Indiquez un jour de la semaine, ou rien pour celui du premier jour.',
  'Only a monthly or yearly schedule has a day of the month: leave this out.':
    'Seul un calendrier mensuel ou annuel a un jour du mois : n’indiquez pas ce champ.',
  'Must be a day from 1 to 31, or -1 for the last day of the month.':
    'Doit être un jour de 1 à 31, ou -1 pour le dernier jour du mois.',
  'A plan has a day of the month or a weekday of the month, not both: leave one out.':
    'Un plan a un jour du mois ou un jour de semaine du mois, pas les deux : retirez l’un des deux.',
  'Only a monthly schedule has a weekday of the month: leave this out.':
    'Seul un calendrier mensuel a un jour de semaine du mois : n’indiquez pas ce champ.',
  'Must be a number from 1 to 4, or -1 for the last one of the month.':
    'Doit être un nombre de 1 à 4, ou -1 pour le dernier du mois.',
  'Name the weekday that is meant.': 'Indiquez le jour de la semaine voulu.',
  'Say which one of the month is meant: 1 to 4, or -1 for the last.':
    'Indiquez lequel du mois est voulu : 1 à 4, ou -1 pour le dernier.',
  'A season has a first and a last day: give both or neither.':
    'Une saison a un premier et un dernier jour : indiquez les deux ou aucun.',
  'Must be a day of the year as MM-DD.': 'Doit être un jour de l’année au format MM-JJ.',
  'Its plan says when it is due: postpone the date of the plan instead.':
    'Son plan dit quand elle est due : reportez plutôt l’échéance du plan.',
  'This occurrence is done already.': 'Cette échéance est déjà réalisée.',
  'This occurrence is skipped already.': 'Cette échéance est déjà passée.',
  'Must be later than it is due now.': 'Doit être après l’échéance actuelle.',
  'Must be a moment until {last}.': 'Doit être au plus tard le {last}.',
  'Deactivate it instead: its history stays.': 'Désactivez-le plutôt : son historique reste.',
  generate: 'générer',
  update: 'modifier',
  days: 'jours',
  minutes: 'minutes',
  'Fixed dates follow the calendar; floating ones are counted from when the work was done last.':
    'Les échéances fixes suivent le calendrier ; les flottantes sont comptées depuis la dernière réalisation.',
  'Of a weekly plan. Left out, it is the weekday of the first day.':
    'D’un plan hebdomadaire. Sans valeur, c’est le jour de semaine du premier jour.',
  'Of a monthly or yearly plan: 1 to 31, or -1 for the last. Left out, it is that of the first day.':
    'D’un plan mensuel ou annuel : 1 à 31, ou -1 pour le dernier. Sans valeur, c’est celui du premier jour.',
  'Of a monthly plan: which of the weekday, 1 to 4, or -1 for the last.':
    'D’un plan mensuel : lequel de ces jours, 1 à 4, ou -1 pour le dernier.',
  'As MM-DD.': 'Au format MM-JJ.',
  'How long before it is due a maintenance is made.':
    'Combien de temps avant l’échéance la maintenance est créée.',
  'How far from its date work is still on time. Left out, it is a tenth of the interval.':
    'À quelle distance de l’échéance le travail est encore à l’heure. Sans valeur, un dixième de l’intervalle.',
  'Of the dates before the plan was made and while it was inactive.':
    'Des échéances antérieures au plan ou de celles de ses périodes d’inactivité.',
  'Leaves out a date that is still to be done, and cancels its maintenance.':
    'Passe une échéance encore à faire et annule sa maintenance.',
  'Puts a date that is still to be done off to a later moment, with its maintenance.':
    'Reporte une échéance encore à faire, avec sa maintenance.',
  'Plans are generated at their own site.': 'Les plans sont générés sur leur propre site.',
  'Must be a day from {first} to {last}.': 'Doit être un jour du {first} au {last}.',
  'Must be a day until {last}.': 'Doit être un jour jusqu’au {last}.',
  'There are more than {most} dates until then: choose an earlier day, or one plan.':
    'Il y a plus de {most} échéances d’ici là : choisissez un jour plus proche, ou un seul plan.',
  'There is no such material at this site.': 'Il n’y a pas un tel équipement sur ce site.',
  'Must be after the first day.': 'Doit être après le premier jour.',
  'Makes a plan like this one for each of some materials.':
    'Crée un plan comme celui-ci pour chacun de plusieurs équipements.',
  'Records what is due of a plan, and ahead to the end of a day.':
    'Enregistre les échéances d’un plan, et d’avance jusqu’à la fin d’un jour.',
  'generate all': 'tout générer',
  'Records what is due of all plans of the site, and ahead to the end of a day.':
    'Enregistre les échéances de tous les plans du site, et d’avance jusqu’à la fin d’un jour.',
  forecast: 'prévision',
  'The dates of a plan to come until the end of a day, with what takes them.':
    'Les échéances à venir d’un plan jusqu’à la fin d’un jour, avec ce qui les empêche.',
  compliance: 'respect du plan',
  'How much of what came due was done on time.': 'La part de ce qui était dû qui a été fait à l’heure.',
  skip: 'passer',
  postpone: 'reporter',
} satisfies Translations;
