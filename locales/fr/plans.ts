/** What plans of maintenance say, in French. */
import type { Translations } from '../../engine/message.ts';

export const plans = {
  'Must be a time as HH:MM, from 00:00 to 23:59.': 'Doit être une heure au format HH:MM, de 00:00 à 23:59.',
  'The plan cannot end before it starts.': 'Le plan ne peut pas se terminer avant de commencer.',
  'A floating plan is counted from when it was done last: leave this out.':
    'Un plan glissant est compté à partir de sa dernière réalisation : n’indiquez pas ce champ.',
  'Only a weekly schedule has weekdays: leave this out.':
    'Seul un calendrier hebdomadaire a des jours de la semaine : n’indiquez pas ce champ.',
  'Only a monthly or yearly schedule has a day of the month: leave this out.':
    'Seul un calendrier mensuel ou annuel a un jour du mois : n’indiquez pas ce champ.',
  'Must be a day from 1 to 31, or -1 for the last day of the month.':
    'Doit être un jour de 1 à 31, ou -1 pour le dernier jour du mois.',
  'A plan has a day of the month or a weekday of the month, not both: leave one out.':
    'Un plan a un jour du mois ou un jour de semaine du mois, pas les deux : retirez l’un des deux.',
  'Only a monthly schedule has a weekday of the month: leave this out.':
    'Seul un calendrier mensuel a un jour de semaine du mois : n’indiquez pas ce champ.',
  'Must be a number from 1 to 4, or -1 for the last one of the month.':
    'Doit être un nombre de 1 à 4, ou -1 pour le dernier du mois.',
  'Choose the weekday too.': 'Choisissez aussi le jour de la semaine.',
  'Say which one of the month: 1 to 4, or -1 for the last.':
    'Indiquez lequel du mois : 1 à 4, ou -1 pour le dernier.',
  'A season has a first and a last day: give both or neither.':
    'Une saison a un premier et un dernier jour : indiquez les deux ou aucun.',
  'Must be a day of the year as MM-DD.': 'Doit être un jour de l’année au format MM-JJ.',
  'Its due date comes from its plan: postpone the date of the plan instead.':
    'Son échéance vient de son plan : reportez plutôt l’échéance du plan.',
  'This date is already done.': 'Cette échéance est déjà réalisée.',
  'This date is already skipped.': 'Cette échéance est déjà ignorée.',
  'Must be later than the present due date.': 'Doit être après l’échéance actuelle.',
  'Must be a moment until {last}.': 'Doit être au plus tard le {last}.',
  'Deactivate it instead: its history stays.': 'Désactivez-le plutôt : son historique reste.',
  '{interval} after it was done last.': '{interval} après la dernière réalisation.',
  '{interval} or {units} after it was done last, whichever comes first.':
    '{interval} ou {units} après la dernière réalisation, selon ce qui vient en premier.',
  'Every {units}.': 'Toutes les {units}.',
  '{count} {unit}': '{count} {unit}',
  'A plan by meter alone has no calendar: leave this out.':
    'Un plan selon le seul compteur n’a pas de calendrier : n’indiquez pas ce champ.',
  'A plan by the calendar alone has no meter: leave this out.':
    'Un plan selon le seul calendrier n’a pas de compteur : n’indiquez pas ce champ.',
  'Say how often it comes due: by day, week, month or year.':
    'Indiquez à quelle fréquence il vient à échéance : par jour, semaine, mois ou année.',
  'Choose the counter by which it comes due.': 'Choisissez le compteur qui en donne l’échéance.',
  'Say after how many units of the counter it comes due again.':
    'Indiquez après combien d’unités du compteur il vient de nouveau à échéance.',
  'What is due by whichever comes first is counted from when it was done last: choose floating.':
    'Ce qui vient à échéance selon ce qui vient en premier est compté depuis la dernière réalisation : choisissez des échéances glissantes.',
  'Must be less than the units between.': 'Doit être inférieure aux unités entre deux échéances.',
  'It comes due by its meter: postpone it once it is due.':
    'Son échéance vient de son compteur : reportez-la une fois qu’elle est due.',
  'This material has no counter “{name}”.': 'Cet équipement n’a pas de compteur « {name} ».',
  'By the calendar, by what a counter has run, or by whichever comes first after the work was last done.':
    'Selon le calendrier, selon ce qu’un compteur a tourné, ou selon ce qui vient en premier après la dernière réalisation.',
  'How much before it is due a maintenance is created.':
    'De combien une maintenance est créée avant son échéance.',
  'How much before or after still counts as on time. If empty, a tenth of the units between.':
    'De combien avant ou après cela reste à temps. Si vide, un dixième des unités entre deux échéances.',
  '{interval} after it was done last, at {time}.': '{interval} après la dernière réalisation, à {time}.',
  '{interval} {days}, at {time}.': '{interval} {days}, à {time}.',
  '{interval}, at {time}.': '{interval}, à {time}.',
  'Nothing was due.': 'Rien n’était à échéance.',
  '{on_time} of {due} were done on time ({percent}%).':
    '{on_time} sur {due} réalisées à temps ({percent} %).',
  'every day': 'tous les jours',
  'every {count} days': 'tous les {count} jours',
  'every week': 'toutes les semaines',
  'every {count} weeks': 'toutes les {count} semaines',
  'every month': 'tous les mois',
  'every {count} months': 'tous les {count} mois',
  'every year': 'tous les ans',
  'every {count} years': 'tous les {count} ans',
  'a day': 'un jour',
  '{count} days': '{count} jours',
  'a week': 'une semaine',
  '{count} weeks': '{count} semaines',
  'a month': 'un mois',
  '{count} months': '{count} mois',
  'a year': 'un an',
  '{count} years': '{count} ans',
  'on {weekdays}': 'le {weekdays}',
  'on the last day of {month}': 'le dernier jour de {month}',
  'on {day} {month}': 'le {day} {month}',
  'on the last day': 'le dernier jour',
  'on the 1st': 'le 1er',
  'on the {day}st': 'le {day}',
  'on the {day}nd': 'le {day}',
  'on the {day}rd': 'le {day}',
  'on the {day}th': 'le {day}',
  'on the first {weekday}': 'le premier {weekday}',
  'on the second {weekday}': 'le deuxième {weekday}',
  'on the third {weekday}': 'le troisième {weekday}',
  'on the fourth {weekday}': 'le quatrième {weekday}',
  'on the last {weekday}': 'le dernier {weekday}',
  Monday: 'lundi',
  Tuesday: 'mardi',
  Wednesday: 'mercredi',
  Thursday: 'jeudi',
  Friday: 'vendredi',
  Saturday: 'samedi',
  Sunday: 'dimanche',
  January: 'janvier',
  February: 'février',
  March: 'mars',
  April: 'avril',
  May: 'mai',
  June: 'juin',
  July: 'juillet',
  August: 'août',
  September: 'septembre',
  October: 'octobre',
  November: 'novembre',
  December: 'décembre',
  'The plan is not active: nothing is to come.': 'Le plan n’est pas actif : rien n’est à venir.',
  'Season and end': 'Saison et fin',
  'How its work is created': 'Comment ses interventions sont créées',
  generate: 'générer',
  update: 'modifier',
  days: 'jours',
  minutes: 'minutes',
  'Fixed dates follow the calendar. Floating dates are counted from when the work was last done.':
    'Les échéances fixes suivent le calendrier. Les échéances glissantes sont comptées depuis la dernière réalisation.',
  'For weekly plans. If empty, it is the weekday of the first day.':
    'Pour un plan hebdomadaire. Si vide : le jour de semaine du premier jour.',
  'For monthly or yearly plans: 1 to 31, or -1 for the last day. If empty, it is that of the first day.':
    'Pour un plan mensuel ou annuel : 1 à 31, ou -1 pour le dernier jour. Si vide : celui du premier jour.',
  'For monthly plans: 1 to 4, or -1 for the last such weekday of the month.':
    'Pour un plan mensuel : 1 à 4, ou -1 pour le dernier de ces jours du mois.',
  'For example 03-15 for 15 March.': 'Par exemple 03-15 pour le 15 mars.',
  'How long before its due date a maintenance is created.':
    'Combien de temps avant l’échéance la maintenance est créée.',
  'How early or late work still counts as on time. If empty, a tenth of the interval.':
    'L’avance ou le retard qui compte encore comme à temps. Si vide : un dixième de l’intervalle.',
  'For dates before the plan was created, and while it was inactive.':
    'Pour les échéances antérieures à la création du plan ou pendant son inactivité.',
  'Skips this date and cancels its maintenance.': 'Ignore cette échéance et annule sa maintenance.',
  'Moves this date and its maintenance to a later time.': 'Reporte cette échéance et sa maintenance.',
  'Plans are generated at their own site.': 'Les plans sont générés sur leur propre site.',
  'Must be a day from {first} to {last}.': 'Doit être un jour du {first} au {last}.',
  'Must be a day until {last}.': 'Doit être un jour jusqu’au {last}.',
  'There are more than {most} dates until then: choose an earlier day, or one plan.':
    'Il y a plus de {most} échéances d’ici là : choisissez un jour plus proche, ou un seul plan.',
  'There is no such material at this site.': 'Cet équipement n’existe pas sur ce site.',
  'Must be after the first day.': 'Doit être après le premier jour.',
  'Creates the same plan for other materials.': 'Crée le même plan pour d’autres équipements.',
  'Creates the maintenances that are due, up to and including a day.':
    'Crée les maintenances à échéance, jusqu’à un jour inclus.',
  'generate all': 'tout générer',
  'Creates the maintenances of all plans of the site that are due, up to and including a day.':
    'Crée les maintenances à échéance de tous les plans du site, jusqu’à un jour inclus.',
  forecast: 'prévision',
  'The coming dates of the plan, and why some of them are skipped.':
    'Les échéances à venir du plan, et pourquoi certaines sont ignorées.',
  compliance: 'respect du plan',
  'How much of the work that came due was done on time.':
    'La part des travaux à échéance qui ont été faits à temps.',
  'compliance over time': 'respect au fil du temps',
  'How much of the work was done on time, of what came due in each period or of each group.':
    'La part faite à temps des travaux à échéance, pour chaque période ou chaque groupe.',
  'Compliance by month': 'Respect du plan par mois',
  'dates − excused − still to do': 'échéances − justifiées − encore à faire',
  'on time ÷ due, by the original dates': 'à temps ÷ échues, selon les échéances d’origine',
  'on time ÷ due, by the dates as postponed': 'à temps ÷ échues, selon les échéances reportées',
  skip: 'ignorer',
  postpone: 'reporter',
} satisfies Translations;
