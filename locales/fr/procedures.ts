/** Procedures and their steps, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const procedures = {
  'There is a procedure of this name already.': 'Il y a déjà une procédure de ce nom.',
  'One more with each change of the steps.': 'Un de plus à chaque modification des étapes.',
  Steps: 'Étapes',
  'Only a number has a unit and bounds.': 'Seul un nombre a une unité et des bornes.',
  'Only a choice has choices.': 'Seul un choix a des options.',
  'Only a step that makes an incident has a severity.': 'Seule une étape qui crée un incident a une gravité.',
  'Name what can be chosen, at least two choices.': 'Nommez ce qui peut être choisi, au moins deux options.',
  minimum: 'minimum',
  maximum: 'maximum',
  'Choices that fail are some of the choices.': 'Les options en échec font partie des options.',
  'Only a pass or fail, a number or a choice can fail.':
    'Seuls une conformité, un nombre ou un choix peuvent échouer.',
  'Only a check and a pass or fail are passed.': 'Seules une case à cocher et une conformité se valident.',
  'This step asks for no number.': 'Cette étape ne demande pas de nombre.',
  'This step offers no choice.': 'Cette étape ne propose pas de choix.',
  'This step asks for no text.': 'Cette étape ne demande pas de texte.',
  choice: 'choix',
  'A check is true, or left open: null.': 'Une case est cochée (true), ou laissée ouverte : null.',
  'Say in the note why this does not apply.': 'Dites dans la note pourquoi cela est sans objet.',
  'It has failed: say in the note what is wrong.': 'C’est un échec : dites dans la note ce qui ne va pas.',
  'Its procedure is inactive: work is made without it.':
    'Sa procédure est inactive : les travaux sont créés sans elle.',
  'Steps have been answered: the procedure stays.': 'Des étapes ont été renseignées : la procédure reste.',
  'This procedure is inactive: choose one that is in use.':
    'Cette procédure est inactive : choisissez-en une en service.',
  '1 required step is open: {names}.': '1 étape obligatoire est ouverte : {names}.',
  '{count} required steps are open: {names}.': '{count} étapes obligatoires sont ouvertes : {names}.',
  '{count} required steps are open: {names} and {more} more.':
    '{count} étapes obligatoires sont ouvertes : {names} et {more} autres.',
  'The maintenance is not in progress.': 'La maintenance n’est pas en cours.',
  'There is no answer that was given at this time: leave it out.':
    'Aucune réponse n’a été donnée à cette heure : ne l’envoyez pas.',
  'Its place in the list, from 0 on.': 'Son rang dans la liste, à partir de 0.',
  Step: 'Étape',
  Answer: 'Réponse',
} satisfies Translations;

/** What a step asks. */
const stepFields = {
  title: 'intitulé',
  kind: 'nature',
  required: 'obligatoire',
  help: 'consigne',
  unit: 'unité',
  minimum: 'minimum',
  maximum: 'maximum',
  choices: 'options',
  failing_choices: 'options en échec',
  on_fail: 'en cas d’échec',
  severity: 'gravité de l’incident',
};

const stepValues = {
  kind: {
    check: 'à cocher',
    pass_fail: 'conforme ou non',
    number: 'nombre',
    choice: 'choix',
    text: 'texte',
    photo: 'photo',
  },
  on_fail: { none: 'rien', note: 'note', incident: 'incident' },
  severity: { low: 'faible', medium: 'moyenne', high: 'élevée', critical: 'critique' },
};

export const procedureWords: Catalogue = {
  procedure: {
    title: { one: 'procédure', many: 'procédures' },
    fields: {
      name: 'nom',
      description: 'description',
      active: 'active',
      steps: 'étapes',
      version: 'version',
      step_count: 'nombre d’étapes',
      id: 'numéro',
      ...stepFields,
    },
    values: stepValues,
  },
  'maintenance-step': {
    title: { one: 'étape', many: 'étapes' },
    fields: {
      maintenance_id: 'maintenance',
      position: 'rang',
      ...stepFields,
      status: 'état',
      passed: 'conforme',
      number: 'nombre',
      choice: 'choix',
      text: 'texte',
      not_applicable: 'sans objet',
      note: 'note',
      answered_at: 'heure de la réponse',
      answered_by_id: 'réponse de',
      incident_id: 'incident',
      procedure_id: 'procédure',
      procedure_version: 'version de la procédure',
    },
    headings: { answered_at: 'répondu le' },
    values: {
      ...stepValues,
      status: { open: 'ouverte', done: 'faite', failed: 'en échec', not_applicable: 'sans objet' },
    },
  },
};
