/** Words of files that hang on rows, and of what waits for a network. */
import type { Words } from '../../console/words/en.ts';
import { numberText } from '../../console/words/number.ts';

export const files: Words['files'] = {
  add: 'Ajouter des fichiers',
  camera: 'Prendre une photo',
  drop: 'Vous pouvez aussi déposer des fichiers ici, ou les coller.',
  original: 'Envoyer les photos en taille d’origine',
  pictures: 'Images',
  others: 'Autres fichiers',
  sending: 'En cours d’envoi',
  waiting: 'En attente',
  preparing: 'Préparation…',
  progress: (name) => `Envoi de ${name}`,
  cancel: (name) => `Annuler ${name}`,
  retry: 'Réessayer',
  retryOne: (name) => `Réessayer d’envoyer ${name}`,
  dismiss: (name) => `Fermer ${name}`,
  added: (name) => `« ${name} » a été ajouté.`,
  tooLarge: (size, most) => `Le fichier fait ${size}. Il peut faire ${most} au plus.`,
  empty: 'Le fichier est vide.',
  undecoded: (name) =>
    `« ${name} » a été envoyé tel quel : ce navigateur ne peut pas le convertir en JPEG. D’autres appareils pourraient ne pas l’afficher.`,
  small: 'Sans connexion, seule la petite image est là.',
  absent: 'Il faut une connexion pour voir l’image.',
  open: (name) => `Ouvrir ${name}`,
  download: 'Télécharger',
  downloadOne: (name) => `Télécharger ${name}`,
  editOne: (name) => `Modifier ${name}`,
  removeOne: (name) => `Supprimer ${name}`,
  previous: 'Image précédente',
  next: 'Image suivante',
  place: (at, all) => `${at} sur ${all}`,
};

export const queue: Words['queue'] = {
  mark: 'Pas envoyé',
  title: 'Pas encore envoyé',
  count: (count: number) => (count === 1 ? '1 non envoyée' : `${numberText(count, 'fr')} non envoyées`),
  nothing: 'Tout a été envoyé.',
  help: 'C’est gardé sur cet appareil, et envoyé quand il y a une connexion, tant qu’une page est ouverte.',
  kept: (title: string) => `« ${title} » est gardé sur cet appareil et sera envoyé plus tard.`,
  needs: 'Il faut une connexion pour cela. Réessayez quand il y en aura une.',
  full: 'Il n’y a plus de place pour cela sur cet appareil.',
  waiting: 'En attente d’une connexion.',
  elsewhere: (site: string) => `En attente de votre passage au site ${site}.`,
  old: 'L’essai date de plus de 7 jours et a peut-être abouti. Vérifiez avant de renvoyer.',
  asks: 'Quelqu’un d’autre a modifié la même chose.',
  now: 'Essayer maintenant',
  mend: 'Corriger',
  compare: 'Comparer',
  discard: 'Abandonner',
  discardAsk: 'Ce sera supprimé de cet appareil et jamais envoyé.',
  signOut: 'Se déconnecter sans envoyer ?',
  signOutHelp: (count: number) =>
    `${count === 1 ? 'Une modification n’a pas été envoyée' : `${numberText(count, 'fr')} modifications n’ont pas été envoyées`}. La déconnexion les supprime.`,
};
