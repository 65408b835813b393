/** Words of forms. */
import type { Words } from '../../console/words/en.ts';
import { numberText } from '../../console/words/number.ts';

export const form: Words['form'] = {
  choose: 'Rechercher…',
  clear: 'Effacer',
  take: 'Retirer',
  results: (shown: number, total: number) =>
    total === 0
      ? 'Aucun résultat.'
      : shown < total
        ? `Les ${shown} premiers sur ${numberText(total, 'fr')} : saisissez du texte pour en trouver d’autres.`
        : `${total} trouvé${total > 1 ? 's' : ''}.`,
  required: 'Obligatoire',
  select: 'À choisir',
  show: 'Afficher',
  add: 'Ajouter',
  higher: 'Monter',
  lower: 'Descendre',
  all: 'Tout',
  nothingToChoose: 'Il n’y a rien à choisir.',
  notGrantable: 'Vous ne pouvez accorder ou retirer que les permissions que vous avez vous-même.',
  length: (length: number, most: number) =>
    `${numberText(length, 'fr')} caractères sur ${numberText(most, 'fr')}`,
  now: 'maintenant, si rien n’est saisi',
  twice: 'L’heure change ce jour-là : cette heure revient deux fois.',
  first: 'La première fois',
  second: 'La seconde fois',
  gap: (time: string, after: string) => `L’heure change ce jour-là : ${time} n’existe pas. Ce sera ${after}.`,
  incomplete: 'saisie incomplète.',
  unreadable: 'ce n’est pas du JSON valide.',
  edit: 'Modifier',
  up: 'Vous êtes ici',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  others: 'Autres',
  saved: (title: string) => `« ${title} » a été enregistré.`,
  created: (title: string) => `« ${title} » a été créé.`,
  previewNeeds: 'Remplissez les champs obligatoires pour l’afficher ici.',
  previewNot: 'Impossible à afficher pour l’instant.',
  createdAll: (count: number) => `${count} créés.`,
  more: (name: string) => `Un de plus : ${name}`,
  less: (name: string) => `Un de moins : ${name}`,
  fix: (count: number) => (count === 1 ? 'Un point à corriger :' : `${count} points à corriger :`),
  unreachable:
    'Le service est injoignable. Votre saisie n’est pas perdue. Enregistrez de nouveau quand la connexion sera rétablie : l’enregistrement n’aura lieu qu’une fois.',
  signedOut: 'Ce n’est pas encore enregistré. Connectez-vous, puis enregistrez de nouveau.',
  savedBefore:
    'Cela a déjà été enregistré, avec d’autres valeurs. Vérifiez la liste. Pour créer une autre ligne, enregistrez de nouveau.',
  mayNot: 'Vous n’avez plus la permission d’enregistrer ici. Votre saisie est gardée comme brouillon.',
  mayNotOpen: 'Vous n’en avez pas la permission.',
  emptied: (fields: string) => `Ces champs ne s’appliquent plus et seront vidés : ${fields}.`,
  draft: (at: string) => `Vous avez un brouillon non enregistré du ${at}.`,
  takeDraft: 'Le reprendre',
  discardDraft: 'Le supprimer',
  gone: 'Quelqu’un l’a supprimé : l’enregistrement n’est plus possible. Voici votre saisie.',
  yourText: 'Votre saisie',
  copy: 'Copier',
  copied: 'Copié.',
  toldOnce: 'Copiez ceci maintenant. Ce n’est affiché qu’une fois.',
  toldDone: 'Je l’ai copié',
  subscribe: 'Ouvrir dans un agenda',
  conflict: 'Quelqu’un d’autre l’a modifié',
  conflictHelp: 'Garder la vôtre enregistre vos modifications. Celles des autres champs restent.',
  field: 'Champ',
  theirs: 'La sienne',
  mine: 'La vôtre',
  unchanged: 'Non modifié',
  back: 'Retour au formulaire',
  takeTheirs: 'Prendre la sienne',
  keepMine: 'Garder la mienne',
};
