/** Trades, labour and what companies charge, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const labour = {
  'There is a trade of this name already.': 'Il y a déjà un métier de ce nom.',
  'Make it inactive instead: it is then no longer offered.':
    'Rendez-le plutôt inactif : il n’est alors plus proposé.',
  'Entries that are there keep the rate that they were made with.':
    'Les saisies existantes gardent le taux avec lequel elles ont été faites.',
  'Only what has a start has an end: send the start, too.':
    'Seul ce qui a un début a une fin : envoyez aussi le début.',
  'day of the work': 'jour du travail',
  'Choose a trade: this person has no entry yet whose trade could be taken.':
    'Choisissez un métier : cette personne n’a encore aucune saisie dont reprendre le métier.',
  'Send either minutes, at least 1, or the start.': 'Envoyez soit des minutes, au moins 1, soit le début.',
  'It follows from start and end: leave it out.': 'Cela découle du début et de la fin : ne l’envoyez pas.',
  'The work ends after it began: there is none of no length.':
    'Le travail se termine après son début : il n’y en a pas sans durée.',
  'An entry lasts 24 hours at most.': 'Une saisie dure 24 heures au plus.',
  'It overlaps with the entry for “{name}” from {from} to {until}.':
    'Elle chevauche la saisie pour « {name} » du {from} au {until}.',
  'It overlaps with the entry for “{name}” that runs since {from}.':
    'Elle chevauche la saisie pour « {name} », en cours depuis le {from}.',
  'An entry lasts 24 hours at most, and this one runs since {from}. Edit it, and enter when the work ended.':
    'Une saisie dure 24 heures au plus, et celle-ci est en cours depuis le {from}. Modifiez-la et saisissez la fin du travail.',
  'The entry for “{name}” runs since {from}, for more than 24 hours. Edit it first, and enter when the work ended.':
    'La saisie pour « {name} » est en cours depuis le {from}, depuis plus de 24 heures. Modifiez-la d’abord et saisissez la fin du travail.',
  'It overlaps with an entry of the same person at another site.':
    'Elle chevauche une saisie de la même personne sur un autre site.',
  'An entry of this person is running already: end it first.':
    'Une saisie de cette personne est déjà en cours : terminez-la d’abord.',
  'clock in': 'pointer le début',
  'Begins an entry of one’s own now. It ends the one that runs.':
    'Commence maintenant une saisie à son nom, et termine celle qui est en cours.',
  'Also those of others.': 'Ceux des autres aussi.',
  'Clocks stop when the work is completed or canceled: leave it out.':
    'Les pointages s’arrêtent quand le travail est terminé ou annulé : ne l’envoyez pas.',
  'If empty, it is that of your latest entry.': 'Si le champ est vide, c’est celui de votre dernière saisie.',
  'clock out': 'pointer la fin',
  'Ends an entry that is running.': 'Termine une saisie en cours.',
  manage: 'gérer',
  'If empty, it is you.': 'Si le champ est vide, c’est vous.',
  'If empty, it is that of the person’s latest entry.':
    'Si le champ est vide, c’est celui de la dernière saisie de la personne.',
  'If empty, it is the trade’s. It stays when that changes.':
    'Si le champ est vide, c’est celui du métier. Il reste quand celui-ci change.',
  'day of the cost': 'jour du coût',
  'Book time': 'Saisir du temps',
  Costs: 'Coûts',
  'Tells what the maintenance of materials cost, each cost at its own day, and how much that is of what they are worth.':
    'Indique ce que la maintenance des équipements a coûté, chaque coût à son jour, et la part de leur valeur que cela représente.',
  'Cost by month': 'Coût par mois',
  'parts + labour + services': 'pièces + main-d’œuvre + prestations',
  'of preventive, predictive and inspecting work': 'des travaux préventifs, prévisionnels et d’inspection',
  'replacement value, else purchase price': 'valeur de remplacement, sinon prix d’achat',
  'exits for maintenances − their reversals': 'sorties pour des maintenances − leurs annulations',
  'hours × hourly rate, of each entry': 'heures × taux horaire, pour chaque saisie',
  'amounts of the service costs': 'montants des prestations',
  'prevention ÷ cost': 'prévention ÷ coût',
  '(cost − cost of materials without a value) ÷ value': '(coût − coût des équipements sans valeur) ÷ valeur',
  Backlog: 'Travaux en attente',
  'Tells how much work is planned or in progress now, how long it is overdue, and for how many weeks it lasts.':
    'Indique combien de travaux sont prévus ou en cours, depuis combien de temps ils sont en retard, et pour combien de semaines ils suffisent.',
  'Backlog by priority': 'Travaux en attente par priorité',
  'scheduled time, else due time, before now; of a plan: end of its window before now':
    'date prévue, sinon échéance, avant maintenant ; d’un plan : fin de sa fenêtre avant maintenant',
  'with a date, and not overdue': 'avec une date, et pas en retard',
  'whole days from the scheduled time, else the due time, until now':
    'jours entiers depuis la date prévue, sinon l’échéance, jusqu’à maintenant',
  'estimated − labour, of each 0 at least': 'estimé − main-d’œuvre, au moins 0 pour chacun',
  'work left ÷ maintenance hours per week of the sites':
    'travail restant ÷ heures de maintenance par semaine des sites',
  Clock: 'Pointage',
  Rate: 'Taux',
} satisfies Translations;

/** What the backlog tells, beside what a maintenance itself has. */
export const backlogFields = {
  count: 'nombre de maintenances',
  not_due: 'pas encore à échéance',
  undated: 'sans date',
  age_0_7: 'en retard de 7 jours au plus',
  age_8_30: 'en retard de 8 à 30 jours',
  age_31_90: 'en retard de 31 à 90 jours',
  age_over_90: 'en retard de plus de 90 jours',
  hours: 'travail restant',
  without_estimate: 'sans estimation',
  weeks: 'semaines de travail',
};

export const labourWords: Catalogue = {
  trade: {
    title: { one: 'métier', many: 'métiers' },
    fields: { name: 'nom', hourly_rate: 'taux horaire', active: 'actif' },
  },
  'service-cost': {
    title: { one: 'coût de prestation', many: 'coûts de prestation' },
    fields: {
      maintenance_id: 'maintenance',
      company_id: 'entreprise',
      amount: 'montant',
      incurred_on: 'jour du coût',
      invoice_number: 'numéro de facture',
      notes: 'notes',
    },
    headings: { incurred_on: 'Jour' },
  },
  'labour-entry': {
    title: { one: 'saisie de temps', many: 'saisies de temps' },
    fields: {
      maintenance_id: 'maintenance',
      user_id: 'personne',
      trade_id: 'métier',
      kind: 'nature',
      minutes: 'minutes',
      worked_on: 'jour du travail',
      started_at: 'début',
      ended_at: 'fin',
      hourly_rate: 'taux horaire',
      notes: 'notes',
      amount: 'montant',
      running: 'en cours',
    },
    headings: { worked_on: 'Jour', started_at: 'Début', ended_at: 'Fin' },
    values: { kind: { work: 'travail', travel: 'trajet', waiting: 'attente' } },
  },
};
