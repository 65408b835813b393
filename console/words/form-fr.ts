/** Words of forms. */
import type { Words } from './en.ts';

export const form: Words['form'] = {
  choose: 'Rechercher…',
  clear: 'Effacer',
  take: 'Retirer',
  results: (shown: number, total: number) =>
    total === 0
      ? 'Aucun résultat.'
      : shown < total
        ? `Les ${shown} premiers sur ${total.toLocaleString('fr')} : saisissez du texte pour en trouver d’autres.`
        : `${total} trouvé${total > 1 ? 's' : ''}.`,
  required: 'Obligatoire',
  select: 'À choisir',
  show: 'Afficher',
  add: 'Ajouter',
  all: 'Tout',
  nothingToChoose: 'Il n’y a rien à choisir.',
  notGrantable: 'Vous ne pouvez ni accorder ni retirer ce que vous ne détenez pas vous-même.',
  length: (length: number, most: number) =>
    `${length.toLocaleString('fr')} caractères sur ${most.toLocaleString('fr')}`,
  now: 'maintenant, si rien n’est saisi',
  twice: 'L’heure change ce jour-là : cette heure existe deux fois.',
  first: 'La première fois',
  second: 'La seconde fois',
  gap: (time: string, after: string) =>
    `L’heure change ce jour-là : ${time} n’existe pas. À sa place, les horloges montrent ${after}.`,
  incomplete: 'il en manque une partie.',
  unreadable: 'ce n’est pas du JSON.',
  edit: 'Modifier',
  up: 'Où vous êtes',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  cancel: 'Annuler',
  others: 'Autres',
  saved: (title: string) => `Enregistré : ${title}`,
  created: (title: string) => `Créé : ${title}`,
  fix: (count: number) => (count === 1 ? 'Un point est à corriger :' : `${count} points sont à corriger :`),
  unreachable:
    'Le service est injoignable. Rien de votre saisie n’est perdu : enregistrez de nouveau quand la connexion est rétablie. L’enregistrement n’a lieu qu’une fois, même si seule la réponse s’est perdue.',
  signedOut: 'Ce n’est pas encore enregistré : connectez-vous, puis enregistrez de nouveau.',
  savedBefore:
    'Cela a déjà été enregistré, avec d’autres valeurs. Voyez la liste ; pour en faire un autre enregistrement, enregistrez de nouveau.',
  mayNot: 'Vous n’êtes plus autorisé à enregistrer ici. Votre saisie est gardée comme brouillon.',
  mayNotOpen: 'Vous n’y êtes pas autorisé.',
  emptied: (fields: string) => `L’enregistrement vide ce qui ne s’applique plus : ${fields}.`,
  draft: (at: string) => `Votre saisie du ${at} n’a pas été enregistrée.`,
  takeDraft: 'La reprendre',
  discardDraft: 'L’abandonner',
  gone: 'Quelqu’un l’a supprimé entre-temps ; l’enregistrement est impossible. Voici votre saisie.',
  yourText: 'Votre saisie',
  copy: 'Copier',
  copied: 'Copié.',
  conflict: 'Quelqu’un d’autre l’a modifié entre-temps',
  conflictHelp:
    'Garder la vôtre enregistre ce que vous avez modifié, et laisse ce que l’autre a modifié ailleurs.',
  field: 'Champ',
  theirs: 'Enregistré',
  mine: 'Le vôtre',
  unchanged: 'Comme enregistré',
  back: 'Retour au formulaire',
  takeTheirs: 'Prendre le sien',
  keepMine: 'Garder le mien',
};
