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
} satisfies Translations;

export const procedureWords: Catalogue = {
  procedure: {
    title: { one: 'procédure', many: 'procédures' },
    fields: {
      name: 'nom',
      description: 'description',
      active: 'actif',
      steps: 'étapes',
      version: 'version',
      step_count: 'nombre d’étapes',
      id: 'numéro',
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
    },
    values: {
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
    },
  },
};
